// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "plant/overhead_camera.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "calibration/lens.h"
#include "calibration/plane_view.h"

namespace tandem {

namespace {

constexpr double full = 255;
constexpr double usual_exposure_s = 0.004;  // with which white is just not cut off
constexpr double side = 0.1;                // albedo of a robot's side
constexpr double shadow_depth = 0.35, shadow_reach = 1.35;
constexpr double highest_occluder_m = 0.4;  // above a robot, and room to spare
constexpr int most_moments = 8;             // of a moving robot in one picture

std::uint8_t level(double value) {
  return static_cast<std::uint8_t>(std::clamp(value + 0.5, 0.0, full));
}

Pose2 between(const RobotMotion& motion, double share) {
  const double turn = std::remainder(motion.closed.yaw - motion.opened.yaw, 2 * std::numbers::pi);
  return {
      motion.opened.translation + share * (motion.closed.translation - motion.opened.translation),
      motion.opened.yaw + share * turn};
}

// A pose whose sine and cosine are worked out once for many pixels.
struct RoomToRobot {
  explicit RoomToRobot(const Pose2& room_from_robot)
      : at(room_from_robot.translation),
        c(std::cos(room_from_robot.yaw)),
        s(std::sin(room_from_robot.yaw)) {}
  Vec2 operator*(Vec2 in_room) const {
    const Vec2 d = in_room - at;
    return {c * d.x + s * d.y, c * d.y - s * d.x};
  }
  Vec2 at;
  double c, s;
};

double length(Vec2 v) { return std::sqrt(dot(v, v)); }

// From a point to what lies between two others.
double distance_to(Vec2 from, Vec2 to, Vec2 at) {
  const Vec2 along = to - from;
  const double squared = dot(along, along);
  const double share = squared > 0 ? std::clamp(dot(at - from, along) / squared, 0.0, 1.0) : 0;
  return length(at - from - share * along);
}

}  // namespace

Result<CameraCalibration> camera_above(const Area& floor, double marker_height_m, int width,
                                       int height) {
  const double f = 925.0 * width / 1920;
  CameraCalibration camera{.lens = LensConfig{.type = LensType::plumb_bob,
                                              .fx_px = f,
                                              .fy_px = f,
                                              .cx_px = width / 2.0 - 0.5,
                                              .cy_px = height / 2.0 - 0.5,
                                              .distortion = {-0.25, 0.06, 0.0006, -0.0004, 0.002}},
                           .room_from_camera = Pose{}};
  constexpr double highest_m = 100, margin_m = 0.1;
  const Pose2& middle = floor.world_from_center;
  for (double up = 2.5; up < highest_m; up *= 1.02) {
    // its x along the area's, its y down in the picture
    camera.room_from_camera =
        Pose{{middle.translation.x, middle.translation.y, up},
             Quat::from_rpy(0, 0, middle.yaw) * Quat::from_rpy(std::numbers::pi, 0, 0)};
    const auto view = PlaneView::make(camera, marker_height_m);
    if (!view) continue;
    bool sees_all = true;
    for (const double x : {-0.5, 0.5})
      for (const double y : {-0.5, 0.5}) {
        const Vec2 corner =
            middle * Vec2{x * (floor.size_x_m + margin_m), y * (floor.size_y_m + margin_m)};
        const auto pixel = view->pixel_of(corner);
        sees_all = sees_all && pixel && pixel->x >= 0 && pixel->y >= 0 && pixel->x < width &&
                   pixel->y < height;
      }
    if (sees_all) return camera;
  }
  return Error{
      fmt::format("no camera sees a floor of {:g} by {:g} m", floor.size_x_m, floor.size_y_m)};
}

OverheadCamera::OverheadCamera(const OverheadSetup& setup, PixelRays rays)
    : setup_(setup),
      rays_(std::move(rays)),
      developer_(setup.config.noise, setup.seed),
      camera_from_room_(inverse(*setup.camera.room_from_camera)) {}

Result<OverheadCamera> OverheadCamera::make(const OverheadSetup& setup) {
  const OverheadConfig& config = setup.config;
  auto rays = PixelRays::make(setup.camera, config.width_px, config.height_px);
  if (!rays) return Error{rays.error()};
  OverheadCamera camera(setup, *std::move(rays));
  if (config.projection) {
    auto projector = Projector::make(*config.projection, setup.floor, setup.seed);
    if (!projector) return Error{projector.error()};
    camera.projector_ = *std::move(projector);
  }
  const double up = camera.rays_.eye().z;
  camera.pixel_m_ = up / setup.camera.lens->fx_px;
  for (const FilmedRobot& robot : setup.robots) {
    if (robot.height_m + highest_occluder_m >= up)
      return Error{"the camera must be well above the robots"};
    if (config.projection && robot.height_m + highest_occluder_m >= config.projection->height_m)
      return Error{"the projector must be well above the robots"};
    // a pixel of its own is a blur too
    const double blur_px = std::hypot(config.blur_px, 0.29);
    camera.sprites_.emplace_back(robot, blur_px * (up - robot.height_m) / setup.camera.lens->fx_px);
    camera.names_.push_back(robot.name);
  }
  camera.draw_floor();
  if (config.projection && config.projection->is_live) camera.find_projection();
  return camera;
}

// What is missing of the light towards the corners.
double OverheadCamera::lens_light(int x, int y) const {
  const double w = rays_.width() / 2.0, h = rays_.height() / 2.0;
  const double dx = x - w, dy = y - h;
  return 1 - setup_.config.vignetting * (dx * dx + dy * dy) / (w * w + h * h);
}

void OverheadCamera::draw_floor() {
  const int width = rays_.width(), height = rays_.height();
  const auto pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  still_lamps_.resize(pixels);
  if (projector_) still_projector_.resize(pixels);
  for (int y = 0; y < height; ++y) {
    rays_.row(y, 0, width, slopes_);
    for (int x = 0; x < width; ++x) {
      const Vec2 at = rays_.meet(slopes_[static_cast<std::size_t>(x)], 0);
      const double sent_back =
          full * lens_light(x, y) * floor_albedo(setup_.floor, at, setup_.seed);
      const std::size_t i = static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                            static_cast<std::size_t>(x);
      still_lamps_[i] = level(sent_back);
      if (projector_)
        still_projector_[i] = level(sent_back * projector_->brightness() * projector_->picture(at));
    }
  }
  lamps_ = still_lamps_;
  projected_ = still_projector_;
}

// Where a pixel's light comes from does not change; what comes from there does, often.
void OverheadCamera::find_projection() {
  in_projection_.resize(still_lamps_.size());
  std::size_t i = 0;
  for (int y = 0; y < rays_.height(); ++y) {
    rays_.row(y, 0, rays_.width(), slopes_);
    for (int x = 0; x < rays_.width(); ++x) {
      const auto share = projector_->share_at(rays_.meet(slopes_[static_cast<std::size_t>(x)], 0));
      in_projection_[i++] = share ? InProjection{static_cast<std::uint16_t>(65536 * share->x),
                                                 static_cast<std::uint16_t>(65536 * share->y), true}
                                  : InProjection{0, 0, false};
    }
  }
}

void OverheadCamera::show(int width, int height, std::span<const std::uint8_t> projection) {
  if (in_projection_.empty() || width <= 0 || height <= 0 ||
      projection.size() != static_cast<std::size_t>(width) * static_cast<std::size_t>(height))
    return;
  projector_->show(width, height, projection);
  // what is sent back of a level, in parts of 256 of what is sent back of the lamps
  std::array<std::uint32_t, 256> gains{};
  for (std::size_t i = 0; i < gains.size(); ++i)
    gains[i] =
        static_cast<std::uint32_t>(256 * projector_->brightness() * light_of_levels()[i] + 0.5);
  restore();
  const auto columns = static_cast<std::uint32_t>(width), rows = static_cast<std::uint32_t>(height);
  for (std::size_t i = 0; i < still_projector_.size(); ++i) {
    const InProjection& at = in_projection_[i];
    const std::uint32_t from = (at.y * rows >> 16) * columns + (at.x * columns >> 16);
    const std::uint32_t lit = at.is_lit ? still_lamps_[i] * gains[projection[from]] >> 8 : 0;
    still_projector_[i] = static_cast<std::uint8_t>(std::min<std::uint32_t>(lit, 255));
  }
  projected_ = still_projector_;
}

void OverheadCamera::restore() {
  const auto width = static_cast<std::size_t>(rays_.width());
  for (const PixelBox& box : drawn_)
    for (int y = box.y; y < box.y + box.height; ++y) {
      const auto start = static_cast<std::ptrdiff_t>(static_cast<std::size_t>(y) * width) + box.x;
      std::copy_n(still_lamps_.begin() + start, box.width, lamps_.begin() + start);
      if (projector_)
        std::copy_n(still_projector_.begin() + start, box.width, projected_.begin() + start);
    }
  drawn_.clear();
}

PixelBox OverheadCamera::box_around(std::span<const Vec3> points, double margin_px) const {
  double x0 = rays_.width(), y0 = rays_.height(), x1 = 0, y1 = 0;
  for (const Vec3& point : points) {
    const Vec3 seen = camera_from_room_ * point;
    if (seen.z <= 0.05) continue;
    const Vec2 pixel = project(*setup_.camera.lens, {seen.x / seen.z, seen.y / seen.z});
    x0 = std::min(x0, pixel.x), y0 = std::min(y0, pixel.y);
    x1 = std::max(x1, pixel.x), y1 = std::max(y1, pixel.y);
  }
  const int left = std::clamp(static_cast<int>(x0 - margin_px), 0, rays_.width());
  const int top = std::clamp(static_cast<int>(y0 - margin_px), 0, rays_.height());
  const int right = std::clamp(static_cast<int>(x1 + margin_px) + 1, left, rays_.width());
  const int bottom = std::clamp(static_cast<int>(y1 + margin_px) + 1, top, rays_.height());
  return {left, top, right - left, bottom - top};
}

double OverheadCamera::projected_at(Vec2 on_floor,
                                    const std::optional<Projector::Spot>& halo) const {
  double light = projector_->picture(on_floor);
  for (const Projector::Spot& spot : spots_) light += Projector::shine(spot, on_floor);
  if (halo) light += Projector::shine(*halo, on_floor);
  return std::min(1.0, light);
}

// A spot on the floor; what stands in it is drawn later.
void OverheadCamera::shine(const Projector::Spot& spot) {
  const double r = spot.radius_m;
  const Vec3 corners[]{{spot.at.x - r, spot.at.y - r, 0},
                       {spot.at.x + r, spot.at.y - r, 0},
                       {spot.at.x - r, spot.at.y + r, 0},
                       {spot.at.x + r, spot.at.y + r, 0}};
  const PixelBox box = box_around(corners, 2);
  drawn_.push_back(box);
  for (int y = box.y; y < box.y + box.height; ++y) {
    rays_.row(y, box.x, box.width, slopes_);
    for (int i = 0; i < box.width; ++i) {
      const double share =
          Projector::shine(spot, rays_.meet(slopes_[static_cast<std::size_t>(i)], 0));
      if (share <= 0) continue;
      const auto at = static_cast<std::size_t>(y * rays_.width() + box.x + i);
      const double most = projector_->brightness() * lamps_[at];
      projected_[at] = level(std::min(most, projected_[at] + share * most));
    }
  }
}

void OverheadCamera::draw(const RobotSprite& sprite, const RobotMotion& motion) {
  const FilmedRobot& robot = sprite.robot();
  const Pose2 middle = between(motion, 0.5);
  const Vec2 center = middle.translation;
  const auto halo =
      projector_ ? projector_->halo(center, robot.radius_m) : std::optional<Projector::Spot>();

  // its top, the shadow on the floor, and where it keeps the projector's light from
  const double moved = length(motion.closed.translation - motion.opened.translation);
  const double around = sprite.reach_m() + moved;
  double on_floor = std::max(around, shadow_reach * robot.radius_m);
  if (halo) on_floor = std::max(on_floor, halo->radius_m);
  if (projector_)
    on_floor =
        std::max(on_floor, around + length(projector_->on_floor(center, robot.height_m) - center));
  std::vector<Vec3> outline;
  for (int i = 0; i < 16; ++i) {
    const double angle = i * std::numbers::pi / 8;
    const Vec2 out{1.05 * std::cos(angle), 1.05 * std::sin(angle)};
    outline.push_back({center.x + on_floor * out.x, center.y + on_floor * out.y, 0});
    outline.push_back({center.x + around * out.x, center.y + around * out.y, robot.height_m});
  }
  const PixelBox box = box_around(outline, 2);
  drawn_.push_back(box);

  // a moving one is seen at as many places as it takes to look smooth
  const double turned =
      std::abs(std::remainder(motion.closed.yaw - motion.opened.yaw, 2 * std::numbers::pi));
  const double blur_px = (moved + turned * sprite.reach_m()) / pixel_m_;
  const int moments = std::clamp(static_cast<int>(std::ceil(1.5 * blur_px)), 1, most_moments);
  std::vector<RoomToRobot> places;
  for (int i = 0; i < moments; ++i) places.emplace_back(between(motion, (i + 0.5) / moments));
  const RoomToRobot place(middle);

  const double soft = 1.5 * pixel_m_;
  // how much of a ray meets the round robot between two places that it passes over
  const auto met = [&](Vec2 from, Vec2 to) {
    return std::clamp((robot.radius_m - distance_to(from, to, center)) / soft + 0.5, 0.0, 1.0);
  };
  for (int y = box.y; y < box.y + box.height; ++y) {
    rays_.row(y, box.x, box.width, slopes_);
    for (int i = 0; i < box.width; ++i) {
      const Vec2 slope = slopes_[static_cast<std::size_t>(i)];
      const auto pixel = static_cast<std::size_t>(y * rays_.width() + box.x + i);
      const Vec2 floor = rays_.meet(slope, 0), top = rays_.meet(slope, robot.height_m);
      double lamps = lamps_[pixel], projected = projector_ ? projected_[pixel] : 0;

      // the floor, in its shadow and with the light around it
      const double off = length(floor - center) / robot.radius_m;
      if (off < shadow_reach)
        lamps *= 1 - shadow_depth * std::min(1.0, (shadow_reach - off) / (shadow_reach - 1));
      if (projector_) {
        const double most = projector_->brightness() * lamps_[pixel];
        if (halo) projected = std::min(most, projected + Projector::shine(*halo, floor) * most);
        projected *= 1 - met(floor, projector_->above_floor(floor, robot.height_m));
      }

      // its side, then its top
      const double covered = met(floor, top);
      const double light = full * lens_light(box.x + i, y);
      lamps += covered * (side * light - lamps);
      projected *= 1 - covered;
      if (length(top - center) < around) {
        RobotSprite::Shade sum;
        for (const RoomToRobot& robot_from_room : places) {
          const RobotSprite::Shade shade = sprite.at(robot_from_room * top);
          sum.albedo += shade.albedo;
          sum.coverage += shade.coverage;
        }
        const double albedo = sum.albedo / static_cast<double>(moments);
        const double coverage = sum.coverage / static_cast<double>(moments);
        lamps = lamps * (1 - coverage) + albedo * light;
        if (projector_) {
          const double shown = projected_at(projector_->on_floor(top, robot.height_m), halo);
          projected =
              projected * (1 - coverage) + albedo * light * projector_->brightness() * shown;
        }
      }
      lamps_[pixel] = level(lamps);
      if (projector_) projected_[pixel] = level(projected);
    }
  }
}

void OverheadCamera::draw(const Occluder& occluder) {
  std::vector<Vec3> outline;
  for (const Occluder::Part& part : occluder.parts)
    for (const Vec2 end : {part.from, part.to})
      for (const double sx : {-1.0, 1.0})
        for (const double sy : {-1.0, 1.0})
          outline.push_back(
              {end.x + sx * part.radius_m, end.y + sy * part.radius_m, occluder.height_m});
  const PixelBox box = box_around(outline, 3);
  drawn_.push_back(box);
  const double soft = 1.5 * pixel_m_;
  for (int y = box.y; y < box.y + box.height; ++y) {
    rays_.row(y, box.x, box.width, slopes_);
    for (int i = 0; i < box.width; ++i) {
      const Vec2 at = rays_.meet(slopes_[static_cast<std::size_t>(i)], occluder.height_m);
      const auto pixel = static_cast<std::size_t>(y * rays_.width() + box.x + i);
      for (const Occluder::Part& part : occluder.parts) {
        const double inside = part.radius_m - distance_to(part.from, part.to, at);
        const double coverage = std::clamp(inside / soft + 0.5, 0.0, 1.0);
        if (coverage <= 0) continue;
        // rounder than flat: darker towards its edge
        const double round = 0.75 + 0.25 * std::clamp(inside / part.radius_m, 0.0, 1.0);
        const double light = full * lens_light(box.x + i, y) * part.albedo * round;
        lamps_[pixel] = level(lamps_[pixel] + coverage * (light - lamps_[pixel]));
        if (!projector_) continue;
        const double shown =
            projected_at(projector_->on_floor(at, occluder.height_m), std::nullopt);
        projected_[pixel] =
            level(projected_[pixel] +
                  coverage * (light * projector_->brightness() * shown - projected_[pixel]));
      }
    }
  }
}

void OverheadCamera::take(Duration since_start, std::uint64_t index,
                          std::span<const RobotMotion> robots, std::span<std::uint8_t> picture) {
  restore();
  if (projector_) {
    spots_ = projector_->spots(since_start);
    for (const Projector::Spot& spot : spots_) shine(spot);
  }
  const std::size_t count = std::min(robots.size(), sprites_.size());
  for (std::size_t i = 0; i < count; ++i) draw(sprites_[i], robots[i]);
  for (const DueOcclusion& due : due_occlusions(setup_.config, names_, setup_.seed, since_start)) {
    if (due.robot >= count) continue;
    const FilmedRobot& robot = setup_.robots[due.robot];
    const Vec2 marker = between(robots[due.robot], 0.5) * robot.robot_from_marker.translation;
    draw(occluder_at(due.occlusion, due.heading, since_start, {marker.x, marker.y, robot.height_m},
                     rays_.eye()));
  }
  const double gain = setup_.config.gain * seconds(setup_.config.exposure) / usual_exposure_s;
  developer_.develop({.lamps = lamps_,
                      .projector = projected_,
                      .lamp_gain = gain * lamp_level(setup_.config, since_start),
                      .projector_gain = gain},
                     rays_.width(), index, picture);
}

}  // namespace tandem
