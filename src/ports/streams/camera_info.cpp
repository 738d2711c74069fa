// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/streams/camera_info.h"

namespace tandem {

std::string info_topic_beside(const std::string& image_topic) {
  const std::size_t slash = image_topic.rfind('/');
  return (slash == std::string::npos ? "" : image_topic.substr(0, slash + 1)) + "camera_info";
}

sensor_msgs::msg::CameraInfo camera_info_of(const LensConfig& lens, int width, int height) {
  sensor_msgs::msg::CameraInfo info;
  info.width = static_cast<std::uint32_t>(width);
  info.height = static_cast<std::uint32_t>(height);
  const bool is_fisheye = lens.type == LensType::fisheye;
  info.distortion_model = is_fisheye ? "equidistant" : "plumb_bob";
  info.d.assign(lens.distortion.begin(), lens.distortion.begin() + (is_fisheye ? 4 : 5));
  info.k = {lens.fx_px, 0, lens.cx_px, 0, lens.fy_px, lens.cy_px, 0, 0, 1};
  info.r = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  info.p = {lens.fx_px, 0, lens.cx_px, 0, 0, lens.fy_px, lens.cy_px, 0, 0, 0, 1, 0};
  return info;
}

}  // namespace tandem
