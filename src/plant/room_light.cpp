// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "plant/room_light.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/noise.h"
#include "scenario/image.h"

namespace tandem {

namespace {

constexpr double concrete = 0.42, joint = 0.3, tape = 0.68, beyond = 0.3;
constexpr double slab_m = 1, joint_m = 0.006, tape_m = 0.04;
constexpr double edge_m = 0.002;  // in which an edge goes from one to the other
constexpr double spot_radius_m = 0.09, halo_gap_m = 0.03, halo_width_m = 0.03;
constexpr double soft_m = 0.01;

double hashed(std::uint64_t seed, std::int64_t x, std::int64_t y) {
  std::uint64_t mixed = seed ^ (static_cast<std::uint64_t>(x) * 0x9e3779b97f4a7c15u) ^
                        (static_cast<std::uint64_t>(y) * 0xd1342543de82ef95u);
  mixed = (mixed ^ (mixed >> 31)) * 0xbf58476d1ce4e5b9u;
  mixed = (mixed ^ (mixed >> 29)) * 0x94d049bb133111ebu;
  return static_cast<double>((mixed ^ (mixed >> 32)) & 0xffffffffu) / 0x1.0p31 - 1;
}

// Between -1 and 1, smooth over a length.
double speckle(std::uint64_t seed, Vec2 at, double length_m) {
  const double x = at.x / length_m, y = at.y / length_m;
  const double fx = std::floor(x), fy = std::floor(y);
  const auto ix = static_cast<std::int64_t>(fx), iy = static_cast<std::int64_t>(fy);
  const auto ease = [](double t) { return t * t * (3 - 2 * t); };
  const double u = ease(x - fx), v = ease(y - fy);
  const double upper = (1 - u) * hashed(seed, ix, iy) + u * hashed(seed, ix + 1, iy);
  const double lower = (1 - u) * hashed(seed, ix, iy + 1) + u * hashed(seed, ix + 1, iy + 1);
  return (1 - v) * upper + v * lower;
}

// 1 inside of a line that is this far away, 0 outside of it.
double within(double distance_m, double half_m) {
  return std::clamp((half_m - distance_m) / edge_m + 0.5, 0.0, 1.0);
}

double mix(double a, double b, double share) { return a + share * (b - a); }

// Files and screens have the eye's scale, light has its own.
double light_of(double level) { return std::pow(level, 2.2); }

}  // namespace

double floor_albedo(const Area& area, Vec2 at, std::uint64_t seed) {
  const Vec2 in = inverse(area.world_from_center) * at;
  const double outside =
      std::max(std::abs(in.x) - area.size_x_m / 2, std::abs(in.y) - area.size_y_m / 2);
  double albedo =
      concrete * (1 + 0.06 * speckle(seed, at, 0.31) + 0.05 * speckle(seed + 1, at, 0.04) +
                  0.05 * speckle(seed + 2, at, 0.007));
  const double to_joint = std::min(std::abs(std::remainder(in.x + slab_m / 2, slab_m)),
                                   std::abs(std::remainder(in.y + slab_m / 2, slab_m)));
  albedo = mix(albedo, joint, within(to_joint, joint_m / 2));
  albedo = mix(albedo, beyond * (1 + 0.1 * speckle(seed + 3, at, 0.02)), within(-outside, 0));
  return mix(albedo, tape, within(std::abs(outside - tape_m / 2), tape_m / 2));
}

double lamp_level(const OverheadConfig& config, Duration time) {
  double level = 1;
  for (const LightChange& change : config.lighting) {
    if (time < change.at) break;
    const double share = change.during > Duration{}
                             ? std::min(1.0, seconds(time - change.at) / seconds(change.during))
                             : 1;
    level = mix(level, change.level, share);
  }
  if (config.flicker <= 0) return level;
  // lamps on 50 Hz flicker at 100; a long exposure sees the mean of it
  const double angle = 2 * std::numbers::pi * 100 * seconds(time);
  const double half = std::numbers::pi * 100 * seconds(config.exposure);
  const double mean = half > 1e-9 ? std::sin(half) / half : 1;
  return level * (1 + config.flicker * mean * std::sin(angle));
}

const std::array<float, 256>& light_of_levels() {
  static const std::array<float, 256> light = [] {
    std::array<float, 256> made{};
    for (std::size_t i = 0; i < made.size(); ++i)
      made[i] = static_cast<float>(light_of(static_cast<double>(i) / 255));
    return made;
  }();
  return light;
}

Result<Projector> Projector::make(const ProjectedLight& light, const Area& room,
                                  std::uint64_t seed) {
  Projector projector;
  projector.light_ = light;
  projector.area_ = light.area.value_or(room);
  projector.room_ = room;
  const double yaw = projector.area_.world_from_center.yaw;
  projector.along_ = {std::cos(yaw), std::sin(yaw)};
  projector.seed_ = seed;
  projector.eye_on_floor_ = room.world_from_center.translation;
  projector.eye_height_m_ = light.height_m;
  if (light.image.empty()) return projector;
  const auto image = read_gray_image(light.image);
  if (!image) return Error{image.error()};
  projector.width_ = image->width;
  projector.height_ = image->height;
  for (const std::uint16_t value : image->pixels)
    projector.brightness_.push_back(static_cast<float>(light_of(value / 65535.0)));
  return projector;
}

void Projector::show(int width, int height, std::span<const std::uint8_t> picture) {
  width_ = width;
  height_ = height;
  brightness_.resize(picture.size());
  const std::array<float, 256>& light = light_of_levels();
  for (std::size_t i = 0; i < picture.size(); ++i) brightness_[i] = light[picture[i]];
}

std::optional<Vec2> Projector::share_at(Vec2 on_floor) const {
  const Vec2 off = on_floor - area_.world_from_center.translation;
  const Vec2 in{along_.x * off.x + along_.y * off.y, along_.x * off.y - along_.y * off.x};
  const Vec2 share{in.x / area_.size_x_m + 0.5, 0.5 - in.y / area_.size_y_m};
  if (!(share.x >= 0 && share.y >= 0 && share.x < 1 && share.y < 1)) return std::nullopt;
  return share;
}

double Projector::picture(Vec2 on_floor) const {
  if (brightness_.empty()) return 0;
  const auto share = share_at(on_floor);
  if (!share) return 0;
  const double x = share->x * width_ - 0.5;
  const double y = share->y * height_ - 0.5;
  if (!(x >= 0 && y >= 0 && x < width_ - 1 && y < height_ - 1)) return 0;
  const int column = static_cast<int>(x), row = static_cast<int>(y);
  const double right = x - column, down = y - row;
  const float* upper = &brightness_[static_cast<std::size_t>(row * width_ + column)];
  const float* lower = upper + width_;
  return mix(mix(upper[0], upper[1], right), mix(lower[0], lower[1], right), down);
}

std::vector<Projector::Spot> Projector::spots(Duration time) const {
  std::vector<Spot> spots;
  const Noise noise(seed_, "plant/spots");
  const double t = seconds(time);
  for (int i = 0; i < light_.spots; ++i) {
    const Noise::Samples drawn = noise.measurement(static_cast<std::uint64_t>(i));
    const auto swing = [&](std::uint64_t sample) {
      return 0.45 * std::sin((0.3 + 0.5 * drawn.uniform(sample)) * t +
                             2 * std::numbers::pi * drawn.uniform(sample + 1));
    };
    const Vec2 in_room{room_.size_x_m * swing(0), room_.size_y_m * swing(2)};
    spots.push_back({.at = room_.world_from_center * in_room, .radius_m = spot_radius_m});
  }
  return spots;
}

std::optional<Projector::Spot> Projector::halo(Vec2 robot, double radius_m) const {
  if (!light_.has_halos) return std::nullopt;
  const double inner = radius_m + halo_gap_m;
  return Spot{.at = robot, .radius_m = inner + halo_width_m, .hole_m = inner};
}

double Projector::shine(const Spot& spot, Vec2 on_floor) {
  const Vec2 off = on_floor - spot.at;
  const double distance = std::sqrt(dot(off, off));
  const double outer = std::clamp((spot.radius_m - distance) / soft_m, 0.0, 1.0);
  if (spot.hole_m <= 0) return outer;
  return std::min(outer, std::clamp((distance - spot.hole_m) / soft_m, 0.0, 1.0));
}

}  // namespace tandem
