// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tandem {

// What makes one trial of a robot program differ from another. The seed draws where the robot
// begins, what stands where, and what people and sensors do.
struct TrialOptions {
  std::uint64_t seed = 1;
  bool is_twin = false;  // the robot is the twin of a stand-in, behind its gate
  bool tells = false;    // each state of its mission on standard error
};

// For perception beside a world in one process: pictures of a virtual robot need not be compressed
// for a network that there is not. Those of a twin are, as robots send them.
inline std::vector<std::string> eye_arguments(bool is_twin) {
  return {"-p", is_twin ? "transport:=compressed" : "transport:=raw"};
}

}  // namespace tandem
