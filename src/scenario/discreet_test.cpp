// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/discreet.h"

#include <gtest/gtest.h>

namespace tandem {
namespace {

std::string told(const std::string& message, std::string_view known = "") {
  return discreet_text({Severity::error, {"/etc/passwd", 3}, message}, known);
}
std::string at_its_place(const std::string& message) { return "/etc/passwd:3: error: " + message; }

TEST(Discreet, WhatAFileSaysIsLeftOutAndWhatWasExpectedStays) {
  EXPECT_EQ(told("expected a scenario, a map with keys such as 'world' and 'robots', is 'root:x'"),
            at_its_place("expected a scenario, a map with keys such as 'world' and 'robots'"));
  EXPECT_EQ(told("'step' must be at least 1 and at most 9, is 4711"),
            at_its_place("'step' must be at least 1 and at most 9"));
  EXPECT_EQ(told("expected <sdf>, is <secret>"), at_its_place("expected <sdf>"));
  EXPECT_EQ(told("<mass>: must be positive, is -1"), at_its_place("<mass>: must be positive"));
  EXPECT_EQ(told("not an XML file: expected '<' first"),
            at_its_place("not an XML file: expected '<' first"));
  EXPECT_EQ(told("'step' expects a number, is a list"),
            at_its_place("'step' expects a number, is a list"));
}

TEST(Discreet, QuotationsOfTheFileAreLeftOut) {
  EXPECT_EQ(told("'scenario' has no key 'api_key'; expected one of world, robots"),
            at_its_place("'scenario' has no key '...'; expected one of world, robots"));
  EXPECT_EQ(told("'scenario' has no key 'wrld'; did you mean 'world'?"),
            at_its_place("'scenario' has no key '...'; did you mean 'world'?"));
  EXPECT_EQ(told("a file has one outermost element, <secret> is a second one"),
            at_its_place("a file has one outermost element, <...> is a second one"));
  // names that another file has
  EXPECT_EQ(told("the world has no 'floor'; expected one of safe, key_under_mat"),
            at_its_place("the world has no '...'"));
}

TEST(Discreet, AQuotationThatHasTheMarkOfItsEndDoesNotEscape) {
  EXPECT_EQ(told("'step' expects a number, is 'it's; secret'"),
            at_its_place("'step' expects a number"));
  EXPECT_EQ(told("'scenario' has no key 'a' secret 'b'; expected one of world"),
            at_its_place("'scenario' has no key '...'; expected one of world"));
  EXPECT_EQ(told("the tag 'world' and more' means nothing here"),
            at_its_place("the tag '...' means nothing here"));
  EXPECT_EQ(told("the tag 'it's' means nothing here"),
            at_its_place("the tag '...' means nothing here"));
}

TEST(Discreet, WordsOfLibrariesAreLeftOut) {
  EXPECT_EQ(told("'/etc/x.stl' cannot be read as stl: solid secret", "model: /etc/x.stl"),
            at_its_place("'/etc/x.stl' cannot be read as stl"));
}

TEST(Discreet, WhatTheAskerWroteMayBeQuoted) {
  const std::string written = "name: x\nrobots: [{name: 7up, model: pusch}]\n";
  EXPECT_EQ(told("there is no robot 'pusch'", written), at_its_place("there is no robot 'pusch'"));
  EXPECT_EQ(told("'name' expects a name, is '7up'", written),
            at_its_place("'name' expects a name, is '7up'"));
  EXPECT_EQ(told("there is no robot 'pusch'"), at_its_place("there is no robot '...'"));
}

TEST(Discreet, TheFirstErrorIsTheReason) {
  Findings findings;
  EXPECT_EQ(discreet_reason(findings, ""), "");
  findings.warn({"a.yaml", 1}, "'xx' is odd");
  EXPECT_EQ(discreet_reason(findings, ""), "a.yaml:1: warning: '...' is odd");
  findings.error({"a.yaml", 2}, "is wrong");
  EXPECT_EQ(discreet_reason(findings, ""), "a.yaml:2: error: is wrong");
}

}  // namespace
}  // namespace tandem
