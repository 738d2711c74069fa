// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/file_trace.h"

namespace tandem {

namespace {

thread_local FileTrace* innermost = nullptr;

}  // namespace

FileTrace::FileTrace() : outer_(innermost) { innermost = this; }

FileTrace::~FileTrace() { innermost = outer_; }

void note_file(const std::filesystem::path& file) {
  if (!innermost) return;
  std::error_code ignored;
  const auto name = std::filesystem::absolute(file, ignored).lexically_normal();
  for (FileTrace* trace = innermost; trace; trace = trace->outer_) trace->files_.insert(name);
}

}  // namespace tandem
