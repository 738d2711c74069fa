// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/findings.h"
#include "base/time.h"
#include "geometry/area.h"
#include "missions/condition.h"
#include "missions/deed.h"
#include "scenario/programs_file.h"
#include "scenario/scenario.h"
#include "scenario/yaml_document.h"

namespace tandem {

// A mission as its file describes it: which world, what happens in it, and what must hold. Checked,
// and constant; docs/mission-format.md tells how it is written.

enum class ExpectationKind { reach, within, eventually, always, never, stays, ordered };
std::string_view name_of(ExpectationKind kind);

struct ExpectationPlan {
  ExpectationKind kind = ExpectationKind::always;
  std::string name;
  std::vector<Condition> conditions;  // one; of `ordered` each in its turn

  // when it begins to count: from a time, after something was true
  Duration from{};
  std::optional<Condition> after;
  // and when it ends
  std::optional<Duration> until;
  std::optional<Condition> until_holds;
  std::optional<Duration> lasts;  // always, never: so long; stays: it has to hold so long
  std::optional<Duration> by;     // counted from when it begins
  Duration within{};              // of ExpectationKind::within

  std::string text;  // for people
  Place place;
};

struct EventPlan {
  std::string name;
  std::optional<Duration> at;     // either this
  std::optional<Condition> when;  // or once this is true
  Duration delay{};               // and some time has passed
  bool is_optional = false;       // `when` may never be true
  std::string robot;              // empty: the first
  Deed deed;
  std::string text;
  Place place;
};

struct SeedRange {
  std::uint64_t first = 1, last = 1;
};
// "1..20", or one number.
std::optional<SeedRange> parse_seeds(std::string_view text);

// A setting of the scenario that the seed draws.
struct Variation {
  std::string key;
  double low = 0, high = 0;
};

// A map that is made of a lidar's clouds on the way, to be compared with the true one.
struct MapPlan {
  std::string robot;  // empty: the first
  std::string sensor;
  Area area;
  double range_m = 5;
  bool is_by_truth = false;  // else a cloud is drawn where odometry says
  Place place{};
};

struct MissionScript {
  std::string name;
  std::string description;
  std::filesystem::path file;
  std::string scenario;  // a name, or a file
  Place scenario_place{};
  ScenarioOverrides settings;
  std::vector<Variation> variations;
  std::map<std::string, Place> setting_places;  // of both, by their keys
  SeedRange seeds;
  std::vector<RobotMode> modes{RobotMode::simulated};
  Duration duration = 60s;           // simulated, at most
  std::optional<YamlNode> programs;  // instead of those of the scenario; read with its robots
  std::map<std::string, Area> zones;
  std::optional<MapPlan> map;
  std::vector<EventPlan> events;
  std::vector<ExpectationPlan> expectations;
  std::vector<std::string> watched_things;
  std::vector<Comparison> watched_values;
};

// Whether a file is a mission, and not a scenario or something else; one with mistakes is one too.
bool is_mission_file(const std::filesystem::path& file);

// Nothing after an error was reported. What the file says about things of its scenario is checked
// by check_mission.
std::optional<MissionScript> load_mission(const std::filesystem::path& file, Findings& findings);
std::optional<MissionScript> load_mission_text(const std::string& text, const std::string& name,
                                               Findings& findings);

// What a mission says about robots, things and programs that its scenario does not have.
void check_mission(const MissionScript& mission, const Scenario& scenario, Findings& findings);

// All of that, of a file: what is wrong with it, with its scenario, and with how they go together,
// in the modes that it names or in another one. Nothing after an error.
struct CheckedMission {
  MissionScript mission;
  std::vector<std::string> programs;  // that run in it: "navigator of emaros"
};
std::optional<CheckedMission> check_mission_file(const std::filesystem::path& file,
                                                 const ScenarioOptions& options, Findings& findings,
                                                 std::optional<RobotMode> mode = {});

// A loader names a setting by its key; in a mission it has a line.
std::string with_setting_places(const MissionScript& mission, std::string text);

// The scenario as LockstepWorld takes it: a file is looked for from the folder of the mission.
std::string scenario_of(const MissionScript& mission);

// What this seed draws of `vary`.
ScenarioOverrides drawn_by(const MissionScript& mission, std::uint64_t seed);
// The settings of its scenario with this seed, drawn ones included.
ScenarioOverrides settings_with(const MissionScript& mission, std::uint64_t seed);

}  // namespace tandem
