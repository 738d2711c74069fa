// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <set>
#include <vector>

namespace tandem {

// Notes which files this thread reads for as long as it lives, so that a recording can take them
// along. Traces may be inside of others.
class FileTrace {
 public:
  FileTrace();
  ~FileTrace();
  FileTrace(const FileTrace&) = delete;
  FileTrace& operator=(const FileTrace&) = delete;

  // Absolute, sorted.
  std::vector<std::filesystem::path> files() const { return {files_.begin(), files_.end()}; }

 private:
  friend void note_file(const std::filesystem::path& file);

  FileTrace* const outer_;
  std::set<std::filesystem::path> files_;
};

// For who reads a file, to all traces of this thread.
void note_file(const std::filesystem::path& file);

}  // namespace tandem
