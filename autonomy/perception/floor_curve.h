// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "autonomy/perception/floor_camera.h"
#include "messages/geometry_msgs.h"

namespace tandem {

struct CurveSettings {
  double step_m = 0.02;
  double half_width_m = 0.05;  // to both sides of where it should go on; neighbours are farther
  double max_width_m = 0.12;   // what is wider is no line
  double max_range_m = 1.5;    // a pixel is several centimetres there
};

// Walks along a line on the floor that a mask shows, from where it is nearest to the robot to where
// it ends or leaves the picture. Rows of the mask count from `top`.
std::vector<Vec2> follow_curve(const cv::Mat& mask, int top, const FloorCamera& camera,
                               const CurveSettings& settings = {});

// The same, as messages have it.
std::vector<geometry_msgs::msg::Point> points_of(const std::vector<Vec2>& on_floor,
                                                 double floor_z_m);

}  // namespace tandem
