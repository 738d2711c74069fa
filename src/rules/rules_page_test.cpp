// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "rules/rule_kind.h"
#include "test_places.h"

namespace tandem {
namespace {

// What docs/rules.md says under each heading of the third level.
std::map<std::string, std::string> headings_of_page() {
  std::ifstream stream(source_folder() / "docs/rules.md");
  std::map<std::string, std::string> headings;
  std::string line, heading;
  while (std::getline(stream, line)) {
    if (line.starts_with("## ")) heading.clear();
    if (line.starts_with("### "))
      heading = line.substr(4);
    else if (!heading.empty())
      headings[heading] += line + "\n";
  }
  return headings;
}

TEST(RulesPage, ExplainsEveryKeyOfEveryRule) {
  auto headings = headings_of_page();
  for (const RuleKind& kind : rule_kinds()) {
    ASSERT_TRUE(headings.contains(std::string(kind.type))) << kind.type;
    for (const std::string_view key : kind.keys)
      EXPECT_NE(headings[std::string(kind.type)].find(fmt::format("| `{}` |", key)),
                std::string::npos)
          << kind.type << " does not explain " << key;
  }
}

TEST(RulesPage, NamesEveryEventOfEveryRule) {
  auto headings = headings_of_page();
  for (const RuleKind& kind : rule_kinds())
    for (const std::string_view event : kind.events)
      EXPECT_NE(headings[std::string(kind.type)].find(fmt::format("`{}`", event)),
                std::string::npos)
          << kind.type << " does not tell of " << event;
}

TEST(RulesPage, HasNoKeysThatNobodyReads) {
  for (const auto& [heading, text] : headings_of_page()) {
    const RuleKind* kind = find_rule_kind(heading);
    ASSERT_NE(kind, nullptr) << heading;
    for (std::size_t at = text.find("| `"); at != std::string::npos; at = text.find("\n| `", at)) {
      const std::size_t begin = text.find('`', at) + 1;
      const std::string key = text.substr(begin, text.find('`', begin) - begin);
      EXPECT_NE(std::ranges::find(kind->keys, key), kind->keys.end()) << heading << ": " << key;
      at = begin;
    }
  }
}

}  // namespace
}  // namespace tandem
