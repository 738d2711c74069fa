// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/findings.h"
#include "geometry/pose.h"
#include "scenario/mix_config.h"

namespace tandem {

// One value of a sensor as its file has it. What it means only the sensor knows.
struct WrittenSetting {
  std::string key;                  // of SDF a path: "lidar/scan/horizontal/samples"
  std::vector<std::string> values;  // one, or those of a list
  bool is_list = false;
  Place place;
};

// A sensor as a file describes it: what all kinds have in common, and the rest as written.
struct SensorDescription {
  std::string name;
  std::string type;  // as the file names it; the sensors know which there are
  Place place;
  bool is_sdf = false;  // type and settings have the names of SDF, else those of scenario files
  std::string link;     // or a frame of the model
  Pose link_from_sensor;
  std::optional<double> rate_hz;  // 0: every step
  Place rate_place;
  bool is_triggered_by_pose = false;
  std::string topic;     // empty: that of its kind
  std::string frame_id;  // empty: that of its link
  SensorReality reality = SensorReality::virtual_;
  MixConfig mix;  // of mixed ones
  std::vector<WrittenSetting> settings;
};

}  // namespace tandem
