// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "base/findings.h"
#include "geometry/pose.h"

namespace tandem {

// A folder for the files of one test, gone with it.
class TestFolder {
 public:
  TestFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "tandem-test-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~TestFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

  std::filesystem::path write(const std::filesystem::path& name, std::string_view content) const {
    const std::filesystem::path file = path_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary)
        .write(content.data(), static_cast<std::streamsize>(content.size()));
    return file;
  }

 private:
  std::filesystem::path path_;
};

// Every finding on a line of its own, as a person would see them.
inline std::string all_text(const Findings& findings) {
  std::string text;
  for (const Finding& finding : findings.all()) text += to_string(finding) + "\n";
  return text;
}

// A finding on that line whose text contains the words.
inline bool has_finding(const Findings& findings, Severity severity, int line,
                        std::string_view words) {
  for (const Finding& finding : findings.all())
    if (finding.severity == severity && finding.place.line == line &&
        finding.message.find(words) != std::string::npos)
      return true;
  return false;
}

#define EXPECT_ERROR(findings, line, words)                                     \
  EXPECT_TRUE(has_finding(findings, tandem::Severity::error, line, words))      \
      << "expected an error on line " << (line) << " with: " << (words) << "\n" \
      << all_text(findings)
#define EXPECT_WARNING(findings, line, words)                                    \
  EXPECT_TRUE(has_finding(findings, tandem::Severity::warning, line, words))     \
      << "expected a warning on line " << (line) << " with: " << (words) << "\n" \
      << all_text(findings)

inline void expect_near(const Vec3& actual, const Vec3& expected, double tolerance = 1e-9) {
  EXPECT_NEAR(actual.x, expected.x, tolerance);
  EXPECT_NEAR(actual.y, expected.y, tolerance);
  EXPECT_NEAR(actual.z, expected.z, tolerance);
}

}  // namespace tandem
