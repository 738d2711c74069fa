// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <set>

#include "base/random.h"
#include "missions/condition_file.h"
#include "missions/deed_file.h"
#include "missions/mission_schema.h"
#include "missions/mission_script.h"
#include "missions/observer.h"
#include "scenario/outlook.h"
#include "scenario/regular_file.h"
#include "scenario/utf8_text.h"

namespace tandem {

namespace {

namespace fs = std::filesystem;

constexpr Duration longest = 24h;
constexpr std::uintmax_t mission_limit_bytes = 16u << 20;
constexpr std::size_t most_entries = 1000;  // of events and of expectations

const std::vector<std::string_view> expectation_kinds{"reach", "within", "eventually", "always",
                                                      "never", "stays",  "ordered"};

void read_variations(const YamlNode& node, MissionScript& mission, Findings& findings) {
  if (!node.is_map()) {
    findings.error(
        node.place,
        fmt::format("'vary' expects a map from settings to [low, high], is {}", describe(node)));
    return;
  }
  for (const YamlEntry& entry : node.entries) {
    if (!entry.value.is_list() || entry.value.items.size() != 2) {
      findings.error(entry.place, fmt::format("'vary' expects [low, high] for '{}', is {}",
                                              printable(entry.key), describe(entry.value)));
      continue;
    }
    const auto low = to_number(entry.value.items[0], entry.key, any_number, findings);
    const auto high = to_number(entry.value.items[1], entry.key, any_number, findings);
    if (!low || !high) continue;
    if (*low > *high) findings.error(entry.place, "the lower limit is above the upper one");
    mission.variations.push_back({entry.key, *low, *high});
    mission.setting_places[entry.key] = entry.place;
  }
}

void read_modes(const Fields& fields, MissionScript& mission) {
  std::vector<std::string> words;
  if (!fields.read("modes", words)) return;
  mission.modes.clear();
  for (const std::string& word : words) {
    if (word != "virtual" && word != "twin")
      fields.findings().error(
          fields.place_of("modes"),
          fmt::format("'modes' has virtual and twin; not '{}'", printable(word)));
    const RobotMode mode = word == "twin" ? RobotMode::twin : RobotMode::simulated;
    if (!std::ranges::count(mission.modes, mode)) mission.modes.push_back(mode);
  }
}

void read_zones(const YamlNode& node, MissionScript& mission, Findings& findings) {
  if (!node.is_map()) {
    findings.error(node.place,
                   fmt::format("'zones' expects a map from names to areas, is {}", describe(node)));
    return;
  }
  for (const YamlEntry& entry : node.entries)
    mission.zones[entry.key] = read_area(entry.value, findings);
}

void read_map_plan(const YamlNode& node, MissionScript& mission, Findings& findings) {
  const Fields fields(node, mission_schema::map, findings);
  if (!fields.is_map()) return;
  MapPlan plan;
  plan.place = node.place;
  fields.read("robot", plan.robot);
  if (fields.require("sensor")) fields.read("sensor", plan.sensor);
  if (const YamlNode* area = fields.require("area")) plan.area = read_area(*area, findings);
  if (plan.area.world_from_center.yaw != 0)
    findings.error(fields.place_of("area"), "a map lies along the world's axes: no 'yaw_deg' here");
  read_amount(fields, "range", Dimension::length, plan.range_m);
  if (plan.range_m <= 0) findings.error(fields.place_of("range"), "'range' must be above 0");
  constexpr std::array<std::string_view, 2> senses{"odometry", "truth"};
  if (const auto choice = fields.read_choice("by", senses)) plan.is_by_truth = *choice == 1;
  mission.map = plan;
}

// Reads one entry of `expect`.
class ExpectationReader {
 public:
  ExpectationReader(const YamlNode& node, Findings& findings)
      : node_(node), findings_(findings), fields_(node, mission_schema::expectation, findings) {}

  std::optional<ExpectationPlan> read() {
    if (!fields_.is_map()) return std::nullopt;
    const auto kind = only_key_of(fields_, expectation_kinds, "an expectation");
    if (!kind) return std::nullopt;
    const int errors = findings_.error_count();
    plan_.kind = static_cast<ExpectationKind>(std::ranges::find(expectation_kinds, *kind) -
                                              expectation_kinds.begin());
    plan_.place = node_.place;
    read_conditions_of(*kind);
    read_window();
    check_window(*kind);
    if (findings_.error_count() > errors) return std::nullopt;
    plan_.text = text();
    plan_.name = plan_.text;
    fields_.read("name", plan_.name);
    return plan_;
  }

 private:
  bool is(std::initializer_list<ExpectationKind> kinds) const {
    return std::ranges::count(kinds, plan_.kind) > 0;
  }

  void read_conditions_of(std::string_view kind) {
    const YamlNode* node = fields_.find(kind);
    if (plan_.kind == ExpectationKind::within) {
      fields_.read("within", plan_.within, 0s, longest);
      node = fields_.require("holds");
      if (!fields_.find("after"))
        findings_.error(node_.place, "'within' counts from 'after', which is missing");
    } else if (fields_.find("holds")) {
      findings_.error(fields_.place_of("holds"), "'holds' is for 'within'");
    }
    if (!node) return;
    if (plan_.kind == ExpectationKind::ordered) {
      if (auto all = read_conditions(*node, findings_)) plan_.conditions = *std::move(all);
      if (plan_.conditions.size() == 1)
        findings_.error(node->place, "'ordered' expects a list of two or more conditions");
      return;
    }
    auto condition = read_condition(*node, findings_);
    if (!condition) return;
    if (plan_.kind == ExpectationKind::reach && !node->find("near") && !node->find("inside"))
      findings_.error(node->place, "'reach' expects a place: 'near' or 'inside'");
    plan_.conditions.push_back(*std::move(condition));
  }

  void read_window() {
    const auto time = [&](std::string_view key, std::optional<Duration>& target) {
      Duration read{};
      if (fields_.read(key, read, 0s, longest)) target = read;
    };
    fields_.read("from", plan_.from, 0s, longest);
    if (const YamlNode* after = fields_.find("after"))
      plan_.after = read_condition(*after, findings_);
    time("for", plan_.lasts);
    time("by", plan_.by);
    if (const YamlNode* until = fields_.find("until")) {
      if (until->is_map())
        plan_.until_holds = read_condition(*until, findings_);
      else
        time("until", plan_.until);
    }
  }

  // What a kind of expectation does not look at would be a mistake nobody notices.
  void check_window(std::string_view kind) {
    using Kind = ExpectationKind;
    const auto refuse = [&](std::string_view key) {
      if (fields_.find(key))
        findings_.error(fields_.place_of(key),
                        fmt::format("'{}' has no meaning for '{}'", key, kind));
    };
    if (!is({Kind::always, Kind::never, Kind::within})) refuse("until");
    if (!is({Kind::always, Kind::never, Kind::stays})) refuse("for");
    if (!is({Kind::reach, Kind::eventually, Kind::stays, Kind::ordered})) refuse("by");
  }

  std::string text() const {
    using Kind = ExpectationKind;
    std::string what;
    for (const Condition& condition : plan_.conditions)
      what += (what.empty() ? "" : ", then ") + condition.text;
    std::string text;
    switch (plan_.kind) {
      case Kind::reach:
      case Kind::eventually:
      case Kind::always:
      case Kind::never:
      case Kind::ordered:
        text = fmt::format("{}: {}", name_of(plan_.kind), what);
        break;
      case Kind::stays:
        text = fmt::format("stays: {}", what);
        break;
      case Kind::within:
        text = fmt::format("within {:g} s after {}: {}", seconds(plan_.within), plan_.after->text,
                           what);
        break;
    }
    if (plan_.lasts) text += fmt::format(", for {:g} s", seconds(*plan_.lasts));
    if (plan_.from > 0s) text += fmt::format(", from {:g} s on", seconds(plan_.from));
    if (plan_.after && plan_.kind != Kind::within)
      text += fmt::format(", after {}", plan_.after->text);
    if (plan_.by) text += fmt::format(", by {:g} s", seconds(*plan_.by));
    if (plan_.until) text += fmt::format(", until {:g} s", seconds(*plan_.until));
    if (plan_.until_holds) text += fmt::format(", until {}", plan_.until_holds->text);
    return text;
  }

  const YamlNode& node_;
  Findings& findings_;
  const Fields fields_;
  ExpectationPlan plan_;
};

void read_watch(const YamlNode& node, MissionScript& mission, Findings& findings) {
  const Fields fields(node, mission_schema::watch, findings);
  fields.read("things", mission.watched_things);
  const YamlNode* values = fields.find("values");
  if (!values) return;
  if (!values->is_list())
    findings.error(values->place, fmt::format("'values' expects a list, is {}", describe(*values)));
  for (const YamlNode& item : values->items)
    if (auto value = read_value(item, findings)) mission.watched_values.push_back(*value);
}

// The items of a list, none of them too many.
const std::vector<YamlNode>& items_of(const YamlNode& node, std::string_view key,
                                      Findings& findings) {
  static const std::vector<YamlNode> none;
  if (!node.is_list()) {
    findings.error(node.place, fmt::format("'{}' expects a list, is {}", key, describe(node)));
    return none;
  }
  if (node.items.size() <= most_entries) return node.items;
  findings.error(node.place, fmt::format("'{}' has at most {} entries, here are {}", key,
                                         most_entries, node.items.size()));
  return none;
}

// Goals are waited for by the names of the events that sent them.
void check_goals(const MissionScript& mission, Findings& findings) {
  std::set<std::string> sent;
  for (const EventPlan& event : mission.events)
    if (std::holds_alternative<GoTo>(event.deed) || std::holds_alternative<DriveAlong>(event.deed))
      if (!sent.insert(event.name).second)
        findings.error(event.place, fmt::format("two events are named '{}'", event.name));
  const auto check = [&](const Condition& condition) {
    for (const Comparison* comparison : comparisons_in(condition))
      if (const auto* goal = std::get_if<GoalStatusText>(&comparison->quantity))
        if (!sent.contains(goal->goal))
          findings.error(condition.place,
                         fmt::format("no event named '{}' sends a goal", printable(goal->goal)));
  };
  for (const EventPlan& event : mission.events)
    if (event.when) check(*event.when);
  for (const ExpectationPlan& expectation : mission.expectations) {
    for (const Condition& condition : expectation.conditions) check(condition);
    if (expectation.after) check(*expectation.after);
    if (expectation.until_holds) check(*expectation.until_holds);
  }
}

// What would never come to pass, because the mission is over by then.
void check_times(const MissionScript& mission, Findings& findings) {
  const auto check = [&](Duration time, const Place& place, std::string_view what) {
    if (time >= mission.duration)
      findings.error(place, fmt::format("{} {:g} s, and the mission lasts {:g} s", what,
                                        seconds(time), seconds(mission.duration)));
  };
  for (const EventPlan& event : mission.events)
    if (event.at) check(*event.at + event.delay, event.place, "this happens at");
  for (const ExpectationPlan& expectation : mission.expectations) {
    check(expectation.from, expectation.place, "this counts from");
    if (expectation.until && *expectation.until <= expectation.from)
      findings.error(expectation.place, "'until' is no later than 'from': this would never count");
  }
}

void check_map(const MissionScript& mission, Findings& findings) {
  if (mission.map) return;
  for (const Condition* condition : conditions_of(mission))
    for (const Comparison* comparison : comparisons_in(*condition))
      if (const auto* value = std::get_if<ThingValue>(&comparison->quantity))
        if (is_of_map(value->measure))
          findings.error(condition->place,
                         fmt::format("the {} needs a map, and the mission makes none: say which "
                                     "lidar it is made of under 'map'",
                                     comparison->name));
}

std::optional<MissionScript> read_mission(const YamlNode& root, const fs::path& file,
                                          Findings& findings) {
  const int errors = findings.error_count();
  const Fields fields(root, mission_schema::mission, findings);
  if (!fields.is_map()) return std::nullopt;
  MissionScript mission;
  mission.file = file;
  fields.require("mission");
  fields.read("mission", mission.name);
  fields.read("description", mission.description);
  if (fields.require("scenario")) fields.read("scenario", mission.scenario);
  mission.scenario_place = fields.place_of("scenario");
  if (const YamlNode* settings = fields.find("settings")) {
    mission.settings = read_settings(*settings, findings);
    for (const YamlEntry& entry : settings->entries)
      mission.setting_places[entry.key] = entry.place;
  }
  if (const YamlNode* vary = fields.find("vary")) read_variations(*vary, mission, findings);
  if (std::string seeds; fields.read("seeds", seeds)) {
    if (const auto range = parse_seeds(seeds))
      mission.seeds = *range;
    else
      findings.error(
          fields.place_of("seeds"),
          fmt::format("'seeds' expects 1..20, or one number; is '{}'", printable(seeds)));
  }
  read_modes(fields, mission);
  fields.read("duration", mission.duration, 1ms, longest);
  if (const YamlNode* programs = fields.find("programs")) mission.programs = *programs;
  if (const YamlNode* zones = fields.find("zones")) read_zones(*zones, mission, findings);
  if (const YamlNode* map = fields.find("map")) read_map_plan(*map, mission, findings);
  if (const YamlNode* events = fields.find("events"))
    for (const YamlNode& item : items_of(*events, "events", findings))
      if (auto event = read_event(item, findings)) mission.events.push_back(*std::move(event));
  if (const YamlNode* expect = fields.require("expect")) {
    for (const YamlNode& item : items_of(*expect, "expect", findings))
      if (auto expectation = ExpectationReader(item, findings).read())
        mission.expectations.push_back(*std::move(expectation));
    if (expect->is_list() && expect->items.empty())
      findings.error(expect->place, "a mission that expects nothing tests nothing");
  }
  if (const YamlNode* watch = fields.find("watch")) read_watch(*watch, mission, findings);
  check_goals(mission, findings);
  check_map(mission, findings);
  check_times(mission, findings);
  if (findings.error_count() > errors) return std::nullopt;
  return mission;
}

}  // namespace

std::string_view name_of(ExpectationKind kind) {
  return expectation_kinds[static_cast<std::size_t>(kind)];
}

std::optional<SeedRange> parse_seeds(std::string_view text) {
  const auto number = [](std::string_view word) -> std::optional<std::uint64_t> {
    std::uint64_t value = 0;
    const char* const end = word.data() + word.size();
    const auto [used, error] = std::from_chars(word.data(), end, value);
    return error == std::errc{} && used == end ? std::optional(value) : std::nullopt;
  };
  const std::size_t dots = text.find("..");
  const auto first = number(text.substr(0, dots));
  const auto last = dots == std::string_view::npos ? first : number(text.substr(dots + 2));
  constexpr std::uint64_t most = 1'000'000;  // more is a typing mistake
  if (!first || !last || *first > *last || *last - *first >= most) return std::nullopt;
  return SeedRange{*first, *last};
}

bool is_mission_file(const fs::path& file) {
  if (file.extension() != ".yaml" && file.extension() != ".yml") return false;
  const Result<std::string> text = read_regular_file(file, mission_limit_bytes);
  if (!text) return false;
  Findings told_by_others;
  const auto root = parse_yaml(*text, file.string(), told_by_others);
  if (root) return root->is_map() && root->find("mission");
  // one that cannot be read is still meant to be one, or nobody would hear of it
  return text->starts_with("mission:") || text->find("\nmission:") != std::string::npos;
}

std::optional<MissionScript> load_mission(const fs::path& file, Findings& findings) {
  const auto root = read_yaml(file, findings);
  return root ? read_mission(*root, file, findings) : std::nullopt;
}

std::optional<MissionScript> load_mission_text(const std::string& text, const std::string& name,
                                               Findings& findings) {
  const auto root = parse_yaml(text, name, findings);
  return root ? read_mission(*root, name, findings) : std::nullopt;
}

ScenarioOverrides drawn_by(const MissionScript& mission, std::uint64_t seed) {
  ScenarioOverrides drawn;
  for (const Variation& variation : mission.variations)
    drawn.emplace_back(
        variation.key,
        fmt::format("{}", Random(seed, variation.key).uniform(variation.low, variation.high)));
  return drawn;
}

ScenarioOverrides settings_with(const MissionScript& mission, std::uint64_t seed) {
  ScenarioOverrides settings = mission.settings;
  std::ranges::copy(drawn_by(mission, seed), std::back_inserter(settings));
  return settings;
}

}  // namespace tandem
