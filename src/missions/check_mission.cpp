// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "missions/mission_script.h"
#include "missions/observer.h"
#include "scenario/suggest.h"
#include "scenario/utf8_text.h"
#include "simulation/load_scenario.h"

namespace tandem {

namespace {

void check_events(const MissionScript& mission, const std::vector<std::string>& robots,
                  const Scenario& scenario, Findings& findings) {
  for (const EventPlan& event : mission.events) {
    // what comes later is of another world
    if (std::holds_alternative<SwitchWorld>(event.deed)) return;
    if (!event.robot.empty() && !std::ranges::count(robots, event.robot))
      findings.error(event.place, fmt::format("there is no robot '{}'{}", printable(event.robot),
                                              suggestion(event.robot, robots)));
    const bool needs_robot = std::holds_alternative<GoTo>(event.deed) ||
                             std::holds_alternative<DriveFor>(event.deed) ||
                             std::holds_alternative<DriveAlong>(event.deed);
    if (needs_robot && robots.empty())
      findings.error(event.place, "this needs a robot, and the scenario has none");
    if (std::holds_alternative<PaintFloor>(event.deed) && !scenario.paint)
      findings.error(event.place, "this scenario has no floor to paint");
    if (std::holds_alternative<ChangeTracker>(event.deed) &&
        std::ranges::count(mission.modes, RobotMode::simulated))
      findings.error(
          event.place,
          "only the stand-in of a twin has a tracker; the mission needs 'modes: [twin]'");
  }
}

void check_map(const MissionScript& mission, const std::vector<std::string>& robots,
               const Scenario& scenario, Findings& findings) {
  if (!mission.map) return;
  const MapPlan& map = *mission.map;
  const std::string name = map.robot.empty() && !robots.empty() ? robots.front() : map.robot;
  const auto robot = std::ranges::find(scenario.robots, name, &RobotConfig::name);
  if (robot == scenario.robots.end()) {
    findings.error(map.place, fmt::format("there is no robot '{}'{}", printable(name),
                                          suggestion(name, robots)));
    return;
  }
  std::vector<std::string> lidars;
  for (const SensorDescription& sensor : robot->sensors)
    if (sensor.type == "lidar_3d") lidars.push_back(sensor.name);
  if (std::ranges::count(lidars, map.sensor)) return;
  findings.error(map.place,
                 fmt::format("a map is made of a sensor of the type lidar_3d, and '{}' "
                             "has no such '{}'{}",
                             name, printable(map.sensor), suggestion(map.sensor, lidars)));
}

// Rules bring things of their own when the world begins, so this is no error.
void check_things(const MissionScript& mission, const std::vector<std::string>& robots,
                  const Scenario& scenario, Findings& findings) {
  std::set<std::string> known(robots.begin(), robots.end());
  for (const ModelInstance& model : scenario.world.models) known.insert(model.name);
  for (const RuleDescription& rule : scenario.rules) known.insert(rule.name);
  for (const EventPlan& event : mission.events) {
    if (const auto* place = std::get_if<PlaceThing>(&event.deed)) known.insert(place->name);
    if (std::holds_alternative<SwitchWorld>(event.deed)) return;
  }
  for (const Condition* condition : conditions_of(mission))
    for (const std::string& thing : things_in(*condition))
      if (!thing.empty() && !known.contains(thing))
        findings.warn(condition->place, fmt::format("'{}' is not in the world as it is loaded{}",
                                                    printable(thing), suggestion(thing, robots)));
}

}  // namespace

void check_mission(const MissionScript& mission, const Scenario& scenario, Findings& findings) {
  std::vector<std::string> robots;
  for (const RobotConfig& robot : scenario.robots) robots.push_back(robot.name);
  if (mission.programs) read_programs(*mission.programs, scenario.robots, findings);
  check_events(mission, robots, scenario, findings);
  check_things(mission, robots, scenario, findings);
  check_map(mission, robots, scenario, findings);
}

std::string scenario_of(const MissionScript& mission) {
  // a file is looked for from the folder of the mission
  const std::filesystem::path beside = mission.file.parent_path() / mission.scenario;
  std::error_code error;
  const bool is_file = mission.scenario.find('\n') == std::string::npos &&
                       std::filesystem::is_regular_file(beside, error);
  return is_file ? beside.string() : mission.scenario;
}

bool check_mission_file(const std::filesystem::path& file, const ScenarioOptions& options,
                        Findings& findings) {
  const auto mission = load_mission(file, findings);
  if (!mission) return false;
  ScenarioOptions with = options;
  const ScenarioOverrides settings = settings_with(*mission, mission->seeds.first);
  with.overrides.insert(with.overrides.begin(), settings.begin(), settings.end());
  const auto scenario = load_checked_scenario(scenario_of(*mission), with, findings);
  if (!scenario) return false;
  check_mission(*mission, *scenario, findings);
  return !findings.has_errors();
}

}  // namespace tandem
