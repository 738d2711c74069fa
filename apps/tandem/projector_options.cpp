// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "projector_options.h"

#include <fmt/format.h>

#include <cstdio>
#include <numbers>

#include "base/log.h"
#include "counted.h"
#include "ports/projector/floor_frame.h"
#include "ports/projector/projector_desk.h"
#include "robot_camera.h"
#include "scenario/projector_file.h"

namespace tandem {

namespace {

[[noreturn]] void reject(const std::string& message) {
  log(LogLevel::error, message);
  throw CLI::RuntimeError(2);
}

Area parse_area(const std::string& text) {
  Area area;
  Pose2& center = area.world_from_center;
  double yaw_deg = 0;
  char rest = 0;
  const auto reads = [&](const char* format, int count) {
    return std::sscanf(text.c_str(), format, &area.size_x_m, &area.size_y_m, &center.translation.x,
                       &center.translation.y, &yaw_deg, &rest) == count;
  };
  // the trailing %c finds what does not belong there
  bool is_good = std::sscanf(text.c_str(), "%lfx%lf%c", &area.size_x_m, &area.size_y_m, &rest) == 2;
  if (!is_good) is_good = reads("%lfx%lf@%lf,%lf,%lf%c", 5);
  if (!is_good)
    is_good = std::sscanf(text.c_str(), "%lfx%lf@%lf,%lf%c", &area.size_x_m, &area.size_y_m,
                          &center.translation.x, &center.translation.y, &rest) == 4;
  const auto is_size = [](double size) { return size >= 0.01 && size <= 10'000; };
  if (!is_good || !is_size(area.size_x_m) || !is_size(area.size_y_m) ||
      !(std::abs(center.translation.x) < 1e6) || !(std::abs(center.translation.y) < 1e6) ||
      !(std::abs(yaw_deg) <= 360))
    reject(
        fmt::format("--area takes metres such as 4x3, 4x3@1,2 around a place, or 4x3@1,2,90 "
                    "turned by degrees; not '{}'",
                    text));
  center.yaw = yaw_deg * std::numbers::pi / 180;
  return area;
}

}  // namespace

void add_projector_options(CLI::App& command, ProjectorChoice& choice) {
  command.add_flag("--projector", choice.is_on,
                   "Show the floor in a window for a projector, see docs/projector.md");
  command
      .add_option("--projector-calibration", choice.calibrations,
                  "Calibration of a projector, by tandem calibrate projector; once for each")
      ->allow_extra_args(false);
  command
      .add_option("--monitor", choice.monitors,
                  "Number of the monitor that a projector is, from 0; once for each, in the same "
                  "order. Without it, a window")
      ->allow_extra_args(false);
  command.add_option("--area", choice.area,
                     "Floor to project without a calibration: 4x3 metres, 4x3@1,2 around a place, "
                     "4x3@1,2,90 turned by degrees");
  command
      .add_option("--projector-camera", choice.cameras,
                  "Camera whose picture lies behind its robot, such as emaros/camera_front; once "
                  "for each. Images that the scenario observes are shown anyway")
      ->allow_extra_args(false);
  command.add_flag("--no-vsync", choice.has_no_vsync,
                   "Show pictures at once, without waiting for the screen");
}

ProjectorCalibration floor_calibration(const FloorChoice& choice, const Scenario& scenario) {
  if (choice.calibration_file) {
    if (choice.area) reject("a calibration has an area of its own; --area does not go with it");
    if (choice.size) reject("a calibration has a size of its own; --size does not go with it");
    Findings findings;
    const auto calibration = read_projector_file(*choice.calibration_file, findings);
    for (const Finding& finding : findings.all()) fmt::print(stderr, "{}\n", to_string(finding));
    if (!calibration) throw CLI::RuntimeError(1);
    return *calibration;
  }
  const ProjectionConfig projection = projection_of(scenario);
  int width = projection.width_px, height = projection.height_px;
  char rest = 0;
  if (choice.size && (std::sscanf(choice.size->c_str(), "%dx%d%c", &width, &height, &rest) != 2 ||
                      width < 16 || height < 16 || width > 8192 || height > 8192))
    reject(
        fmt::format("--size takes WIDTHxHEIGHT from 16x16 to 8192x8192, such as 1280x800; not "
                    "'{}'",
                    *choice.size));
  return straight_calibration(choice.area ? parse_area(*choice.area) : projection.floor, width,
                              height);
}

std::optional<ProjectorOptions> projector_options(const ProjectorChoice& choice,
                                                  const Scenario& scenario) {
  if (!choice.is_on && choice.calibrations.empty()) {
    if (!choice.monitors.empty() || choice.area || choice.has_no_vsync || !choice.cameras.empty())
      reject(
          "--monitor, --area, --projector-camera and --no-vsync are about a projector; they need "
          "--projector");
    return std::nullopt;
  }
  if (choice.is_headless)
    reject(
        "--projector and --projector-calibration open windows, and --headless opens none; "
        "--projector-page shows the floor on a page instead");
  ProjectorOptions options{.projectors = {}, .has_vsync = !choice.has_no_vsync, .board = {}};
  const std::size_t count = std::max<std::size_t>(1, choice.calibrations.size());
  if (choice.monitors.size() > count)
    reject(fmt::format("--monitor is given {} times for {}", choice.monitors.size(),
                       counted(count, "projector")));
  for (std::size_t i = 0; i < count; ++i) {
    FloorChoice floor{.calibration_file = {}, .area = choice.area, .size = {}};
    if (!choice.calibrations.empty()) floor.calibration_file = choice.calibrations[i];
    ProjectorConfig& config = options.projectors.emplace_back();
    config.calibration = floor_calibration(floor, scenario);
    config.follows_scenario = !floor.calibration_file && !floor.area;
    config.file = floor.calibration_file.value_or("projector.yaml");
    if (i < choice.monitors.size()) config.monitor = choice.monitors[i];
  }
  return options;
}

std::unique_ptr<ProjectorPort> open_projectors(std::optional<ProjectorOptions> options,
                                               const Board* board, const RunControl& run) {
  if (!options) return nullptr;
  options->board = board;
  options->run = &run;
  auto port = ProjectorPort::open(*std::move(options));
  if (!port) reject(fmt::format("--projector: {}", port.error()));
  log(LogLevel::info, fmt::format("at the projector's window: {}", projector_keys));
  return *std::move(port);
}

std::vector<SensorInterest::Claim> claim_cameras(const ProjectorChoice& choice,
                                                 const SensorList& sensors,
                                                 SensorInterest& interest) {
  std::vector<SensorInterest::Claim> claims;
  for (const std::string& name : choice.cameras) {
    const Result<RobotCamera> camera = find_camera(sensors, name);
    if (!camera) reject(fmt::format("--projector-camera: {}", camera.error()));
    claims.push_back(interest.want(camera->sensor->owner, camera->sensor->name, streams::main));
  }
  return claims;
}

void report_on(const ProjectorPort& port) {
  const ProjectorReport report = port.report();
  std::string line = fmt::format("projector: {}", counted(report.pictures, "picture"));
  if (report.pose_to_picture.count() > 0)
    line += fmt::format(", from pose to picture mean {:.1f} ms, p99 {:.1f} ms",
                        seconds(report.pose_to_picture.mean()) * 1000,
                        seconds(report.pose_to_picture.quantile(0.99)) * 1000);
  log(LogLevel::info, line);
}

}  // namespace tandem
