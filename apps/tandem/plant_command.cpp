// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>

#include "base/log.h"
#include "commands.h"
#include "companion_options.h"
#include "filmed_room.h"
#include "middleware/dds_context.h"
#include "ports/plant/camera_node.h"
#include "ports/plant/plant_node.h"
#include "ports/plant/tracker_node.h"
#include "stop_signals.h"

namespace tandem {

namespace {

struct PlantArguments {
  CompanionArguments common;
  std::optional<std::string> timeout;
  double rate_hz = 30;
  std::string latency = "30ms";
  std::string jitter = "3ms";
  double noise_m = 0.002;
  double loss = 0;
  std::string part = "both";
  bool is_filmed = false;
};

// The camera above them, which stands in for their trackers.
OverheadCamera camera_above(const OverheadSetup& setup) {
  auto camera = OverheadCamera::make(setup);
  if (!camera) reject_command(camera.error());
  return *std::move(camera);
}

void run_plant(const PlantArguments& arguments) {
  const auto robots = chosen_robots(arguments.common);
  std::optional<OverheadSetup> filmed;
  if (arguments.is_filmed) {
    if (arguments.part != "both")
      reject_command("--camera films the robots of its own process: it does not go with --part");
    filmed = filmed_room(arguments.common, robots);
    log(LogLevel::info, about_floor(*filmed));
  }
  StopSignals signals;
  std::vector<std::unique_ptr<PlantNode>> plants;
  std::vector<std::unique_ptr<TrackerNode>> trackers;
  std::uint64_t seed = robots.seed;
  for (const RobotConfig& robot : robots.configs) {
    PlantNodeConfig config = plant_config(robot, robots.tf, seed++);
    std::optional<Duration>& timeout = config.plant.base.command_timeout;
    if (arguments.timeout == "none")
      timeout.reset();
    else if (arguments.timeout)
      timeout = duration_option("--command-timeout", *arguments.timeout);
    PoseTrackerConfig& tracker = config.plant.tracker;
    tracker.rate_hz = arguments.rate_hz;
    tracker.latency = duration_option("--latency", arguments.latency);
    tracker.jitter = duration_option("--jitter", arguments.jitter);
    tracker.position_noise_m = arguments.noise_m;
    tracker.loss_share = arguments.loss;
    config.has_tracker = arguments.part == "both";
    if (filmed) put_below(*filmed, robot, config);
    const NodeOptions options{.context = program_context(), .arguments = ros_arguments()};
    if (arguments.part == "tracker") {
      trackers.push_back(std::make_unique<TrackerNode>(config, options));
      log(LogLevel::info, fmt::format("tracker of {}: sends {}", robot.name, config.pose_topic));
      continue;
    }
    plants.push_back(std::make_unique<PlantNode>(config, options));
    log(LogLevel::info,
        fmt::format("stand-in for {}: hears hardware/cmd_vel in its namespace, is seen on {}",
                    robot.name, filmed ? filmed->config.topic : config.pose_topic));
  }
  std::optional<CameraNode> camera;
  if (filmed) {
    std::vector<PlantNode*> below;
    for (const auto& plant : plants) below.push_back(plant.get());
    camera.emplace(camera_above(*filmed), std::move(below),
                   NodeOptions{.context = program_context(), .arguments = ros_arguments()});
  }
  wait_for_stop(signals.token());
}

}  // namespace

void add_plant_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "plant", "Stand in for real robots and the tracker above them, without any hardware");
  const auto arguments = std::make_shared<PlantArguments>();
  add_companion_options(*command, arguments->common);
  command->add_option("--command-timeout", arguments->timeout,
                      "Stop after this long without a command, instead of the drive's "
                      "command_timeout; none: go on for ever");
  command->add_option("--rate", arguments->rate_hz, "Poses a second")
      ->check(CLI::Range(0.1, 1000.0))
      ->capture_default_str();
  command->add_option("--latency", arguments->latency, "From seeing to telling")
      ->capture_default_str();
  command->add_option("--jitter", arguments->jitter, "Deviation of the latency")
      ->capture_default_str();
  command->add_option("--noise", arguments->noise_m, "Deviation of a position, in metres")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  command->add_option("--loss", arguments->loss, "Share of poses that get lost")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  command
      ->add_option("--part", arguments->part,
                   "robot, tracker or both: each can be a process of its own")
      ->check(CLI::IsMember({"robot", "tracker", "both"}))
      ->capture_default_str();
  command->add_flag("--camera", arguments->is_filmed,
                    "A camera films them instead of a tracker that knows where they are: for "
                    "tandem track --scenario");
  command->callback([arguments] { run_plant(*arguments); });
}

}  // namespace tandem
