// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/time.h"
#include "scenario/twin_config.h"

namespace tandem {

// Who measures: the simulation, the real robot, or both.
enum class SensorReality { virtual_, real, mixed };

// What a real bumper sends.
enum class RealContactType {
  flag,      // std_msgs/Bool: something touches
  contacts,  // tandem_msgs/Contacts
};

// How the measurements of a real sensor come together with those of the virtual one beside it.
struct MixConfig {
  std::string real_topic;  // in the robot's namespace; empty: hardware/ and the virtual one's
  std::string topic;       // of the mixed stream; empty: mixed/ and the virtual one's
  Duration stale_after = 300ms;
  StampSource stamps = StampSource::automatic;
  Duration latency{};       // of the real sensor's data at least, for clocks that cannot tell
  double real_yaw_rad = 0;  // where the real lidar's zero is, seen from the virtual one
  bool goes_on_without_real = false;  // with the virtual measurements alone
  RealContactType contact_type = RealContactType::flag;

  friend bool operator==(const MixConfig&, const MixConfig&) = default;
};

}  // namespace tandem
