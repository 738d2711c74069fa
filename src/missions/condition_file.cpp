// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "missions/condition_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "middleware/names.h"
#include "missions/known_events.h"
#include "missions/mission_schema.h"
#include "scenario/outlook.h"
#include "scenario/suggest.h"
#include "scenario/utf8_text.h"

namespace tandem {

namespace {

struct MeasureKind {
  std::string_view word;
  Measure measure;
  Dimension dimension;
  std::string_view name;
};
constexpr std::array measures{
    MeasureKind{"x", Measure::x, Dimension::length, "x"},
    MeasureKind{"y", Measure::y, Dimension::length, "y"},
    MeasureKind{"z", Measure::z, Dimension::length, "z"},
    MeasureKind{"heading", Measure::heading, Dimension::angle, "heading"},
    MeasureKind{"tilt", Measure::tilt, Dimension::angle, "tilt"},
    MeasureKind{"speed", Measure::speed, Dimension::speed, "speed"},
    MeasureKind{"turn_rate", Measure::turn_rate, Dimension::turn_rate, "turn rate"},
    MeasureKind{"path_length", Measure::path_length, Dimension::length, "path length"},
    MeasureKind{"odometry_error", Measure::odometry_error, Dimension::length, "odometry error"},
    MeasureKind{"tracking", Measure::tracking, Dimension::none, "tracking"},
    MeasureKind{"carries", Measure::carries, Dimension::none, "load"},
    MeasureKind{"map_precision", Measure::map_precision, Dimension::none, "map's precision"},
    MeasureKind{"map_recall", Measure::map_recall, Dimension::none, "map's recall"},
    MeasureKind{"map_accuracy", Measure::map_accuracy, Dimension::none, "map's accuracy"},
    MeasureKind{"map_coverage", Measure::map_coverage, Dimension::none, "map's coverage"},
};

const std::vector<std::string_view> kinds{"near",   "inside", "touching", "distance", "measure",
                                          "topic",  "rate",   "latency",  "silence",  "event",
                                          "status", "goal",   "all",      "any",      "not"};
const std::vector<std::string_view> bounds{"above",   "below", "at_least",
                                           "at_most", "is",    "matches"};

std::string spoken(const std::string& thing) { return thing.empty() ? "the robot" : thing; }
std::string spoken(Vec2 at) { return fmt::format("({:g}, {:g})", at.x, at.y); }
std::string spoken(const Spot& spot) {
  return std::visit([](const auto& it) { return spoken(it); }, spot);
}
std::string spoken(const EventFilter& event) {
  std::string text = fmt::format("'{}'", event.name);
  if (!event.robot.empty()) text += " of " + event.robot;
  for (const auto& [key, value] : event.values) text += fmt::format(" with {} {}", key, value);
  return text;
}

// Topics that carry wall time, whatever a run in lockstep simulates.
bool tells_of_the_machine(std::string_view topic) {
  if (topic.starts_with('/')) topic.remove_prefix(1);
  return topic == "tandem/stats" || topic == "diagnostics";
}

// One reading of one map.
class ConditionReader {
 public:
  ConditionReader(const YamlNode& node, Findings& findings)
      : node_(node), findings_(findings), fields_(node, mission_schema::condition, findings) {}

  std::optional<Condition> read() {
    const auto kind = kind_of();
    if (!kind) return std::nullopt;
    const YamlNode& value = *fields_.find(*kind);
    if (*kind == "all") return combination<Condition::All>(value, " and ");
    if (*kind == "any") return combination<Condition::Any>(value, " or ");
    if (*kind == "not") return negation(value);
    if (*kind == "near") return near(value);
    if (*kind == "inside") return inside(value);
    if (*kind == "touching") return touching();
    if (*kind == "event" && !has_bound()) {
      const auto event = event_filter();
      if (!event) return std::nullopt;
      return made(EventSeen{*event}, spoken(*event) + " happens");
    }
    auto comparison = compared(*kind, value);
    if (!comparison) return std::nullopt;
    const auto bound_text = read_bound(*comparison);
    if (!bound_text) return std::nullopt;
    const std::string text = fmt::format("the {} {}", comparison->name, *bound_text);
    return made(*std::move(comparison), text);
  }

  std::optional<Comparison> read_quantity() {
    const auto kind = kind_of();
    if (!kind) return std::nullopt;
    auto comparison = compared(*kind, *fields_.find(*kind));
    if (comparison && has_bound() && !read_bound(*comparison)) return std::nullopt;
    return comparison;
  }

 private:
  template <class What>
  Condition made(What what, std::string text) const {
    return {std::move(what), std::move(text), node_.place};
  }

  std::optional<std::string_view> kind_of() {
    if (!fields_.is_map()) return std::nullopt;
    const auto kind = only_key_of(fields_, kinds, "a condition");
    fields_.read("thing", thing_);
    return kind;
  }

  bool has_bound() const {
    return std::ranges::any_of(bounds, [&](std::string_view key) { return fields_.find(key); });
  }

  template <class What>
  std::optional<Condition> combination(const YamlNode& value, std::string_view between) {
    auto parts = read_conditions(value, findings_);
    if (!parts) return std::nullopt;
    std::string text;
    for (const Condition& part : *parts)
      text += (text.empty() ? "" : std::string(between)) + part.text;
    return made(What{*std::move(parts)}, std::move(text));
  }

  std::optional<Condition> negation(const YamlNode& value) {
    auto part = read_condition(value, findings_);
    if (!part) return std::nullopt;
    const std::string text = "not: " + part->text;
    return made(Condition::Not{{*std::move(part)}}, text);
  }

  bool read_tolerance(std::string_view key, Dimension dimension, double& target) {
    if (!read_amount(fields_, key, dimension, target)) return false;
    if (target >= 0) return true;
    findings_.error(fields_.place_of(key), fmt::format("'{}' must not be negative, is '{}'", key,
                                                       printable(fields_.find(key)->text)));
    return false;
  }

  // Of a topic; relative names are below the robot's.
  bool check_topic(std::string_view key, const std::string& name) {
    const auto expanded = expand_name(name, {"mission", "/"});
    if (expanded) return true;
    findings_.error(fields_.place_of(key), expanded.error());
    return false;
  }

  std::optional<Spot> spot(const YamlNode& value, std::string_view key) {
    if (value.is_text()) {
      const auto name = to_text(value, key, findings_);
      return name ? std::optional<Spot>(*name) : std::nullopt;
    }
    const auto point = to_point(value, key, findings_);
    return point ? std::optional<Spot>(*point) : std::nullopt;
  }

  std::optional<Condition> near(const YamlNode& value) {
    const auto from = spot(value, "near");
    double tolerance = 0;
    if (!fields_.require("tolerance") ||
        !read_tolerance("tolerance", Dimension::length, tolerance) || !from)
      return std::nullopt;
    const std::string who = spoken(thing_);
    const std::string place_text =
        fmt::format("{} is within {} of {}", who, fields_.find("tolerance")->text, spoken(*from));
    Comparison place{Separation{thing_, *from},
                     {.high = tolerance},
                     fmt::format("distance of {} from {}", who, spoken(*from)),
                     Dimension::length};
    double heading = 0;
    if (!read_amount(fields_, "heading", Dimension::angle, heading)) {
      if (fields_.find("heading_tolerance"))
        findings_.error(node_.place, "'heading_tolerance' is of use with 'heading' only");
      return made(std::move(place), place_text);
    }
    double off = 0;
    if (!fields_.require("heading_tolerance") ||
        !read_tolerance("heading_tolerance", Dimension::angle, off))
      return std::nullopt;
    Comparison look{HeadingOff{thing_, heading},
                    {.high = off},
                    fmt::format("heading of {} off {}", who, to_text(heading, Dimension::angle)),
                    Dimension::angle};
    const std::string look_text =
        fmt::format("looks at {} within {}", fields_.find("heading")->text,
                    fields_.find("heading_tolerance")->text);
    return made(
        Condition::All{{made(std::move(place), place_text), made(std::move(look), look_text)}},
        place_text + " and " + look_text);
  }

  std::optional<Condition> inside(const YamlNode& value) {
    if (value.is_map()) {
      const int errors = findings_.error_count();
      const Area area = read_area(value, findings_);
      if (findings_.error_count() > errors) return std::nullopt;
      const Vec2 middle = area.world_from_center.translation;
      return made(Inside{thing_, area},
                  fmt::format("{} is inside {:g} x {:g} m around {}", spoken(thing_), area.size_x_m,
                              area.size_y_m, spoken(middle)));
    }
    const auto name = to_text(value, "inside", findings_);
    if (!name) return std::nullopt;
    return made(Inside{thing_, *name}, fmt::format("{} is inside {}", spoken(thing_), *name));
  }

  std::optional<Condition> touching() {
    Touching touching{thing_, {}};
    if (!fields_.read("touching", touching.other)) return std::nullopt;
    return made(touching, fmt::format("{} touches {}", spoken(thing_),
                                      touching.other == "*" ? "something" : touching.other));
  }

  std::optional<EventFilter> event_filter() {
    EventFilter event;
    if (!fields_.read("event", event.name)) return std::nullopt;
    if (const auto known = known_events(); !std::ranges::count(known, event.name)) {
      findings_.error(fields_.place_of("event"),
                      fmt::format("there is no event '{}'{}", printable(event.name),
                                  suggestion(event.name, known)));
      return std::nullopt;
    }
    fields_.read("robot", event.robot);
    const YamlNode* with = fields_.find("with");
    if (!with) return event;
    if (!with->is_map()) {
      findings_.error(with->place, fmt::format("'with' expects a map from names to values, is {}",
                                               describe(*with)));
      return std::nullopt;
    }
    for (const YamlEntry& entry : with->entries)
      if (const auto value = to_text(entry.value, entry.key, findings_))
        event.values.emplace_back(entry.key, *value);
    return event;
  }

  std::optional<Comparison> compared(std::string_view kind, const YamlNode& value) {
    const std::string who = spoken(thing_);
    if (kind == "measure") return measured(value);
    if (kind == "distance" || kind == "near") {
      const auto from = spot(value, kind);
      if (!from) return std::nullopt;
      return Comparison{Separation{thing_, *from},
                        {},
                        fmt::format("distance of {} from {}", who, spoken(*from)),
                        Dimension::length};
    }
    std::string name;
    if (kind == "event") {
      const auto event = event_filter();
      if (!event) return std::nullopt;
      return Comparison{
          EventCount{*event}, {}, fmt::format("count of {}", spoken(*event)), Dimension::none};
    }
    if (!fields_.read(kind, name)) return std::nullopt;
    const bool is_of_topic =
        kind == "topic" || kind == "rate" || kind == "latency" || kind == "silence";
    if (is_of_topic && !check_topic(kind, name)) return std::nullopt;
    if (kind == "topic") {
      if (tells_of_the_machine(name)) {
        findings_.error(value.place,
                        fmt::format("'{}' tells how fast the machine is that runs the mission, "
                                    "which is another each time; no verdict may depend on it",
                                    printable(name)));
        return std::nullopt;
      }
      FieldValue field{name, {}};
      if (!fields_.require("field") || !fields_.read("field", field.field)) return std::nullopt;
      return Comparison{field, {}, fmt::format("{} of {}", field.field, name), Dimension::none};
    }
    if (kind == "rate") {
      TopicValue rate{name, TopicFigure::rate};
      fields_.read("window", rate.window, 10ms, 1h);
      return Comparison{rate, {}, "rate of " + name, Dimension::frequency};
    }
    if (kind == "latency")
      return Comparison{
          TopicValue{name, TopicFigure::latency}, {}, "latency of " + name, Dimension::time};
    if (kind == "silence")
      return Comparison{
          TopicValue{name, TopicFigure::silence}, {}, "silence of " + name, Dimension::time};
    if (kind == "goal")
      return Comparison{GoalStatusText{name}, {}, fmt::format("goal '{}'", name), Dimension::none};
    if (kind == "status") {
      const std::size_t dot = name.rfind('.');
      if (dot == std::string::npos || dot == 0 || dot + 1 == name.size()) {
        findings_.error(value.place, fmt::format("'status' expects a rule and its value such as "
                                                 "red_zone.delivered, is '{}'",
                                                 printable(name)));
        return std::nullopt;
      }
      return Comparison{RuleFigure{name.substr(0, dot), name.substr(dot + 1)},
                        {},
                        fmt::format("{} of {}", name.substr(dot + 1), name.substr(0, dot)),
                        Dimension::none};
    }
    findings_.error(value.place, fmt::format("'{}' has no value to compare or to show", kind));
    return std::nullopt;
  }

  std::optional<Comparison> measured(const YamlNode& value) {
    std::array<std::string_view, measures.size()> words;
    for (std::size_t i = 0; i < measures.size(); ++i) {
      words[i] = measures[i].word;
      if (value.is_text() && value.text == words[i])
        return Comparison{ThingValue{thing_, measures[i].measure},
                          {},
                          fmt::format("{} of {}", measures[i].name, spoken(thing_)),
                          measures[i].dimension};
    }
    findings_.error(value.place, fmt::format("'measure' cannot be {}{}", describe(value),
                                             suggestion(value.is_text() ? value.text : "", words)));
    return std::nullopt;
  }

  // The bound for people: "is at most 0.5 m/s".
  std::optional<std::string> read_bound(Comparison& comparison) {
    Bound& bound = comparison.bound;
    std::vector<std::string> texts;
    const int errors = findings_.error_count();
    const auto limit = [&](std::string_view key, std::optional<double>& side, bool* is_out,
                           std::string_view words) {
      double amount = 0;
      if (!read_amount(fields_, key, comparison.dimension, amount)) return;
      if (side) findings_.error(fields_.place_of(key), fmt::format("two limits of the same side"));
      side = amount;
      if (is_out) *is_out = true;
      texts.push_back(fmt::format("{} {}", words, fields_.find(key)->text));
    };
    limit("above", bound.low, &bound.is_low_out, "above");
    limit("at_least", bound.low, nullptr, "at least");
    limit("below", bound.high, &bound.is_high_out, "below");
    limit("at_most", bound.high, nullptr, "at most");
    if (const YamlNode* is = fields_.find("is")) read_is(*is, comparison, texts);
    if (std::string expression; fields_.read("matches", expression)) {
      if (auto pattern = Pattern::compile(expression))
        bound.pattern = *std::move(pattern);
      else
        findings_.error(fields_.place_of("matches"), pattern.error());
      texts.push_back(fmt::format("like '{}'", printable(expression)));
    }
    if (findings_.error_count() > errors) return std::nullopt;
    if (texts.empty()) {
      findings_.error(node_.place,
                      fmt::format("what may the {} be? One of above, below, at_least, at_most, "
                                  "is and matches says so",
                                  comparison.name));
      return std::nullopt;
    }
    if (bound.low && bound.high && *bound.low > *bound.high)
      findings_.error(node_.place, "the lower limit is above the upper one");
    std::string text = "is ";
    for (const std::string& part : texts) text += (&part == texts.data() ? "" : " and ") + part;
    return text;
  }

  void read_is(const YamlNode& node, Comparison& comparison, std::vector<std::string>& texts) {
    const auto word = to_text(node, "is", findings_);
    if (!word) return;
    texts.push_back(*word);
    const auto amount = parse_amount(*word);
    const bool is_number =
        amount && (amount->dimension == comparison.dimension ||
                   comparison.dimension == Dimension::none || amount->value == 0);
    if (!is_number) {
      if (comparison.dimension != Dimension::none)
        findings_.error(node.place,
                        fmt::format("'is' expects {}, is '{}'", example_of(comparison.dimension),
                                    printable(*word)));
      comparison.bound.text = *word;
      return;
    }
    double tolerance = 0;
    if (read_tolerance("tolerance", comparison.dimension, tolerance))
      texts.back() += fmt::format(" within {}", fields_.find("tolerance")->text);
    comparison.bound.low = amount->value - tolerance;
    comparison.bound.high = amount->value + tolerance;
    // a field that is a text may look like a number
    if (comparison.dimension == Dimension::none) comparison.bound.text = *word;
  }

  const YamlNode& node_;
  Findings& findings_;
  const Fields fields_;
  std::string thing_;
};

}  // namespace

std::optional<std::string_view> only_key_of(const Fields& fields,
                                            const std::vector<std::string_view>& keys,
                                            std::string_view what) {
  std::optional<std::string_view> found;
  for (const std::string_view key : keys) {
    if (!fields.find(key)) continue;
    if (found) {
      fields.findings().error(fields.place_of(key),
                              fmt::format("{} has '{}' or '{}', not both", what, *found, key));
      return std::nullopt;
    }
    found = key;
  }
  if (!found) {
    std::string words;
    for (const std::string_view key : keys)
      words += fmt::format("{}{}",
                           key == keys.front()  ? ""
                           : key == keys.back() ? " or "
                                                : ", ",
                           key);
    fields.findings().error(fields.place(), fmt::format("{} needs one of {}", what, words));
  }
  return found;
}

std::optional<double> to_amount(const YamlNode& node, std::string_view key, Dimension dimension,
                                Findings& findings) {
  if (!node.is_text()) {
    findings.error(node.place, fmt::format("'{}' expects {}, is {}", key, example_of(dimension),
                                           describe(node)));
    return std::nullopt;
  }
  const Result<Amount> amount = parse_amount(node.text);
  if (!amount) {
    findings.error(node.place, fmt::format("'{}' expects {}: {}", key, example_of(dimension),
                                           printable(amount.error())));
    return std::nullopt;
  }
  const bool fits = amount->dimension == dimension || dimension == Dimension::none ||
                    (amount->value == 0 && amount->dimension == Dimension::none);
  if (fits) return amount->value;
  findings.error(node.place, fmt::format("'{}' expects {}, is '{}'", key, example_of(dimension),
                                         printable(node.text)));
  return std::nullopt;
}

bool read_amount(const Fields& fields, std::string_view key, Dimension dimension, double& target) {
  const YamlNode* node = fields.find(key);
  if (!node) return false;
  const auto amount = to_amount(*node, key, dimension, fields.findings());
  if (amount) target = *amount;
  return amount.has_value();
}

std::optional<Vec2> to_point(const YamlNode& node, std::string_view key, Findings& findings) {
  if (!node.is_list() || node.items.size() != 2) {
    findings.error(node.place, fmt::format("'{}' expects a place [x, y] in metres, or the name of "
                                           "a thing where that is allowed; is {}",
                                           key, describe(node)));
    return std::nullopt;
  }
  const auto x = to_number(node.items[0], key, any_number, findings);
  const auto y = to_number(node.items[1], key, any_number, findings);
  if (!x || !y) return std::nullopt;
  return Vec2{*x, *y};
}

std::optional<Condition> read_condition(const YamlNode& node, Findings& findings) {
  return ConditionReader(node, findings).read();
}

std::optional<std::vector<Condition>> read_conditions(const YamlNode& node, Findings& findings) {
  std::vector<Condition> all;
  const std::vector<YamlNode> alone = node.is_list() ? std::vector<YamlNode>{} : std::vector{node};
  const std::vector<YamlNode>& items = node.is_list() ? node.items : alone;
  for (const YamlNode& item : items)
    if (auto condition = read_condition(item, findings)) all.push_back(*std::move(condition));
  if (all.size() != items.size()) return std::nullopt;
  if (!all.empty()) return all;
  findings.error(node.place, "expected a condition or a list of conditions, is an empty list");
  return std::nullopt;
}

std::optional<Comparison> read_value(const YamlNode& node, Findings& findings) {
  return ConditionReader(node, findings).read_quantity();
}

}  // namespace tandem
