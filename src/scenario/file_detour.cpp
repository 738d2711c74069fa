// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/file_detour.h"

#include <utility>

namespace tandem {

namespace {

thread_local FileDetour* innermost = nullptr;

}  // namespace

FileDetour::FileDetour(Find find) : outer_(innermost), find_(std::move(find)) { innermost = this; }

FileDetour::~FileDetour() { innermost = outer_; }

std::filesystem::path detoured(const std::filesystem::path& path) {
  return innermost ? innermost->find_(path) : path;
}

}  // namespace tandem
