// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tracking/annotation.h"

#include <fmt/format.h>

#include <algorithm>
#include <opencv2/imgproc.hpp>

namespace tandem {

namespace {

const cv::Scalar green(60, 220, 60), orange(255, 160, 0), red(255, 60, 60);

cv::Point half(Vec2 pixel) {
  return {static_cast<int>(pixel.x / 2), static_cast<int>(pixel.y / 2)};
}

std::string text_of(const MarkerSight& sight) {
  if (!sight.pose) return fmt::format("{}: {}", sight.id, sight.why);
  const Pose2& pose = sight.pose->room_from_marker;
  return fmt::format("{}: {:.3f} {:.3f} m, {:.1f} deg", sight.id, pose.translation.x,
                     pose.translation.y, pose.yaw * 180 / CV_PI);
}

}  // namespace

RgbImage annotated(const GreyImage& image, std::span<const MarkerSight> sights) {
  RgbImage result{image.width / 2, image.height / 2, {}};
  if (result.width <= 0 || result.height <= 0) return {};
  result.rgb.resize(3 * static_cast<std::size_t>(result.width) *
                    static_cast<std::size_t>(result.height));
  const cv::Mat whole(image.height, image.width, CV_8UC1,
                      const_cast<std::uint8_t*>(image.pixels.data()));
  cv::Mat small, picture(result.height, result.width, CV_8UC3, result.rgb.data());
  cv::resize(whole, small, picture.size(), 0, 0, cv::INTER_AREA);
  cv::cvtColor(small, picture, cv::COLOR_GRAY2RGB);
  for (const MarkerSight& sight : sights) {
    if (!sight.mark) continue;
    const auto& corners = sight.mark->corners_px;
    const cv::Scalar& color = sight.pose ? green : orange;
    for (std::size_t i = 0; i < 4; ++i)
      cv::line(picture, half(corners[i]), half(corners[(i + 1) % 4]), color, 1, cv::LINE_AA);
    const Vec2 middle = 0.25 * (corners[0] + corners[1] + corners[2] + corners[3]);
    cv::line(picture, half(middle), half(0.5 * (corners[1] + corners[2])), red, 1, cv::LINE_AA);
    // beside its paper
    double right = 0;
    for (const Vec2& corner : corners) right = std::max(right, corner.x);
    cv::putText(picture, text_of(sight), half({right + 0.4 * (right - middle.x), middle.y}),
                cv::FONT_HERSHEY_SIMPLEX, 0.4, color, 1, cv::LINE_AA);
  }
  return result;
}

}  // namespace tandem
