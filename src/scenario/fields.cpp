// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <numbers>
#include <utility>

#include "scenario/color.h"
#include "scenario/scenario.h"
#include "scenario/suggest.h"
#include "scenario/utf8_text.h"

namespace tandem {

namespace {

template <typename T>
std::optional<T> parse_whole(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string range_sentence(NumberRange range) {
  if (range.low == positive.low && range.high == positive.high)
    return range.includes_low ? "must not be negative" : "must be positive";
  return fmt::format("must be {} {} and at most {}", range.includes_low ? "at least" : "above",
                     range.low, range.high);
}

// How durations are written: "250ms", "30s", "2min".
std::string written(Duration duration) {
  if (duration >= 1s) return fmt::format("{}s", seconds(duration));
  if (duration >= 1ms) return fmt::format("{}ms", seconds(duration) * 1e3);
  return fmt::format("{}us", seconds(duration) * 1e6);
}

}  // namespace

std::optional<double> to_number(const YamlNode& node, std::string_view key, NumberRange range,
                                Findings& findings) {
  const auto fail = [&](std::string what) {
    findings.error(node.place, fmt::format("'{}' {}", key, what));
    return std::nullopt;
  };
  const std::optional<double> value =
      node.is_text() ? parse_whole<double>(node.text) : std::optional<double>();
  if (!value) return fail(fmt::format("expects a number, is {}", describe(node)));
  if (!std::isfinite(*value)) return fail(fmt::format("must be finite, is {}", node.text));
  if (*value < range.low || *value > range.high || (*value == range.low && !range.includes_low))
    return fail(fmt::format("{}, is {}", range_sentence(range), node.text));
  return value;
}

std::optional<std::int64_t> to_whole_number(const YamlNode& node, std::string_view key,
                                            std::int64_t low, std::int64_t high,
                                            Findings& findings) {
  const std::optional<std::int64_t> value =
      node.is_text() ? parse_whole<std::int64_t>(node.text) : std::optional<std::int64_t>();
  if (!value) {
    findings.error(node.place,
                   fmt::format("'{}' expects a whole number, is {}", key, describe(node)));
  } else if (*value < low || *value > high) {
    findings.error(node.place, fmt::format("'{}' must be at least {} and at most {}, is {}", key,
                                           low, high, *value));
    return std::nullopt;
  }
  return value;
}

std::optional<std::string> to_text(const YamlNode& node, std::string_view key, Findings& findings) {
  if (!node.is_text() || node.text.empty()) {
    findings.error(node.place, fmt::format("'{}' expects text, is {}", key, describe(node)));
    return std::nullopt;
  }
  // escapes such as "\e" can smuggle in what a terminal would obey
  if (!is_printable(node.text)) {
    findings.error(node.place, fmt::format("'{}' has characters that cannot be shown", key));
    return std::nullopt;
  }
  return node.text;
}

Fields::Fields(const YamlNode& node, const Section& section, Findings& findings)
    : node_(node), section_(section), findings_(findings) {
  if (!node.is_map()) {
    findings.error(node.place, fmt::format("expected a map with the keys of '{}', is {}",
                                           section.name, describe(node)));
    return;
  }
  constexpr int most_reported = 20;  // more is another kind of file, not a typing mistake
  int unknown = 0;
  for (const YamlEntry& entry : node.entries) {
    if (std::find(section.keys.begin(), section.keys.end(), entry.key) != section.keys.end())
      continue;
    if (++unknown > most_reported) continue;
    findings.error(entry.place,
                   fmt::format("'{}' has no key '{}'{}", section.name, printable(entry.key),
                               suggestion(entry.key, section.keys)));
  }
  if (unknown > most_reported)
    findings.error(node.place, fmt::format("'{}' has {} more unknown keys", section.name,
                                           unknown - most_reported));
}

const YamlNode* Fields::find(std::string_view key) const {
  assert(std::find(section_.keys.begin(), section_.keys.end(), key) != section_.keys.end() &&
         "a key that is read belongs into its section");
  const YamlNode* value = node_.is_map() ? node_.find(key) : nullptr;
  return value && value->kind != YamlNode::Kind::nothing ? value : nullptr;
}

const YamlNode* Fields::require(std::string_view key) const {
  const YamlNode* value = find(key);
  if (!value && node_.is_map())
    findings_.error(node_.place, fmt::format("'{}' must have '{}'", section_.name, key));
  return value;
}

const Place& Fields::place_of(std::string_view key) const {
  const YamlNode* value = find(key);
  return value ? value->place : node_.place;
}

bool Fields::read(std::string_view key, double& target, NumberRange range) const {
  const YamlNode* value = find(key);
  if (!value) return false;
  const std::optional<double> number = to_number(*value, key, range, findings_);
  if (number) target = *number;
  return number.has_value();
}

bool Fields::read(std::string_view key, int& target, int low, int high) const {
  const YamlNode* value = find(key);
  if (!value) return false;
  const std::optional<std::int64_t> number = to_whole_number(*value, key, low, high, findings_);
  if (number) target = static_cast<int>(*number);
  return number.has_value();
}

bool Fields::read(std::string_view key, std::uint64_t& target) const {
  const YamlNode* value = find(key);
  if (!value) return false;
  const std::optional<std::uint64_t> number =
      value->is_text() ? parse_whole<std::uint64_t>(value->text) : std::optional<std::uint64_t>();
  if (number) {
    target = *number;
  } else {
    findings_.error(value->place, fmt::format("'{}' expects a whole number of 0 or more, is {}",
                                              key, describe(*value)));
  }
  return number.has_value();
}

bool Fields::read(std::string_view key, bool& target) const {
  constexpr std::array<std::string_view, 2> words{"false", "true"};
  const std::optional<std::size_t> choice = read_choice(key, words);
  if (choice) target = *choice == 1;
  return choice.has_value();
}

bool Fields::read(std::string_view key, std::string& target) const {
  const YamlNode* value = find(key);
  if (!value) return false;
  const std::optional<std::string> text = to_text(*value, key, findings_);
  if (text) target = *text;
  return text.has_value();
}

bool Fields::read(std::string_view key, Duration& target, Duration low, Duration high) const {
  const YamlNode* value = find(key);
  if (!value) return false;
  const std::optional<Duration> duration =
      value->is_text() ? parse_duration(value->text) : std::optional<Duration>();
  if (!duration) {
    findings_.error(value->place,
                    fmt::format("'{}' expects a time with its unit, such as 8ms or 2s, is {}", key,
                                describe(*value)));
    return false;
  }
  if (*duration < low || *duration > high) {
    findings_.error(value->place, fmt::format("'{}' must be at least {} and at most {}, is {}", key,
                                              written(low), written(high), value->text));
    return false;
  }
  target = *duration;
  return true;
}

bool Fields::read(std::string_view key, Vec3& target, NumberRange range) const {
  const YamlNode* value = find(key);
  if (!value) return false;
  if (!value->is_list() || value->items.size() != 3) {
    findings_.error(value->place,
                    fmt::format("'{}' expects three numbers [x, y, z], is {}", key,
                                value->is_list() ? fmt::format("a list of {}", value->items.size())
                                                 : describe(*value)));
    return false;
  }
  const auto x = to_number(value->items[0], key, range, findings_);
  const auto y = to_number(value->items[1], key, range, findings_);
  const auto z = to_number(value->items[2], key, range, findings_);
  if (!x || !y || !z) return false;
  target = {*x, *y, *z};
  return true;
}

bool Fields::read(std::string_view key, Color& target) const {
  const YamlNode* value = find(key);
  if (!value) return false;
  const std::optional<Color> color = to_color(*value, key, findings_);
  if (color) target = *color;
  return color.has_value();
}

bool Fields::read(std::string_view key, std::vector<std::string>& target) const {
  const YamlNode* value = find(key);
  if (!value) return false;
  std::vector<std::string> texts;
  if (value->is_list()) {
    for (const YamlNode& item : value->items)
      if (std::optional<std::string> text = to_text(item, key, findings_))
        texts.push_back(std::move(*text));
    if (texts.size() != value->items.size()) return false;
  }
  if (texts.empty()) {
    findings_.error(value->place,
                    fmt::format("'{}' expects a list of names, is {}", key, describe(*value)));
    return false;
  }
  target = std::move(texts);
  return true;
}

std::optional<std::size_t> Fields::read_choice(std::string_view key,
                                               std::span<const std::string_view> words) const {
  const YamlNode* value = find(key);
  if (!value) return std::nullopt;
  if (value->is_text())
    for (std::size_t i = 0; i < words.size(); ++i)
      if (words[i] == value->text) return i;
  findings_.error(value->place,
                  fmt::format("'{}' cannot be {}{}", key, describe(*value),
                              suggestion(value->is_text() ? value->text : "", words)));
  return std::nullopt;
}

PoseFields read_pose(const YamlNode& node, Findings& findings) {
  const Fields fields(node, schema::pose, findings);
  PoseFields result;
  fields.read("x", result.pose.translation.x);
  fields.read("y", result.pose.translation.y);
  result.has_z = fields.read("z", result.pose.translation.z);
  constexpr NumberRange turn{-360, 360};
  constexpr double radians = std::numbers::pi / 180;
  double roll = 0, pitch = 0, yaw = 0;
  fields.read("roll_deg", roll, turn);
  fields.read("pitch_deg", pitch, turn);
  fields.read("yaw_deg", yaw, turn);
  result.pose.rotation = Quat::from_rpy(roll * radians, pitch * radians, yaw * radians);
  return result;
}

}  // namespace tandem
