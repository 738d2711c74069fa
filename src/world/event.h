// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace tandem {

// Something that happened, for programs by its name and for people by its sentence.
struct WorldEvent {
  std::string name;
  std::string robot{};  // empty: none
  std::string text{};
  std::vector<std::pair<std::string, std::string>> values{};
};

}  // namespace tandem
