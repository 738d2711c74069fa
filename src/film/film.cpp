// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "film/film.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numbers>
#include <utility>

#include "base/thread_pool.h"
#include "imaging/jpeg.h"
#include "render/renderer.h"
#include "render/viewpoint.h"
#include "scenario/bounds.h"

namespace tandem {

namespace {

constexpr double fov = 50 * std::numbers::pi / 180;  // of moments and films
// The floor is drawn from far above, so that what stands on it leans little.
constexpr double floor_fov = 12 * std::numbers::pi / 180;
constexpr int floor_width_px = 1200;
constexpr int most_floor_height_px = 900;
constexpr double whole_world_m = 20;  // a world that is larger is shown where the robot was
constexpr double far_m = 5000;

// Steep enough to look over walls, from the south-west as other views do.
Vec3 eye_above(const Vec3& robot, double radius_m) {
  const double distance = std::clamp(13 * radius_m, 1.6, 12.0);
  return robot + Vec3{-0.42 * distance, -0.5 * distance, 0.9 * distance};
}

}  // namespace

Film::Moment Film::moment_of(const Frame& frame, std::string caption) {
  Moment moment{.caption = std::move(caption),
                .time = frame.time,
                .scenario = frame.scenario,
                .entities = frame.entities,
                .world_from_body = frame.world_from_body,
                .paint = frame.paint,
                .robot = {},
                .robot_radius_m = 0};
  if (!frame.robots.empty()) {
    moment.robot = frame.robots.front().world_from_base.translation;
    moment.robot_radius_m = footprint_radius(*frame.robots.front().config->model);
  }
  return moment;
}

void Film::add(const Frame& frame, const std::string& caption) {
  if (!first_) first_ = moment_of(frame, "");
  if (!frame.robots.empty()) {
    const Vec3& at = frame.robots.front().world_from_base.translation;
    if (!gone_) gone_ = Picture::Area{at.x, at.y, at.x, at.y};
    *gone_ = {std::min(gone_->low_x, at.x), std::min(gone_->low_y, at.y),
              std::max(gone_->high_x, at.x), std::max(gone_->high_y, at.y)};
  }
  if (!caption.empty()) {
    // the last is worth more than one in the middle
    if (moments_.size() >= options_.most_moments) moments_.pop_back();
    moments_.push_back(moment_of(frame, caption));
  }
  // the newest is always there, so that the film ends where the run does
  const bool is_due =
      end_.size() < 2 || end_.back().time - end_[end_.size() - 2].time >= options_.period;
  if (!is_due) end_.pop_back();
  end_.push_back(moment_of(frame, ""));
  while (end_.front().time < frame.time - options_.last) end_.pop_front();
}

// Draws, and writes what it drew.
class Film::Darkroom {
 public:
  Darkroom(const std::filesystem::path& folder, std::string stem, int quality)
      : folder_(folder), stem_(std::move(stem)), quality_(quality) {}

  void show(const Moment& moment) {
    if (scenario_ != moment.scenario) {
      scenario_ = moment.scenario;
      scene_.emplace(scenario_->world);
    }
    scene_->show(moment.entities, moment.world_from_body, moment.paint);
    renderer_->update(*scene_);
  }
  Extent extent() const { return extent_of(*scene_); }

  std::optional<Error> draw(const Pose& world_from_camera, double horizontal_fov, int width,
                            int height, Picture picture) {
    auto rays = RayTable::make(intrinsics_from_fov(width, height, horizontal_fov));
    if (!rays) return Error{rays.error()};
    CameraView view;
    view.rays = std::make_shared<const RayTable>(*std::move(rays));
    view.world_from_camera = world_from_camera;
    view.far_m = far_m;
    if (auto error = renderer_->render(view, image_)) return error;
    const auto jpeg = encoder_.encode(image_.rgb, image_.width, image_.height, quality_);
    if (!jpeg) return Error{jpeg.error()};
    picture.file = fmt::format("{}-{}-{}.jpg", stem_, name_of(picture.kind), count_++);
    std::ofstream out(folder_ / picture.file, std::ios::binary);
    out.write(reinterpret_cast<const char*>(jpeg->data()),
              static_cast<std::streamsize>(jpeg->size()));
    out.close();
    if (!out) return Error{fmt::format("cannot write {}", (folder_ / picture.file).string())};
    pictures_.push_back(std::move(picture));
    return std::nullopt;
  }

  std::vector<Picture> take() { return std::move(pictures_); }

 private:
  const std::filesystem::path folder_;
  const std::string stem_;
  const int quality_;
  ThreadPool pool_;
  std::unique_ptr<Renderer> renderer_ = make_ray_renderer(std::make_shared<RayWorld>(), &pool_);
  JpegEncoder encoder_;
  std::shared_ptr<const Scenario> scenario_;
  std::optional<RenderScene> scene_;
  CameraImage image_;
  std::vector<Picture> pictures_;
  int count_ = 0;
};

namespace {

// The part of the world that the floor shows: all of a small one, else where the robot was.
Picture::Area floor_area(const Extent& extent, const std::optional<Picture::Area>& gone) {
  const Picture::Area whole{extent.low.x, extent.low.y, extent.high.x, extent.high.y};
  const bool is_small =
      whole.high_x - whole.low_x <= whole_world_m && whole.high_y - whole.low_y <= whole_world_m;
  Picture::Area area = is_small || !gone ? whole : *gone;
  if (is_small && gone)
    area = {std::min(area.low_x, gone->low_x), std::min(area.low_y, gone->low_y),
            std::max(area.high_x, gone->high_x), std::max(area.high_y, gone->high_y)};
  const double size = std::max(area.high_x - area.low_x, area.high_y - area.low_y);
  const double room = is_small ? 0.02 * size + 0.1 : 0.08 * size + 1.5;
  return {area.low_x - room, area.low_y - room, area.high_x + room, area.high_y + room};
}

}  // namespace

Result<std::vector<Picture>> Film::develop(const std::filesystem::path& folder,
                                           const std::string& stem, bool wants_film) const {
  if (!first_) return std::vector<Picture>();
  Darkroom darkroom(folder, stem, options_.quality);
  const auto seconds_of = [&](const Moment& moment) { return seconds(moment.time - first_->time); };

  // the floor: a plane that a camera looks straight down on is not distorted
  darkroom.show(*first_);
  const Picture::Area area = floor_area(darkroom.extent(), gone_);
  const double size_x = area.high_x - area.low_x, size_y = area.high_y - area.low_y;
  const double px_per_m = std::min(floor_width_px / size_x, most_floor_height_px / size_y);
  const int width = std::max(16, static_cast<int>(std::lround(px_per_m * size_x)));
  const int height = std::max(16, static_cast<int>(std::lround(px_per_m * size_y)));
  const double ground = first_->robot ? first_->robot->z : 0;
  const Vec3 middle{(area.low_x + area.high_x) / 2, (area.low_y + area.high_y) / 2, ground};
  const double above = size_x / 2 / std::tan(floor_fov / 2);
  const Pose straight_down = looking_at(middle + Vec3{0, 0, above}, middle);
  if (auto error = darkroom.draw(
          straight_down, floor_fov, width, height,
          {.caption = "from above, as it began", .kind = Picture::Kind::floor, .area = area}))
    return *error;

  const auto draw = [&](const Moment& moment, Picture::Kind kind) {
    darkroom.show(moment);
    const double aspect = static_cast<double>(options_.width_px) / options_.height_px;
    const Pose eye =
        moment.robot ? looking_at(eye_above(*moment.robot, moment.robot_radius_m), *moment.robot)
                     : view_from_orbit(darkroom.extent(), fov, aspect);
    return darkroom.draw(eye, fov, options_.width_px, options_.height_px,
                         {.time_s = seconds_of(moment), .caption = moment.caption, .kind = kind});
  };
  for (const Moment& moment : moments_)
    if (auto error = draw(moment, Picture::Kind::moment)) return *error;
  if (wants_film)
    for (const Moment& moment : end_)
      if (auto error = draw(moment, Picture::Kind::film)) return *error;
  return darkroom.take();
}

}  // namespace tandem
