// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/schema.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "test_places.h"

namespace tandem {
namespace {

TEST(ScenarioFormatPage, ExplainsEveryKeyUnderItsHeading) {
  const std::string page = [] {
    std::ifstream stream(source_folder() / "docs/scenario-format.md");
    return std::string(std::istreambuf_iterator<char>(stream), {});
  }();
  ASSERT_FALSE(page.empty());
  for (const Section& section : all_sections()) {
    const std::string heading = fmt::format("\n### {}\n", section.name);
    const std::size_t begin = page.find(heading);
    ASSERT_NE(begin, std::string::npos) << "no heading '" << section.name << "'";
    const std::size_t end = page.find("\n##", begin + heading.size());
    const std::string part = page.substr(begin, end == std::string::npos ? end : end - begin);
    for (const std::string_view key : section.keys)
      EXPECT_NE(part.find(fmt::format("| `{}` |", key)), std::string::npos)
          << section.name << " does not explain " << key;
  }
}

}  // namespace
}  // namespace tandem
