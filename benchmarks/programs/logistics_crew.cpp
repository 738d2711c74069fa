// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/programs/logistics_crew.h"

#include <fmt/format.h>

#include <utility>

#include "benchmarks/programs/trial.h"

namespace tandem {

std::vector<std::string> rear_eye_arguments(bool is_twin) {
  std::vector<std::string> arguments = eye_arguments(is_twin);
  for (const char* word :
       {"-r", "__node:=perception_rear", "-p", "image_topic:=camera_rear/image_raw", "-p",
        "camera_info_topic:=camera_rear/camera_info"})
    arguments.emplace_back(word);
  for (const std::string name : {"select", "sight", "debug_image", "debug_image/compressed"}) {
    arguments.emplace_back("-r");
    arguments.push_back(fmt::format("perception/{0}:=perception_rear/{0}", name));
  }
  return arguments;
}

namespace {

std::vector<std::string> for_robot(bool is_twin) {
  if (!is_twin) return {};
  return {"-p", "parameter_set:=physical"};
}

}  // namespace

LogisticsCrew::LogisticsCrew(const LockstepWorld& world, bool is_twin,
                             std::vector<std::string> arguments)
    : navigator(std::in_place, world.node_options(for_robot(is_twin))),
      front(std::in_place, world.node_options(eye_arguments(is_twin))),
      rear(std::in_place, world.node_options(rear_eye_arguments(is_twin))),
      program(std::in_place, world.node_options(std::move(arguments))) {}

}  // namespace tandem
