// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <numbers>

#include "base/log.h"
#include "calibrate_options.h"
#include "calibrating/marker_offset.h"
#include "companion_options.h"
#include "ports/tracking/tracking_file.h"
#include "source_options.h"
#include "stop_signals.h"

namespace tandem {

namespace {

struct MarkerArguments {
  std::string tracking_file;
  std::optional<std::string> robot;
  SourceChoice source;
  std::string file = "marker.yaml";
};

TrackingSetup setup_of(const MarkerArguments& arguments) {
  Findings findings;
  auto setup = read_tracking_file(arguments.tracking_file, findings);
  for (const Finding& finding : findings.all()) fmt::print(stderr, "{}\n", to_string(finding));
  if (!setup) throw CLI::RuntimeError(1);
  if (!arguments.robot && setup->robots.size() > 1)
    reject_command("which robot? --robot, as the tracking file has several");
  if (arguments.robot)
    std::erase_if(setup->robots,
                  [&](const TrackedRobot& robot) { return robot.name != *arguments.robot; });
  if (setup->robots.empty())
    reject_command(fmt::format("the tracking file has no robot '{}'", *arguments.robot));
  setup->source = chosen_source(arguments.source, setup->source);
  return *std::move(setup);
}

void calibrate_marker(const MarkerArguments& arguments) {
  TrackingSetup setup = setup_of(arguments);
  setup.source.pace = FilmPace::fastest;
  auto tracker = MarkerTracker::make(tracker_config(setup));
  if (!tracker) fail_calibration(tracker.error());
  MarkerTracker eyes = *std::move(tracker);
  StopSignals signals;
  const auto pictures = open_source(setup.source);
  MarkerOffsetGuide guide;
  fmt::print("{} with marker {}: {}\n", setup.robots[0].name, setup.robots[0].marker.id,
             guide.advice());
  std::fflush(stdout);
  auto step = guide.step();
  int looked = 0, seen = 0;
  SimTime stamp{};
  while (guide.step() != MarkerOffsetGuide::Step::done) {
    const auto picture = pictures->next(signals.token());
    if (!picture) break;
    if (!*picture) {
      log(LogLevel::warning, picture->error());
      continue;
    }
    const GreyImage& image = (*picture)->image;
    if (const std::string why = why_another_size(*setup.camera, image.width, image.height);
        !why.empty())
      fail_calibration(fmt::format("{}: {}", (*picture)->name, why));
    ++looked;
    // pictures of a folder have no times of their own
    stamp = setup.source.folder.empty() ? (*picture)->stamp : stamp + 33ms;
    const MarkerSight& sight = eyes.look(image, stamp)[0];
    if (sight.pose) guide.look(sight.pose->room_from_marker), ++seen;
    if (guide.step() != step || looked % 30 == 0) {
      step = guide.step();
      fmt::print("{} of {} pictures show the marker; {}\n", seen, looked, guide.advice());
      std::fflush(stdout);
    }
  }
  const auto offset = guide.finish();
  if (!offset) fail_calibration(offset.error());
  const Pose2& pose = offset->robot_from_marker;
  const double degrees = 180 / std::numbers::pi;
  const std::string found = fmt::format(
      "{} pictures, the middle of the turn {:.1f} mm off, the straight drive {:.1f} mm, its "
      "heading "
      "{:.2f} degrees",
      seen, offset->turn_off_mm, offset->straight_off_mm, degrees * offset->yaw_deviation_rad);
  fmt::print(
      "{}\nthe marker is {:.1f} mm ahead and {:.1f} mm left of the robot's middle, turned by "
      "{:.2f} degrees\n",
      found, 1e3 * pose.translation.x, 1e3 * pose.translation.y, degrees * pose.yaw);
  write_or_exit(arguments.file,
                fmt::format("# Where {} has its marker, by tandem calibrate marker.\n# {}\n"
                            "x: {:.5f}\ny: {:.5f}\nyaw_deg: {:.3f}\n",
                            setup.robots[0].name, found, pose.translation.x, pose.translation.y,
                            degrees * pose.yaw));
}

}  // namespace

void add_calibrate_marker(CLI::App& group) {
  CLI::App* command = group.add_subcommand(
      "marker", "Measure where on a robot its marker is, by a turn and a straight drive");
  const auto arguments = std::make_shared<MarkerArguments>();
  command
      ->add_option("FILE", arguments->tracking_file,
                   "Camera, dictionary and robots: a tracking file as in docs/tracking.md")
      ->required();
  command->add_option("--robot", arguments->robot, "Which robot of the tracking file");
  add_source_options(*command, arguments->source);
  command->add_option("-o,--output", arguments->file, "YAML file to write")->capture_default_str();
  command->callback([arguments] { calibrate_marker(*arguments); });
}

}  // namespace tandem
