// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "simulation/load_scenario.h"

namespace tandem {

// emaros in the middle of an empty room of 6 by 6 m, with one sensor of every kind.
inline std::shared_ptr<const Scenario> one_of_each(const std::string& more = "") {
  const std::string text = R"(
name: one_of_each
world: {generate: arena, size_x_m: 6, size_y_m: 6, wall_height_m: 0.5}
origin: {latitude_deg: 50, longitude_deg: 14}
map: {}
robots:
  - name: emaros
    model: emaros
    localization: ideal
    sensors:
      camera_front: {width_px: 160, height_px: 120, fov_deg: 90, noise: 0}
      camera_rear: off
      range_front: off
      range_front_left: off
      range_left: off
      range_rear_left: off
      range_rear: off
      range_rear_right: off
      range_right: off
      range_front_right: off
      NAME: {type: range, link: range_front_link, rate_hz: 20, fov_deg: 1, range_max_m: 5}
      pair: {type: stereo, link: camera_rear_optical_frame, width_px: 80, height_px: 60}
      top: {type: lidar_3d, pose: {z: 0.3, yaw_deg: 90}, rings: 8, columns: 90, fov_down_deg: -30, fov_up_deg: 0, range_max_m: 10}
      gnss: {type: gnss}
      truth: {type: ground_truth, rate_hz: 20}
)" + more;
  Findings findings;
  auto scenario = load_checked_scenario_text(text, "one_of_each", {}, findings);
  for (const Finding& finding : findings.all())
    if (finding.severity == Severity::error) ADD_FAILURE() << to_string(finding);
  return scenario;
}

}  // namespace tandem
