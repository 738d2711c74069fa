// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>

#include "base/log.h"
#include "calibrate_options.h"
#include "commands.h"
#include "loading.h"
#include "projector_options.h"
#include "scenario/projector_file.h"
#include "simulation/simulation.h"

namespace tandem {

namespace {

struct CalibrateArguments {
  std::string scenario = "empty";
  FloorChoice floor;
  std::vector<std::string> corners;
  std::optional<int> monitor;
  std::string file = "projector.yaml";
  std::vector<std::string> settings;
};

[[noreturn]] void reject(const std::string& message) {
  log(LogLevel::error, message);
  throw CLI::RuntimeError(2);
}

Vec2 parse_corner(const std::string& text) {
  Vec2 corner;
  char rest = 0;
  if (std::sscanf(text.c_str(), "%lf,%lf%c", &corner.x, &corner.y, &rest) != 2)
    reject(fmt::format("--corners takes four places in pixels such as 10,20; not '{}'", text));
  return corner;
}

void take_corners(const std::vector<std::string>& texts, ProjectorCalibration& calibration) {
  for (std::size_t i = 0; i < 4; ++i) calibration.corners_px[i] = parse_corner(texts[i]);
  if (const auto map = pixels_from_floor(calibration); !map)
    reject(fmt::format("--corners: this is no picture of a floor: {}", map.error()));
}

// By a person, in the projector's own picture.
void calibrate_by_hand(const CalibrateArguments& arguments, const ProjectorCalibration& calibration,
                       const std::shared_ptr<const Scenario>& scenario) {
  ProjectorOptions options;
  options.projectors.push_back({calibration, arguments.file, arguments.monitor, true});
  auto port = ProjectorPort::open(std::move(options));
  if (!port) reject(port.error());
  Simulation simulation(scenario);
  (*port)->publish(std::make_shared<const Frame>(simulation.edit({})));
  (*port)->wait_until_closed();
  std::error_code error;
  if (!std::filesystem::exists(arguments.file, error))
    log(LogLevel::warning, "nothing was saved: s saves while the corners are shown");
}

void calibrate_projector(const CalibrateArguments& arguments) {
  const auto scenario =
      load_or_exit(arguments.scenario, {.overrides = parse_settings(arguments.settings)});
  ProjectorCalibration calibration = floor_calibration(arguments.floor, *scenario);
  if (arguments.corners.empty()) return calibrate_by_hand(arguments, calibration, scenario);

  if (arguments.monitor) reject("--corners needs no window; --monitor does not go with it");
  take_corners(arguments.corners, calibration);
  if (const auto error = write_projector_file(arguments.file, calibration)) {
    log(LogLevel::error, fmt::format("-o: {}", error->message));
    throw CLI::RuntimeError(1);
  }
  log(LogLevel::info, fmt::format("wrote {}", arguments.file));
}

}  // namespace

void add_calibrate_command(CLI::App& app) {
  CLI::App* group = app.add_subcommand("calibrate", "Measure how projectors and cameras stand");
  group->require_subcommand(1);
  CLI::App* command = group->add_subcommand(
      "projector", "Lay a projector's picture on the floor, corner by corner");
  const auto arguments = std::make_shared<CalibrateArguments>();
  command
      ->add_option("SCENARIO", arguments->scenario,
                   "Whose floor is shown under the grid, and whose projection says which part")
      ->capture_default_str();
  command
      ->add_option("--corners", arguments->corners,
                   "Without a window: where the floor's corners are in the picture, top left, top "
                   "right, bottom right and bottom left, each X,Y in pixels")
      ->expected(4);
  command->add_option("--area", arguments->floor.area,
                      "Floor to project: 4x3 metres, 4x3@1,2 around a place, 4x3@1,2,90 turned by "
                      "degrees");
  command->add_option("--size", arguments->floor.size, "WIDTHxHEIGHT of the picture in pixels");
  command->add_option("--from", arguments->floor.calibration_file,
                      "Calibration to begin with, in place of --area and --size");
  command->add_option("--monitor", arguments->monitor,
                      "Number of the monitor that the projector is, from 0; else a window");
  command->add_option("-o,--output", arguments->file, "YAML file to write")->capture_default_str();
  add_settings_option(*command, arguments->settings);
  command->callback([arguments] { calibrate_projector(*arguments); });
  add_calibrate_camera(*group);
  add_calibrate_floor(*group);
  add_calibrate_marker(*group);
  add_calibrate_print(*group);
}

}  // namespace tandem
