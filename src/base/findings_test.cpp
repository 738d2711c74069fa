// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "base/findings.h"

#include <gtest/gtest.h>

#include "base/hash.h"

namespace tandem {
namespace {

TEST(Findings, NamePlaceAndKind) {
  EXPECT_EQ(to_string({Severity::error, {"a.yaml", 14}, "must be positive, is -1"}),
            "a.yaml:14: error: must be positive, is -1");
  EXPECT_EQ(to_string({Severity::warning, {"a.yaml", 0}, "is empty"}), "a.yaml: warning: is empty");
}

TEST(Findings, WarningsDoNotCountAsErrors) {
  Findings findings;
  findings.warn({"a", 1}, "hm");
  EXPECT_FALSE(findings.has_errors());
  findings.error({"a", 2}, "no");
  EXPECT_TRUE(findings.has_errors());
  EXPECT_EQ(findings.warning_count(), 1);
  EXPECT_EQ(findings.error_count(), 1);
}

TEST(Hash, DependsOnEveryValueAndOnTheirOrder) {
  const auto of = [](auto... values) {
    Hash hash;
    (hash.add(values), ...);
    return hash.value();
  };
  EXPECT_EQ(of(1.0, 2.0), of(1.0, 2.0));
  EXPECT_NE(of(1.0, 2.0), of(2.0, 1.0));
  EXPECT_NE(of(0.0), of(-0.0));
  EXPECT_NE(of(std::string_view("ab"), std::string_view("c")),
            of(std::string_view("a"), std::string_view("bc")));
}

}  // namespace
}  // namespace tandem
