// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "companion_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>

#include "base/log.h"
#include "loading.h"

namespace tandem {

void add_companion_options(CLI::App& command, CompanionArguments& arguments) {
  command
      .add_option("SCENARIO", arguments.scenario,
                  "Name of a scenario that came with Tandem, or its file")
      ->required();
  command.add_option("--robot", arguments.robots,
                     "Only for this robot of the scenario; may be given several times");
  add_settings_option(command, arguments.settings);
  command.add_flag("--no-warnings", arguments.leaves_out_warnings,
                   "Does not say that there are warnings about the scenario");
  command.footer(
      "Behind all of these, --ros-args -r a:=b -r __ns:=/lab and so on are understood as by any "
      "ROS 2 node.");
}

void reject_command(const std::string& message) {
  log(LogLevel::error, message);
  throw CLI::RuntimeError(2);
}

ChosenRobots chosen_robots(const CompanionArguments& arguments) {
  ScenarioOptions options;
  options.overrides = parse_settings(arguments.settings);
  const auto scenario =
      load_or_exit(arguments.scenario, options,
                   arguments.leaves_out_warnings ? Warnings::left_out : Warnings::counted);
  ChosenRobots chosen{
      .scenario = scenario, .configs = {}, .seed = scenario->seed, .tf = scenario->ros.tf};
  for (const std::string& name : arguments.robots) {
    const auto found = std::ranges::find(scenario->robots, name, &RobotConfig::name);
    if (found == scenario->robots.end())
      reject_command(fmt::format("{} has no robot '{}'", scenario->name, name));
    chosen.configs.push_back(*found);
  }
  if (!arguments.robots.empty()) return chosen;
  for (const RobotConfig& robot : scenario->robots)
    if (robot.mode == RobotMode::twin) chosen.configs.push_back(robot);
  if (chosen.configs.empty()) chosen.configs = scenario->robots;
  if (chosen.configs.empty()) reject_command(fmt::format("{} has no robot", scenario->name));
  return chosen;
}

Duration duration_option(const std::string& option, const std::string& text) {
  const std::optional<Duration> duration = parse_duration(text);
  if (!duration || *duration <= Duration{})
    reject_command(
        fmt::format("{} takes a time with its unit such as 30ms or 2s; not '{}'", option, text));
  return *duration;
}

void wait_for_stop(std::stop_token stop) {
  std::mutex mutex;
  std::condition_variable_any bell;
  std::unique_lock lock(mutex);
  bell.wait(lock, stop, [] { return false; });
}

}  // namespace tandem
