// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/camera_infos.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tandem {

namespace {

constexpr std::uint32_t most_pixels = 1 << 16;  // along a side
constexpr std::size_t longest_quote = 60;

// The topic without the transport that carries it.
std::string_view base_topic(std::string_view topic) {
  constexpr std::string_view transport = "/compressed";
  if (topic.ends_with(transport)) topic.remove_suffix(transport.size());
  return topic;
}

bool is_rectified(std::string_view topic) {
  topic = base_topic(topic);
  return topic.substr(topic.rfind('/') + 1).starts_with("image_rect");
}

bool are_numbers(const auto& values) {
  return std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
}

}  // namespace

std::string camera_info_topic_of(std::string_view image_topic) {
  const std::string_view base = base_topic(image_topic);
  return std::string(base.substr(0, base.rfind('/') + 1)) + "camera_info";
}

Result<ToldCamera> told_camera(const sensor_msgs::msg::CameraInfo& info,
                               std::string_view image_topic) {
  ToldCamera told{.lens = {}, .frame = info.header.frame_id};
  PictureLens& lens = told.lens;
  if (info.width < 1 || info.height < 1 || info.width > most_pixels || info.height > most_pixels)
    return Error{
        fmt::format("its camera_info is for pictures of {} x {}", info.width, info.height)};
  lens.width = static_cast<int>(info.width);
  lens.height = static_cast<int>(info.height);
  lens.fx = info.k[0];
  lens.fy = info.k[4];
  lens.cx = info.k[2];
  lens.cy = info.k[5];
  const bool has_straight = info.p[0] > 0 && info.p[5] > 0 && are_numbers(info.p);
  if (is_rectified(image_topic) && has_straight) {
    lens.fx = info.p[0];
    lens.fy = info.p[5];
    lens.cx = info.p[2];
    lens.cy = info.p[6];
    return told;
  }
  if (!(lens.fx > 0) || !(lens.fy > 0) || !are_numbers(info.k))
    return Error{"its camera_info has no focal length: the camera is not calibrated"};
  const bool is_fisheye = info.distortion_model == "equidistant";
  if (!is_fisheye && std::ranges::all_of(info.d, [](double value) { return value == 0; }))
    return told;
  const std::size_t most = is_fisheye ? 4 : 8;
  if (!is_fisheye && info.distortion_model != "plumb_bob" &&
      info.distortion_model != "rational_polynomial")
    return Error{fmt::format(
        "the distortion model '{}' of its camera_info is not known; expected plumb_bob, "
        "rational_polynomial or equidistant",
        info.distortion_model.substr(0, longest_quote))};
  if (info.d.size() > most || !are_numbers(info.d))
    return Error{
        fmt::format("its camera_info has {} coefficients of distortion; expected {} numbers",
                    info.d.size(), most)};
  lens.model = info.distortion_model;
  lens.distortion = info.d;
  return told;
}

}  // namespace tandem
