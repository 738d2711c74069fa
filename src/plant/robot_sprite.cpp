// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "plant/robot_sprite.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "tracking/marker_dictionary.h"

namespace tandem {

namespace {

constexpr double texel_m = 0.001;
constexpr int samples = 4;  // a side of a texel
constexpr double black = 0.06, paper = 0.88, body = 0.22, rim = 0.13, light = 0.5;

// Nothing beside its paper.
std::optional<double> marker_albedo(const FilmedRobot& robot, Vec2 in_marker) {
  static const MarkerDictionary& dictionary = *find_dictionary("4x4_250");
  const int cells = dictionary.cells, across = cells + 2;
  const double cell = robot.marker_size_m / across;
  const double column = in_marker.x / cell + across / 2.0, row = across / 2.0 - in_marker.y / cell;
  if (column < -1 || row < -1 || column > across + 1 || row > across + 1) return std::nullopt;
  const int x = static_cast<int>(std::floor(column)) - 1, y = static_cast<int>(std::floor(row)) - 1;
  if (x < -1 || y < -1 || x > cells || y > cells) return paper;
  if (x < 0 || y < 0 || x >= cells || y >= cells) return black;
  const std::uint64_t code = dictionary.codes[static_cast<std::size_t>(robot.marker)];
  return (code >> (cells * cells - 1 - (y * cells + x)) & 1) != 0 ? paper : black;
}

// A plate with a darker rim and a light at its front, and the marker on it. Nothing beside it.
std::optional<double> top_albedo(const FilmedRobot& robot, Vec2 in_robot) {
  if (const auto marked = marker_albedo(robot, inverse(robot.robot_from_marker) * in_robot))
    return marked;
  const double off = std::hypot(in_robot.x, in_robot.y) / robot.radius_m;
  if (off > 1) return std::nullopt;
  if (off > 0.93) return rim;
  const bool is_front = in_robot.x > 0 && std::abs(std::atan2(in_robot.y, in_robot.x)) < 0.12;
  return is_front && off > 0.8 ? light : body;
}

void blur(std::vector<RobotSprite::Shade>& texels, int across, double deviation) {
  const int reach = static_cast<int>(std::ceil(3 * deviation));
  std::vector<float> weights;
  float total = 0;
  for (int i = -reach; i <= reach; ++i) {
    weights.push_back(static_cast<float>(std::exp(-i * i / (2 * deviation * deviation))));
    total += weights.back();
  }
  for (float& weight : weights) weight /= total;
  for (const bool is_row : {true, false}) {
    const std::vector<RobotSprite::Shade> before = texels;
    for (int y = 0; y < across; ++y)
      for (int x = 0; x < across; ++x) {
        RobotSprite::Shade sum;
        for (int i = -reach; i <= reach; ++i) {
          const int sx = is_row ? std::clamp(x + i, 0, across - 1) : x;
          const int sy = is_row ? y : std::clamp(y + i, 0, across - 1);
          const RobotSprite::Shade& other = before[static_cast<std::size_t>(sy * across + sx)];
          const float weight = weights[static_cast<std::size_t>(i + reach)];
          sum.albedo += weight * other.albedo;
          sum.coverage += weight * other.coverage;
        }
        texels[static_cast<std::size_t>(y * across + x)] = sum;
      }
  }
}

}  // namespace

RobotSprite::RobotSprite(const FilmedRobot& robot, double blur_m) : robot_(robot) {
  // the paper's corners may reach over the robot's edge
  const Vec2 marker = robot.robot_from_marker.translation;
  const double paper_m =
      std::hypot(marker.x, marker.y) + std::sqrt(0.5) * robot.marker_size_m * 8 / 6;
  reach_m_ = std::max(robot.radius_m, paper_m) + 3 * blur_m + 3 * texel_m;
  across_ = 2 * static_cast<int>(std::ceil(reach_m_ / texel_m));
  reach_m_ = across_ / 2 * texel_m;
  texels_.resize(static_cast<std::size_t>(across_) * static_cast<std::size_t>(across_));
  for (int y = 0; y < across_; ++y)
    for (int x = 0; x < across_; ++x) {
      Shade& texel = texels_[static_cast<std::size_t>(y * across_ + x)];
      for (int i = 0; i < samples * samples; ++i) {
        const Vec2 at{(x + (i % samples + 0.5) / samples) * texel_m - reach_m_,
                      (y + (i / samples + 0.5) / samples) * texel_m - reach_m_};
        const auto albedo = top_albedo(robot, at);
        if (!albedo) continue;
        texel.albedo += static_cast<float>(*albedo / (samples * samples));
        texel.coverage += 1.0F / (samples * samples);
      }
    }
  if (blur_m > 0.1 * texel_m) blur(texels_, across_, blur_m / texel_m);
}

RobotSprite::Shade RobotSprite::at(Vec2 in_robot) const {
  const double x = (in_robot.x + reach_m_) / texel_m - 0.5;
  const double y = (in_robot.y + reach_m_) / texel_m - 0.5;
  if (!(x >= 0 && y >= 0 && x < across_ - 1 && y < across_ - 1)) return {};
  const int column = static_cast<int>(x), row = static_cast<int>(y);
  const auto right = static_cast<float>(x - column), down = static_cast<float>(y - row);
  const Shade* upper = &texels_[static_cast<std::size_t>(row * across_ + column)];
  const Shade* lower = upper + across_;
  const auto mix = [&](float a, float b, float c, float d) {
    return (1 - down) * ((1 - right) * a + right * b) + down * ((1 - right) * c + right * d);
  };
  return {mix(upper[0].albedo, upper[1].albedo, lower[0].albedo, lower[1].albedo),
          mix(upper[0].coverage, upper[1].coverage, lower[0].coverage, lower[1].coverage)};
}

}  // namespace tandem
