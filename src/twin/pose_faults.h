// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/random.h"
#include "base/time.h"
#include "scenario/fault.h"
#include "twin/twin_motion.h"

namespace tandem {

// A pose between a tracker and the twin, and how much later than it would it arrives.
struct PoseUnderWay {
  TrackedPose pose;
  Duration delay{};
};

// What a fault of poses does to those of its robot, whose twin this is. Each pose draws as many
// random numbers, whatever they say. Adds how many it changed to `hits`. `since` is for how long
// the fault is there.
void disturb(std::vector<PoseUnderWay>& poses, const Fault& fault, const TwinMotion& twin,
             Duration since, Random& random, std::uint64_t& hits);

}  // namespace tandem
