// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/perception/annotation.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace tandem {

namespace {

cv::Scalar color_of(Annotation::Ink ink) {
  switch (ink) {
    case Annotation::Ink::region:
      return {250, 210, 60};
    case Annotation::Ink::contour:
      return {40, 230, 70};
    case Annotation::Ink::fit:
      return {40, 80, 255};
    case Annotation::Ink::curve:
      return {40, 240, 240};
  }
  return {};
}

// OpenCV draws far outside of a picture at the price of its length, and overflows at some point.
cv::Point point_of(Vec2 px) {
  const auto whole = [](double value) {
    return static_cast<int>(std::lround(std::clamp(value, -20000.0, 20000.0)));
  };
  return {whole(px.x), whole(px.y)};
}

// White on a black rim, to be read on anything, and above what is written there already.
void write(cv::Mat& canvas, const std::string& text, cv::Point at, std::vector<cv::Rect>& written) {
  constexpr int font = cv::FONT_HERSHEY_SIMPLEX;
  constexpr double scale = 0.5;
  const cv::Size size = cv::getTextSize(text, font, scale, 1, nullptr);
  at.x = std::clamp(at.x, 2, std::max(2, canvas.cols - size.width - 2));
  at.y = std::clamp(at.y, size.height + 2, std::max(size.height + 2, canvas.rows - 4));
  const auto box = [&] {
    return cv::Rect(at.x, at.y - size.height - 2, size.width, size.height + 6);
  };
  const auto is_taken = [&](const cv::Rect& other) { return (box() & other).area() > 0; };
  while (at.y > size.height + 2 && std::ranges::any_of(written, is_taken)) at.y -= 4;
  written.push_back(box());
  cv::putText(canvas, text, at, font, scale, {0, 0, 0}, 3, cv::LINE_AA);
  cv::putText(canvas, text, at, font, scale, {255, 255, 255}, 1, cv::LINE_AA);
}

}  // namespace

void draw(const Annotation& annotation, RgbImage& image) {
  cv::Mat canvas(image.height, image.width, CV_8UC3, image.rgb.data());
  for (const Annotation::Stroke& stroke : annotation.strokes) {
    std::vector<cv::Point> points;
    for (const Vec2& px : stroke.points_px) points.push_back(point_of(px));
    const int thickness = stroke.ink == Annotation::Ink::region ? 1 : 2;
    cv::polylines(canvas, points, stroke.is_closed, color_of(stroke.ink), thickness, cv::LINE_AA);
  }
  for (const Vec2& px : annotation.dots_px)
    cv::circle(canvas, point_of(px), 5, {240, 30, 30}, cv::FILLED, cv::LINE_AA);
  std::vector<cv::Rect> written;
  int y = 0;
  for (const std::string& line : annotation.lines) write(canvas, line, {8, y += 20}, written);
  for (const Annotation::Text& label : annotation.labels)
    write(canvas, label.text, point_of(label.at_px), written);
}

}  // namespace tandem
