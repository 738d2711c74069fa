// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <utility>

namespace tandem {

// A file to read, or a text that somebody gave instead, with the name that findings call it by.
struct SourceFile {
  std::filesystem::path path;
  std::shared_ptr<const std::string> text;  // null: it is in the file

  SourceFile() = default;
  SourceFile(std::filesystem::path file) : path(std::move(file)) {}
  SourceFile(std::string name, std::string given)
      : path(std::move(name)), text(std::make_shared<const std::string>(std::move(given))) {}
};

}  // namespace tandem
