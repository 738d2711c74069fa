// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tracking/annotation.h"

#include <fmt/format.h>

#include <algorithm>
#include <opencv2/imgproc.hpp>
#include <vector>

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

RgbImage outlined(const GreyImage& image, std::span<const PictureOutline> outlines) {
  RgbImage result{image.width / 2, image.height / 2, {}};
  if (result.width <= 0 || result.height <= 0) return {};
  result.rgb.resize(3 * static_cast<std::size_t>(result.width) *
                    static_cast<std::size_t>(result.height));
  const cv::Mat whole(image.height, image.width, CV_8UC1,
                      const_cast<std::uint8_t*>(image.pixels.data()));
  cv::Mat small, picture(result.height, result.width, CV_8UC3, result.rgb.data());
  cv::resize(whole, small, picture.size(), 0, 0, cv::INTER_AREA);
  cv::cvtColor(small, picture, cv::COLOR_GRAY2RGB);
  for (const PictureOutline& outline : outlines) {
    const auto& corners = outline.corners_px;
    const cv::Scalar& color = outline.is_good ? green : orange;
    for (std::size_t i = 0; i < 4; ++i)
      cv::line(picture, half(corners[i]), half(corners[(i + 1) % 4]), color, 1, cv::LINE_AA);
    const Vec2 middle = 0.25 * (corners[0] + corners[1] + corners[2] + corners[3]);
    cv::line(picture, half(middle), half(0.5 * (corners[1] + corners[2])), red, 1, cv::LINE_AA);
    // beside its paper
    double right = 0;
    for (const Vec2& corner : corners) right = std::max(right, corner.x);
    cv::Point at = half({right + 0.4 * (right - middle.x), middle.y});
    const int width =
        cv::getTextSize(outline.text, cv::FONT_HERSHEY_SIMPLEX, 0.4, 1, nullptr).width;
    // below it, where the words would leave the picture
    if (at.x + width > picture.cols) {
      double bottom = 0;
      for (const Vec2& corner : corners) bottom = std::max(bottom, corner.y);
      at = {std::max(0, picture.cols - width - 2), static_cast<int>(bottom / 2) + 22};
    }
    cv::putText(picture, outline.text, at, cv::FONT_HERSHEY_SIMPLEX, 0.4, color, 1, cv::LINE_AA);
  }
  return result;
}

RgbImage annotated(const GreyImage& image, std::span<const MarkerSight> sights) {
  std::vector<PictureOutline> outlines;
  for (const MarkerSight& sight : sights)
    if (sight.mark)
      outlines.push_back({sight.mark->corners_px, sight.pose.has_value(), text_of(sight)});
  return outlined(image, outlines);
}

}  // namespace tandem
