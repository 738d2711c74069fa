// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "results/run_result.h"

namespace tandem {

namespace {

using Json = nlohmann::ordered_json;

// --- out

// JSON has no NaN and no infinity.
Json number(double value) { return std::isfinite(value) ? Json(value) : Json(); }
Json number(const std::optional<double>& value) { return value ? number(*value) : Json(); }

template <class T, class Write>
Json list(const std::vector<T>& items, Write write) {
  Json json = Json::array();
  for (const T& item : items) json.push_back(write(item));
  return json;
}

Json to_object(const AssertionResult& it) {
  Json json{{"name", it.name},
            {"kind", it.kind},
            {"text", it.text},
            {"line", it.line},
            {"state", name_of(it.state)},
            {"decided_s", number(it.decided_s)},
            {"explanation", it.explanation},
            {"value", number(it.value)},
            {"low", number(it.low)},
            {"high", number(it.high)},
            {"unit", it.unit},
            {"series", it.series}};
  if (it.is_low_out) json["is_low_out"] = true;
  if (it.is_high_out) json["is_high_out"] = true;
  return json;
}

Json to_object(const TimelineEntry& it) {
  return {{"time_s", number(it.time_s)},
          {"kind", name_of(it.kind)},
          {"text", it.text},
          {"robot", it.robot},
          {"is_bad", it.is_bad}};
}

Json to_object(const Metric& it) {
  return {{"name", it.name}, {"value", number(it.value)}, {"unit", it.unit}};
}

Json to_object(const RecordedPath& it) {
  return {{"name", it.name},
          {"kind", name_of(it.kind)},
          {"points", list(it.points, [](const RecordedPath::Point& point) {
             return Json{number(point.time_s), number(point.x), number(point.y), number(point.z),
                         number(point.yaw)};
           })}};
}

Json to_object(const Series& it) {
  const auto as_number = [](double value) { return number(value); };
  return {{"name", it.name},
          {"unit", it.unit},
          {"low", number(it.low)},
          {"high", number(it.high)},
          {"times_s", list(it.times_s, as_number)},
          {"values", list(it.values, as_number)}};
}

Json to_object(const Outline& it) {
  Json json{
      {"name", it.name}, {"kind", name_of(it.kind)}, {"points", list(it.points, [](Vec2 at) {
                                                        return Json{number(at.x), number(at.y)};
                                                      })}};
  // of most things there is nothing to say
  if (it.came_s > 0) json["came_s"] = number(it.came_s);
  if (it.gone_s) json["gone_s"] = number(it.gone_s);
  return json;
}

Json to_object(const Picture& it) {
  Json json{{"time_s", number(it.time_s)},
            {"caption", it.caption},
            {"file", it.file},
            {"kind", name_of(it.kind)}};
  if (it.area)
    json["area"] = {number(it.area->low_x), number(it.area->low_y), number(it.area->high_x),
                    number(it.area->high_y)};
  return json;
}

// --- in: what is missing or of another kind throws, and becomes one sentence

[[noreturn]] void refuse(const std::string& why) { throw std::runtime_error(why); }

const Json& member(const Json& json, const char* key) {
  if (!json.is_object()) refuse(fmt::format("expected an object with '{}'", key));
  const auto found = json.find(key);
  if (found == json.end()) refuse(fmt::format("'{}' is missing", key));
  return *found;
}

std::string text(const Json& json, const char* key) {
  const Json& value = member(json, key);
  if (!value.is_string()) refuse(fmt::format("'{}' is no text", key));
  return value.get<std::string>();
}

double to_double(const Json& value, const char* key) {
  if (value.is_null()) return std::nan("");
  if (!value.is_number()) refuse(fmt::format("'{}' is no number", key));
  return value.get<double>();
}
double real(const Json& json, const char* key) { return to_double(member(json, key), key); }
std::optional<double> maybe_real(const Json& json, const char* key) {
  const Json& value = member(json, key);
  return value.is_null() ? std::nullopt : std::optional(to_double(value, key));
}

std::uint64_t whole(const Json& json, const char* key) {
  const Json& value = member(json, key);
  if (!value.is_number_unsigned()) refuse(fmt::format("'{}' is no whole number of 0 or more", key));
  return value.get<std::uint64_t>();
}

template <class Read>
auto read_list(const Json& json, const char* key, Read read) {
  const Json& items = member(json, key);
  if (!items.is_array()) refuse(fmt::format("'{}' is no list", key));
  std::vector<decltype(read(items))> all;
  for (const Json& item : items) all.push_back(read(item));
  return all;
}

std::vector<std::string> texts(const Json& json, const char* key) {
  return read_list(json, key, [&](const Json& item) {
    if (!item.is_string()) refuse(fmt::format("'{}' are lines of text", key));
    return item.get<std::string>();
  });
}

std::vector<double> reals(const Json& json, const char* key) {
  return read_list(json, key, [&](const Json& item) { return to_double(item, key); });
}

// A point as [x, y, ...].
std::vector<double> tuple(const Json& json, std::size_t size) {
  if (!json.is_array() || json.size() != size)
    refuse(fmt::format("a point is a list of {} numbers", size));
  std::vector<double> all;
  for (const Json& item : json) all.push_back(to_double(item, "points"));
  return all;
}

template <class T>
T named(const Json& json, const char* key, std::initializer_list<T> values) {
  const std::string name = text(json, key);
  for (const T value : values)
    if (name_of(value) == name) return value;
  refuse(fmt::format("'{}' cannot be '{}'", key, name));
}

AssertionResult to_assertion(const Json& json) {
  using State = AssertionResult::State;
  return {.name = text(json, "name"),
          .kind = text(json, "kind"),
          .text = text(json, "text"),
          .line = static_cast<int>(real(json, "line")),
          .state = named(json, "state", {State::undecided, State::passed, State::failed}),
          .decided_s = maybe_real(json, "decided_s"),
          .explanation = text(json, "explanation"),
          .value = maybe_real(json, "value"),
          .low = maybe_real(json, "low"),
          .high = maybe_real(json, "high"),
          .is_low_out = json.value("is_low_out", false),
          .is_high_out = json.value("is_high_out", false),
          .unit = text(json, "unit"),
          .series = text(json, "series")};
}

TimelineEntry to_timeline_entry(const Json& json) {
  using Kind = TimelineEntry::Kind;
  const Json& is_bad = member(json, "is_bad");
  if (!is_bad.is_boolean()) refuse("'is_bad' is neither true nor false");
  return {.time_s = real(json, "time_s"),
          .kind = named(json, "kind",
                        {Kind::event, Kind::world, Kind::goal, Kind::program, Kind::verdict}),
          .text = text(json, "text"),
          .robot = text(json, "robot"),
          .is_bad = is_bad.get<bool>()};
}

Metric to_metric(const Json& json) {
  return {text(json, "name"), real(json, "value"), text(json, "unit")};
}

RecordedPath to_trajectory(const Json& json) {
  using Kind = RecordedPath::Kind;
  return {.name = text(json, "name"),
          .kind = named(json, "kind", {Kind::robot, Kind::odometry, Kind::thing}),
          .points = read_list(json, "points", [](const Json& item) {
            const std::vector<double> at = tuple(item, 5);
            return RecordedPath::Point{at[0], at[1], at[2], at[3], at[4]};
          })};
}

Series to_series(const Json& json) {
  Series series{.name = text(json, "name"),
                .unit = text(json, "unit"),
                .times_s = reals(json, "times_s"),
                .values = reals(json, "values"),
                .low = maybe_real(json, "low"),
                .high = maybe_real(json, "high")};
  if (series.times_s.size() != series.values.size()) refuse("a series has as many times as values");
  return series;
}

Outline to_outline(const Json& json) {
  using Kind = Outline::Kind;
  Outline outline{.name = text(json, "name"),
                  .kind = named(json, "kind", {Kind::fixed, Kind::movable, Kind::zone, Kind::line}),
                  .points = read_list(json, "points", [](const Json& item) {
                    const std::vector<double> at = tuple(item, 2);
                    return Vec2{at[0], at[1]};
                  })};
  if (json.contains("came_s")) outline.came_s = real(json, "came_s");
  if (json.contains("gone_s")) outline.gone_s = maybe_real(json, "gone_s");
  return outline;
}

Picture to_picture(const Json& json) {
  using Kind = Picture::Kind;
  Picture picture{.time_s = real(json, "time_s"),
                  .caption = text(json, "caption"),
                  .file = text(json, "file"),
                  .kind = named(json, "kind", {Kind::moment, Kind::film, Kind::floor})};
  if (json.contains("area")) {
    const std::vector<double> area = tuple(json.at("area"), 4);
    if (!(area[0] < area[2] && area[1] < area[3])) refuse("the 'area' of a picture is empty");
    picture.area = {area[0], area[1], area[2], area[3]};
  }
  return picture;
}

RunResult to_run_result(const Json& json) {
  const double format = real(json, "format");
  if (format != RunResult::format)
    refuse(fmt::format("it is of format {}, and this program reads format {}", format,
                       RunResult::format));
  RunResult result{.mission = text(json, "mission"),
                   .mission_file = text(json, "mission_file"),
                   .description = text(json, "description"),
                   .scenario = text(json, "scenario"),
                   .mode = text(json, "mode")};
  result.seed = whole(json, "seed");
  result.verdict =
      named(json, "verdict", {Verdict::passed, Verdict::failed, Verdict::error, Verdict::timeout});
  result.reason = text(json, "reason");
  if (json.contains("settings")) result.settings = texts(json, "settings");
  if (json.contains("drawn")) result.drawn = texts(json, "drawn");
  result.last_words = texts(json, "last_words");
  result.simulated_s = real(json, "simulated_s");
  result.step_s = real(json, "step_s");
  result.state_hash = text(json, "state_hash");
  result.course_hash = text(json, "course_hash");
  result.assertions = read_list(json, "assertions", to_assertion);
  result.timeline = read_list(json, "timeline", to_timeline_entry);
  if (json.contains("timeline_left_out"))
    result.timeline_left_out = whole(json, "timeline_left_out");
  result.metrics = read_list(json, "metrics", to_metric);
  result.trajectories = read_list(json, "trajectories", to_trajectory);
  result.series = read_list(json, "series", to_series);
  result.outlines = read_list(json, "outlines", to_outline);
  result.pictures = read_list(json, "pictures", to_picture);
  result.recording = text(json, "recording");
  if (json.contains("costs")) result.costs = read_list(json, "costs", to_metric);
  if (json.contains("environment"))
    for (const auto& [key, value] : json["environment"].items()) {
      if (!value.is_string()) refuse("'environment' has texts only");
      result.environment[key] = value.get<std::string>();
    }
  return result;
}

}  // namespace

std::string to_json(const RunResult& result, ResultParts parts) {
  const auto as_object = [](const auto& it) { return to_object(it); };
  Json json{{"format", RunResult::format},
            {"mission", result.mission},
            {"mission_file", result.mission_file},
            {"description", result.description},
            {"scenario", result.scenario},
            {"mode", result.mode},
            {"seed", result.seed},
            {"settings", result.settings},
            {"drawn", result.drawn},
            {"verdict", name_of(result.verdict)},
            {"reason", result.reason},
            {"last_words", result.last_words},
            {"simulated_s", number(result.simulated_s)},
            {"step_s", number(result.step_s)},
            {"state_hash", result.state_hash},
            {"course_hash", result.course_hash},
            {"assertions", list(result.assertions, as_object)},
            {"timeline", list(result.timeline, as_object)},
            {"timeline_left_out", result.timeline_left_out},
            {"metrics", list(result.metrics, as_object)},
            {"trajectories", list(result.trajectories, as_object)},
            {"series", list(result.series, as_object)},
            {"outlines", list(result.outlines, as_object)},
            {"pictures", list(result.pictures, as_object)},
            {"recording", result.recording}};
  if (parts == ResultParts::all) {
    json["costs"] = list(result.costs, as_object);
    json["environment"] = Json::object();
    for (const auto& [key, value] : result.environment) json["environment"][key] = value;
  }
  // what a program printed may be no UTF-8
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<RunResult> parse_run_result(std::string_view text) {
  try {
    return to_run_result(Json::parse(text));
  } catch (const std::exception& error) {
    return Error{fmt::format("this is no result of a mission: {}", error.what())};
  }
}

}  // namespace tandem
