// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/yaml_document.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "scenario/testing.h"

namespace tandem {
namespace {

using ::testing::HasSubstr;

std::string only_finding(std::string_view text) {
  Findings findings;
  EXPECT_FALSE(parse_yaml(text, "f.yaml", findings));
  EXPECT_EQ(findings.all().size(), 1u);
  return findings.all().empty() ? "" : to_string(findings.all().front());
}

YamlNode parsed(std::string_view text) {
  Findings findings;
  std::optional<YamlNode> node = parse_yaml(text, "f.yaml", findings);
  EXPECT_TRUE(node) << (findings.all().empty() ? "" : to_string(findings.all().front()));
  return node.value_or(YamlNode{});
}

TEST(YamlDocument, KeepsOrderAndPlaceOfEveryValue) {
  const YamlNode root = parsed("b: 1\na:\n  - x\n  - {k: v}\n");
  ASSERT_EQ(root.entries.size(), 2u);
  EXPECT_EQ(root.entries[0].key, "b");
  EXPECT_EQ(root.entries[1].place.line, 2);
  const YamlNode& list = root.entries[1].value;
  ASSERT_EQ(list.items.size(), 2u);
  EXPECT_EQ(list.items[1].place.line, 4);
  EXPECT_EQ(list.items[1].find("k")->text, "v");
}

TEST(YamlDocument, ResolvesAliasesAndMergeKeysWithTheMapsOwnValuesFirst) {
  const YamlNode root = parsed("base: &b {x: 1, y: 2}\nthing: {<<: *b, y: 3}\nsame: *b\n");
  const YamlNode& thing = *root.find("thing");
  EXPECT_EQ(thing.entries.size(), 2u);
  EXPECT_EQ(thing.find("x")->text, "1");
  EXPECT_EQ(thing.find("y")->text, "3");
  EXPECT_EQ(root.find("same")->find("y")->text, "2");
}

TEST(YamlDocument, OverlayReplacesSingleValuesOfMapsAndWholeLists) {
  const YamlNode result = merged(parsed("{drive: {type: skid, speed: 1}, list: [1, 2]}"),
                                 parsed("{drive: {speed: 5}, list: [7], extra: on}"));
  EXPECT_EQ(result.find("drive")->find("type")->text, "skid");
  EXPECT_EQ(result.find("drive")->find("speed")->text, "5");
  EXPECT_EQ(result.find("list")->items.size(), 1u);
  EXPECT_EQ(result.find("extra")->text, "on");
}

TEST(YamlDocument, DuplicateKeyIsAnErrorThatNamesBothLines) {
  EXPECT_EQ(only_finding("a: 1\nb: 2\na: 3\n"),
            "f.yaml:3: error: 'a' is given twice, first in line 1");
}

TEST(YamlDocument, WhatIsNotYamlIsAnErrorWithItsLine) {
  EXPECT_THAT(only_finding("a: 1\nb: [1, 2\n"), HasSubstr("f.yaml:"));
  EXPECT_THAT(only_finding("a:\n\t- 1\n"), HasSubstr("f.yaml:2: error"));
  EXPECT_THAT(only_finding("a: *nobody\n"), HasSubstr("f.yaml:1: error"));
  EXPECT_THAT(only_finding("a: 1\n---\nb: 2\n"), HasSubstr("f.yaml:3: error: a second document"));
  EXPECT_THAT(only_finding("? [a, b]\n: 1\n"), HasSubstr("a key must be a word, is a list"));
  EXPECT_THAT(only_finding("a: !magic 1\n"), HasSubstr("tag"));
  EXPECT_THAT(only_finding("a: &a [*a]\n"), HasSubstr("inside the value it refers to"));
  EXPECT_THAT(only_finding("a: {<<: 3}\n"), HasSubstr("'<<' expects a map"));
}

TEST(YamlDocument, AliasBombIsRefused) {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 20; ++i) {
    bomb += fmt::format("a{0}: &a{0} [", i);
    for (int j = 0; j < 9; ++j) bomb += fmt::format("{}*a{}", j ? ", " : "", i - 1);
    bomb += "]\n";
  }
  EXPECT_THAT(only_finding(bomb), HasSubstr("more than 100000 values"));
}

TEST(YamlDocument, DeepNestingIsRefusedHoweverItIsWritten) {
  EXPECT_THAT(only_finding(std::string(100'000, '[')), HasSubstr("nested more than 64"));
  EXPECT_THAT(only_finding("a: " + std::string(100'000, '{')), HasSubstr("nested more than 64"));
  std::string dashes, questions;
  for (int i = 0; i < 50'000; ++i) {
    dashes += "- ";
    questions += "? ";
  }
  EXPECT_THAT(only_finding(dashes + "x"), HasSubstr("nested more than 64"));
  EXPECT_THAT(only_finding(questions + "x"), HasSubstr("nested more than 64"));
}

std::string finding_of(const std::filesystem::path& file) {
  Findings findings;
  EXPECT_FALSE(read_yaml(file, findings));
  EXPECT_EQ(findings.all().size(), 1u);
  return findings.all().empty() ? "" : findings.all().front().message;
}

TEST(YamlFile, WhatCannotBeReadIsOneSentence) {
  const TestFolder folder;
  EXPECT_EQ(finding_of(folder.path() / "absent.yaml"), "no such file");
  EXPECT_EQ(finding_of(folder.path()), "is a folder, expected a file");
  ASSERT_EQ(::mkfifo((folder.path() / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(finding_of(folder.path() / "pipe"), "is not a regular file");
  EXPECT_EQ(finding_of("/dev/zero"), "is not a regular file");
}

TEST(YamlFile, BinaryContentIsRefused) {
  const TestFolder folder;
  const auto write = [&](const std::string& text) { return folder.write("file.yaml", text); };
  EXPECT_EQ(finding_of(write(std::string("a: 1\nb: \0\n", 10))), "is not UTF-8 text: byte 0x00");
  EXPECT_EQ(finding_of(write("\x7f"
                             "ELF")),
            "is not UTF-8 text: byte 0x7f");
  EXPECT_EQ(finding_of(write("a: \xff\xfe\n")), "is not UTF-8 text: byte 0xff");
}

TEST(YamlFile, GiantsAreRefusedWithoutReadingThem) {
  const TestFolder folder;
  const std::filesystem::path file = folder.write("file.yaml", "a: 1\n");
  std::filesystem::resize_file(file, 20ull << 30);  // sparse: takes no room
  EXPECT_THAT(finding_of(file), HasSubstr("has 20480.0 MiB"));
}

}  // namespace
}  // namespace tandem
