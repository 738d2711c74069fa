// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>

#include "base/log.h"
#include "commands.h"
#include "companion_options.h"
#include "loading.h"
#include "middleware/dds_context.h"
#include "ports/guard/guard_node.h"
#include "stop_signals.h"

namespace tandem {

namespace {

void run_guard(const CompanionArguments& arguments) {
  const auto robots = chosen_robots(arguments);
  StopSignals signals;
  std::vector<std::unique_ptr<GuardNode>> guards;
  for (const RobotConfig& robot : robots.configs) {
    const auto config = guard_config(robot);
    if (!config) {
      if (!arguments.robots.empty())
        reject_command(fmt::format("robot '{}' has no 'guard' in its scenario", robot.name));
      continue;
    }
    guards.push_back(std::make_unique<GuardNode>(
        *config, NodeOptions{.context = program_context(), .arguments = ros_arguments()}));
    log(LogLevel::info,
        fmt::format("guard of {}: scans from {}, stops {:.2f} m ahead of things at 0.5 m/s",
                    robot.name, config->scan_topic, stop_distance(config->guard, 0.5)));
  }
  if (guards.empty())
    reject_command("no robot of the scenario has a 'guard': docs/hardware.md tells how");
  wait_for_stop(signals.token());
}

}  // namespace

void add_guard_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "guard", "Keep real robots from driving into real things, by their lidars");
  const auto arguments = std::make_shared<CompanionArguments>();
  add_companion_options(*command, *arguments);
  command->callback([arguments] { run_guard(*arguments); });
}

}  // namespace tandem
