// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "ports/web/server.h"

namespace tandem::web {

// The built page: everything in a folder, read once, and nothing outside of it. Without such a
// folder there is a sentence in its place.
class PageFiles {
 public:
  explicit PageFiles(const std::filesystem::path& folder);

  HttpReply get(std::string_view path) const;
  bool is_empty() const { return files_.empty(); }

 private:
  std::map<std::string, HttpReply, std::less<>> files_;  // by path
};

// Where the page is when Tandem runs from its source tree; TANDEM_PAGE overrides it.
std::filesystem::path page_folder();

}  // namespace tandem::web
