// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "ports/web/server.h"

namespace tandem::web {

// The built page: everything in a folder, and nothing outside of it. A file is read when it is
// first asked for, and again when it was written since. Without such a folder there is a sentence
// in its place. Belongs to one thread.
class PageFiles {
 public:
  explicit PageFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}

  HttpReply get(std::string_view path);
  bool is_built() const;

 private:
  struct File {
    std::filesystem::file_time_type written;
    std::uintmax_t size = 0;
    HttpReply reply;
  };
  const std::filesystem::path folder_;
  std::map<std::string, File, std::less<>> files_;  // those that were read, by path
};

// Where the page is when Tandem runs from its source tree; TANDEM_PAGE overrides it.
std::filesystem::path page_folder();

}  // namespace tandem::web
