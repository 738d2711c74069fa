// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "filmed_twin.h"

#include <time.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <numbers>
#include <vector>

#include "plant/overhead_camera.h"
#include "plant/plant.h"
#include "tracking/marker_tracker.h"
#include "twin/twin_motion.h"

namespace tandem {

namespace {

constexpr double degree = std::numbers::pi / 180;
// From a picture that has arrived to a pose that the twin has heard of.
constexpr Duration finding_takes = 5ms;
constexpr Duration settling = 1s;

double cpu_now() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

Twist2 figure_eight(Duration since_start) {
  constexpr double lobe_s = 2 * std::numbers::pi, stop_s = 1.5;
  const double t = seconds(since_start);
  if (std::fmod(t, lobe_s + stop_s) > lobe_s) return {};
  const bool is_left = static_cast<int>(t / (lobe_s + stop_s)) % 2 == 0;
  return {0.5, is_left ? 1.0 : -1.0};
}

void TwinErrors::add(const Pose2& twin, const Pose2& truth) {
  const Vec2 off = twin.translation - truth.translation;
  position_m.push_back(std::hypot(off.x, off.y));
  yaw_rad.push_back(std::abs(std::remainder(twin.yaw - truth.yaw, 2 * std::numbers::pi)));
}

double root_mean_square(const std::vector<double>& errors) {
  double sum = 0;
  for (const double error : errors) sum += error * error;
  return std::sqrt(sum / static_cast<double>(errors.size()));
}

double p95(std::vector<double> errors) {
  std::ranges::sort(errors);
  return errors[errors.size() * 95 / 100];
}

Result<FilmedTwin> follow_filmed_robot(const OverheadConfig& config, Duration duration) {
  OverheadSetup setup{.config = config,
                      .camera = {},
                      .floor = {.world_from_center = {}, .size_x_m = 4, .size_y_m = 3},
                      .robots = {{.name = "r",
                                  .marker = 7,
                                  .marker_size_m = config.marker_size_m,
                                  .radius_m = std::max(0.125, 0.8 * config.marker_size_m)}}};
  const FilmedRobot& robot = setup.robots.front();
  const auto above = camera_above(setup.floor, robot.height_m, config.width_px, config.height_px);
  if (!above) return Error{above.error()};
  setup.camera = *above;
  auto made = OverheadCamera::make(setup);
  if (!made) return Error{made.error()};
  OverheadCamera camera = *std::move(made);
  auto tracking = MarkerTracker::make(
      {.dictionary = find_dictionary("4x4_50"),
       .camera = setup.camera,
       .markers = {{.id = robot.marker,
                    .place = {.size_m = robot.marker_size_m, .height_m = robot.height_m}}}});
  if (!tracking) return Error{tracking.error()};
  MarkerTracker tracker = *std::move(tracking);

  PlantConfig plant_config;
  plant_config.room.floor = setup.floor;
  Plant plant(plant_config, setup.seed);
  TwinMotion twin({}, {});
  FilmedTwin outcome;
  TwinErrors errors;
  struct Arriving {
    SimTime at{};
    TrackedPose pose;
  };
  std::deque<Arriving> under_way;
  GreyImage picture{config.width_px, config.height_px, {}};
  picture.pixels.resize(camera.picture_bytes());
  const Duration period{static_cast<Duration::rep>(1e9 / config.rate_hz)};
  const Duration half = config.exposure / 2;
  std::uint64_t index = 1;
  for (SimTime now{}; now < duration; now += 1ms) {
    if (now % 50ms == Duration{}) {
      plant.command(figure_eight(now), now);
      twin.hear(figure_eight(now), now);
    }
    plant.advance(now);

    // a picture whose exposure is over
    const SimTime middle = static_cast<Duration::rep>(index) * period;
    const auto opened = plant.room_from_robot_at(middle - half);
    const auto closed = plant.room_from_robot_at(middle + half);
    if (opened && closed) {
      const RobotMotion motion{*opened, *closed};
      const double before = cpu_now();
      camera.take(middle, index++, {&motion, 1}, picture.pixels);
      const double drawn = cpu_now();
      const MarkerSight& sight = tracker.look(picture, middle)[0];
      outcome.finding_cpu_s += cpu_now() - drawn;
      outcome.drawing_cpu_s += drawn - before;
      ++outcome.pictures;
      if (sight.pose)
        under_way.push_back(
            {middle + config.latency + finding_takes, {"r", middle, sight.pose->room_from_marker}});
      else
        ++outcome.unseen;
    }
    if (now % 8ms != Duration{}) continue;

    std::vector<TrackedPose> poses;
    while (!under_way.empty() && under_way.front().at <= now) {
      poses.push_back(under_way.front().pose);
      under_way.pop_front();
    }
    const TwinState& state = twin.update(poses, now, 8ms);
    if (now < settling) continue;
    errors.add(state.world_from_robot, plant.room_from_robot());
  }
  if (errors.position_m.empty()) return Error{"too short to be measured"};
  outcome.position_rms_m = root_mean_square(errors.position_m);
  outcome.position_p95_m = p95(errors.position_m);
  outcome.yaw_rms_deg = root_mean_square(errors.yaw_rad) / degree;
  outcome.yaw_p95_deg = p95(errors.yaw_rad) / degree;
  return outcome;
}

}  // namespace tandem
