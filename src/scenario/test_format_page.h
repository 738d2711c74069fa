// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "scenario/schema.h"
#include "test_places.h"

namespace tandem {

// Each section of a kind of file has a heading on its page, with a row for every key.
inline void expect_page_explains(const std::string& page_file,
                                 const std::vector<Section>& sections) {
  std::ifstream stream(source_folder() / page_file);
  const std::string page(std::istreambuf_iterator<char>(stream), {});
  ASSERT_FALSE(page.empty()) << page_file;
  for (const Section& section : sections) {
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

}  // namespace tandem
