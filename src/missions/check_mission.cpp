// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "missions/known_events.h"
#include "missions/mission_script.h"
#include "missions/observer.h"
#include "scenario/faults_file.h"
#include "scenario/killable_process.h"
#include "scenario/newcomer.h"
#include "scenario/suggest.h"
#include "scenario/utf8_text.h"
#include "simulation/load_scenario.h"

namespace tandem {

namespace {

// The programs that run in a mission, which starts all of them again.
std::vector<KillableProcess> processes_of(const MissionScript& mission, const Scenario& scenario) {
  Findings told;  // elsewhere
  std::vector<KillableProcess> processes;
  for (const ProgramConfig& program : mission.programs
                                          ? read_programs(*mission.programs, scenario.robots, told)
                                          : scenario.programs)
    processes.push_back({.name = process_name(program), .is_started_again = true});
  return processes;
}

std::vector<std::string> names_of(const std::vector<KillableProcess>& processes) {
  std::vector<std::string> names;
  for (const KillableProcess& process : processes) names.push_back(process.name);
  return names;
}

void check_fault(Fault fault, const MissionScript& mission, const Scenario& scenario,
                 const Place& place, Findings& findings) {
  const FaultSubject subject = info_of(fault.kind).subject;
  const bool is_simulated = std::ranges::count(mission.modes, RobotMode::simulated) > 0;
  if (subject == FaultSubject::poses && is_simulated)
    return findings.error(place, fmt::format("{}: only a twin has a tracker; the mission needs "
                                             "'modes: [twin]'",
                                             name_of(fault.kind)));
  if (subject == FaultSubject::process) {
    std::string why = why_no_kill(fault, processes_of(mission, scenario), "runs in this mission");
    if (!why.empty()) findings.error(place, std::move(why));
    return;
  }
  std::vector<RobotConfig> robots = scenario.robots;
  if (!is_simulated && !robots.empty()) robots.front().mode = RobotMode::twin;
  find_subject(fault, place, robots, findings);
}

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
    if (const auto* place = std::get_if<PlaceThing>(&event.deed)) {
      const Newcomer thing =
          read_newcomer({.name = place->name, .uri = place->object, .catalog = &scenario.catalog});
      if (!thing.what)
        findings.error(event.place, fmt::format("'{}' cannot be placed: {}",
                                                printable(place->object), thing.reason));
    }
    if (std::holds_alternative<PaintFloor>(event.deed) && !scenario.paint)
      findings.error(event.place, "this scenario has no floor to paint");
    if (const auto* cause = std::get_if<CauseFault>(&event.deed))
      check_fault(cause->fault, mission, scenario, event.place, findings);
    if (std::holds_alternative<ChangeTracker>(event.deed) &&
        std::ranges::count(mission.modes, RobotMode::simulated))
      findings.error(
          event.place,
          "only the stand-in of a twin has a tracker; the mission needs 'modes: [twin]'");
  }
}

// Two hands on one joystick: the robot hears both, in turn.
void check_drives(const MissionScript& mission, const std::vector<std::string>& robots,
                  Findings& findings) {
  struct Drive {
    const EventPlan* event;
    std::string robot;
    Duration begin, end;
  };
  std::vector<Drive> drives;
  for (const EventPlan& event : mission.events) {
    if (std::holds_alternative<SwitchWorld>(event.deed)) break;
    const auto* drive = std::get_if<DriveFor>(&event.deed);
    if ((!drive && !std::holds_alternative<DriveAlong>(event.deed)) || !event.at) continue;
    const Duration begin = *event.at + event.delay;
    // nobody knows how long a way takes
    drives.push_back({&event, event.robot.empty() && !robots.empty() ? robots[0] : event.robot,
                      begin, begin + (drive ? drive->lasts : 0s)});
  }
  std::ranges::stable_sort(drives, {}, &Drive::begin);
  for (auto later = drives.begin(); later != drives.end(); ++later) {
    const auto earlier = std::find_if(drives.begin(), later, [&](const Drive& other) {
      return other.robot == later->robot &&
             (later->begin < other.end || later->begin == other.begin);
    });
    if (earlier != later)
      findings.warn(
          later->event->place,
          fmt::format("'{}' is driven since {:.3f} s already (line {}), for {:.3f} s: it "
                      "hears both in turn",
                      printable(later->robot), seconds(earlier->begin), earlier->event->place.line,
                      seconds(earlier->end - earlier->begin)));
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

// Names that things of the scenario have or may have; rules and `spawn` number theirs.
bool may_be_there(const std::string& pattern, const MissionScript& mission,
                  const Scenario& scenario) {
  const auto is_meant = [&](const std::string& name) { return is_like(name, pattern); };
  const auto is_meant_with_number = [&](const std::string& name) {
    constexpr int most_numbers = 100;
    if (is_meant(name)) return true;
    for (int i = 1; i <= most_numbers; ++i)
      if (is_meant(fmt::format("{}_{}", name, i))) return true;
    return false;
  };
  const auto is_placed = [&](const EventPlan& event) {
    const auto* place = std::get_if<PlaceThing>(&event.deed);
    return place &&
           (place->name.empty() ? is_meant_with_number(place->object) : is_meant(place->name));
  };
  return std::ranges::any_of(scenario.robots, is_meant, &RobotConfig::name) ||
         std::ranges::any_of(scenario.world.models, is_meant, &ModelInstance::name) ||
         std::ranges::any_of(scenario.rules, is_meant_with_number, &RuleDescription::name) ||
         std::ranges::any_of(mission.events, is_placed);
}

// In another world there are others.
bool changes_world(const MissionScript& mission) {
  return std::ranges::any_of(mission.events, [](const EventPlan& event) {
    return std::holds_alternative<SwitchWorld>(event.deed);
  });
}

// Things may come in other ways too, so this is no error.
void check_things(const MissionScript& mission, const std::vector<std::string>& robots,
                  const Scenario& scenario, Findings& findings) {
  if (changes_world(mission)) return;
  const auto check = [&](const std::string& thing, const Place& place) {
    if (!thing.empty() && !mission.zones.contains(thing) && !may_be_there(thing, mission, scenario))
      findings.warn(place, fmt::format("'{}' is not in the world as it is loaded{}",
                                       printable(thing), suggestion(thing, robots)));
  };
  for (const Condition* condition : conditions_of(mission))
    for (const std::string& thing : things_in(*condition)) check(thing, condition->place);
  for (const EventPlan& event : mission.events) {
    if (const auto* move = std::get_if<MoveThing>(&event.deed)) check(move->thing, event.place);
    if (const auto* gone = std::get_if<RemoveThing>(&event.deed)) check(gone->thing, event.place);
  }
}

// What would pass or never happen because of a name that nothing has.
void check_names(const MissionScript& mission, const std::vector<std::string>& robots,
                 const Scenario& scenario, Findings& findings) {
  if (changes_world(mission)) return;
  for (const Condition* condition : conditions_of(mission)) {
    for (const std::string& pattern : touched_in(*condition))
      if (!may_be_there(pattern, mission, scenario))
        findings.warn(condition->place, fmt::format("nothing that could be touched has a name like "
                                                    "'{}' in the world as it is loaded",
                                                    printable(pattern)));
    for (const EventFilter& event : events_in(*condition)) {
      const auto types = rules_that_tell(event.name);
      const auto tells = [&](const RuleDescription& rule) {
        return std::ranges::count(types, rule.type) > 0;
      };
      if (!types.empty() && std::ranges::none_of(scenario.rules, tells))
        findings.warn(condition->place,
                      fmt::format("the event '{}' is told by rules of the type {}, of which the "
                                  "scenario has none",
                                  event.name, fmt::join(types, " or ")));
      if (!event.robot.empty() && !may_be_there(event.robot, mission, scenario))
        findings.warn(condition->place,
                      fmt::format("there is no robot '{}'{}", printable(event.robot),
                                  suggestion(event.robot, robots)));
    }
  }
}

// Where a setting of the mission is written.
Place place_of_setting(const MissionScript& mission, const Place& place) {
  for (const auto& [key, at] : mission.setting_places)
    if (place.file == "--set " + key) return at;
  return place;
}

// The worlds that events switch to.
void check_next_worlds(const MissionScript& mission, const ScenarioOptions& options,
                       Findings& findings) {
  for (const EventPlan& event : mission.events) {
    const auto* deed = std::get_if<SwitchWorld>(&event.deed);
    if (!deed) continue;
    ScenarioOptions with = options;
    with.overrides = deed->settings;
    Findings found;
    if (load_checked_scenario(deed->scenario, with, found)) continue;
    for (const Finding& finding : found.all())
      if (finding.severity == Severity::error)
        findings.error(event.place, "the world it switches to: " + to_string(finding));
  }
}

}  // namespace

void check_mission(const MissionScript& mission, const Scenario& scenario, Findings& findings) {
  std::vector<std::string> robots;
  for (const RobotConfig& robot : scenario.robots) robots.push_back(robot.name);
  if (mission.programs) read_programs(*mission.programs, scenario.robots, findings);
  check_events(mission, robots, scenario, findings);
  check_drives(mission, robots, findings);
  // a mission has no processes but programs, and maybe others than the scenario
  for (const FaultPlan& plan : scenario.faults)
    if (info_of(plan.fault.kind).subject == FaultSubject::process)
      check_fault(plan.fault, mission, scenario, plan.place, findings);
  check_things(mission, robots, scenario, findings);
  check_names(mission, robots, scenario, findings);
  check_map(mission, robots, scenario, findings);
}

std::string with_setting_places(const MissionScript& mission, std::string text) {
  for (const auto& [key, place] : mission.setting_places) {
    const std::string told = "--set " + key + ":";
    const std::string meant = fmt::format("{}:{}:", place.file, place.line);
    for (std::size_t at = 0; (at = text.find(told, at)) != std::string::npos; at += meant.size())
      text.replace(at, told.size(), meant);
  }
  return text;
}

std::string scenario_of(const MissionScript& mission) {
  // a file is looked for from the folder of the mission
  const std::filesystem::path beside = mission.file.parent_path() / mission.scenario;
  std::error_code error;
  const bool is_file = mission.scenario.find('\n') == std::string::npos &&
                       std::filesystem::is_regular_file(beside, error);
  return is_file ? beside.string() : mission.scenario;
}

std::optional<CheckedMission> check_mission_file(const std::filesystem::path& file,
                                                 const ScenarioOptions& options, Findings& findings,
                                                 std::optional<RobotMode> mode) {
  auto mission = load_mission(file, findings);
  if (!mission) return std::nullopt;
  if (mode) mission->modes = {*mode};
  ScenarioOptions with = options;
  const ScenarioOverrides settings = settings_with(*mission, mission->seeds.first);
  with.overrides.insert(with.overrides.begin(), settings.begin(), settings.end());
  Findings found;
  const auto scenario = load_checked_scenario(scenario_of(*mission), with, found);
  for (const Finding& finding : found.all()) {
    Place place = place_of_setting(*mission, finding.place);
    if (place.file == mission->scenario) place = mission->scenario_place;  // there is no such file
    if (finding.severity == Severity::error)
      findings.error(place, finding.message);
    else
      findings.warn(place, finding.message);
  }
  if (!scenario) return std::nullopt;
  check_mission(*mission, *scenario, findings);
  check_next_worlds(*mission, with, findings);
  if (findings.has_errors()) return std::nullopt;
  return CheckedMission{*mission, names_of(processes_of(*mission, *scenario))};
}

}  // namespace tandem
