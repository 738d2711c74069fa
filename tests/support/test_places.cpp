// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "test_places.h"

namespace tandem {

std::filesystem::path source_folder() { return TANDEM_SOURCE_DIR; }

std::filesystem::path program_beside_test(const std::string& name) {
  return std::filesystem::read_symlink("/proc/self/exe").replace_filename(name);
}

}  // namespace tandem
