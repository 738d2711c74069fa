// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "version.h"

#include <string_view>

#include "commit.h"  // made by cmake/commit.cmake in every build; no other file depends on it

namespace tandem {

std::string version_with_commit() {
  constexpr std::string_view commit = TANDEM_COMMIT;
  std::string version = TANDEM_VERSION;
  if (!commit.empty()) version.append(" (").append(commit).append(")");
  return version;
}

}  // namespace tandem
