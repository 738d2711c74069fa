// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tandem {

// For tests: messages that real ROS 2 serialised (interfaces/golden/cdr).
struct GoldenSample {
  std::string type;
  std::string sample;       // "default", "random" or "extreme"
  std::string fields_json;  // as text, so that this header stays light
  std::vector<std::byte> cdr;

  std::string name() const { return type + " " + sample; }
};

const std::vector<GoldenSample>& golden_samples();

}  // namespace tandem
