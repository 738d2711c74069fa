// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>

namespace tandem {

// For as long as it lives, this thread finds files elsewhere than other files say: those of a
// recording lie in a folder of their own, and name each other by paths of the machine that they
// were read on.
class FileDetour {
 public:
  // Where the file of a path is, or the path itself.
  using Find = std::function<std::filesystem::path(const std::filesystem::path&)>;

  explicit FileDetour(Find find);
  ~FileDetour();
  FileDetour(const FileDetour&) = delete;
  FileDetour& operator=(const FileDetour&) = delete;

 private:
  friend std::filesystem::path detoured(const std::filesystem::path& path);

  FileDetour* const outer_;
  const Find find_;
};

// For who looks for a file by a path that another file says: where to look for it.
std::filesystem::path detoured(const std::filesystem::path& path);

}  // namespace tandem
