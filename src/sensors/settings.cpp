// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "sensors/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "scenario/scenario.h"
#include "scenario/suggest.h"
#include "scenario/utf8_text.h"

namespace tandem {

namespace {

YamlNode as_node(const WrittenSetting& setting, const std::string& text) {
  return {YamlNode::Kind::text, setting.place, text, {}, {}};
}

// Whether a path is one of the alternatives.
bool matches(std::string_view path, std::string_view alternatives) {
  while (!alternatives.empty()) {
    const std::size_t bar = alternatives.find('|');
    if (path == alternatives.substr(0, bar)) return true;
    if (bar == std::string_view::npos) return false;
    alternatives.remove_prefix(bar + 1);
  }
  return false;
}

}  // namespace

SettingsReader::SettingsReader(const SensorDescription& sensor, Findings& findings)
    : sensor_(sensor), findings_(findings), is_read_(sensor.settings.size()) {}

const WrittenSetting* SettingsReader::find(std::string_view key, const SdfName& sdf) {
  if (std::ranges::find(asked_, key) == asked_.end()) asked_.emplace_back(key);
  for (std::size_t i = 0; i < sensor_.settings.size(); ++i) {
    const WrittenSetting& setting = sensor_.settings[i];
    if (sensor_.is_sdf ? !matches(setting.key, sdf.path) : setting.key != key) continue;
    is_read_[i] = true;
    found_.emplace_back(key, i);
    return &setting;
  }
  return nullptr;
}

const WrittenSetting* SettingsReader::find_written(std::string_view key) const {
  for (const auto& [name, index] : found_)
    if (name == key) return &sensor_.settings[index];
  return nullptr;
}

const std::string* SettingsReader::text_of(const WrittenSetting& setting) {
  if (!setting.is_list) return &setting.values.front();
  findings_.error(setting.place, fmt::format("'{}' expects one value, is a list", setting.key));
  return nullptr;
}

std::optional<double> SettingsReader::number_of(const WrittenSetting& setting,
                                                const std::string& text, NumberRange range,
                                                double factor) {
  if (!sensor_.is_sdf) return to_number(as_node(setting, text), setting.key, range, findings_);
  const std::string name = fmt::format("<{}>", setting.key);
  // infinity is a number in SDF: as far as there is
  if (text == "inf" || text == "+inf" || text == "Inf" || text == "INF") return range.high;
  NumberRange own = range;
  own.low = range.low / factor;
  own.high = range.high / factor;
  std::string trimmed = text;
  trimmed.erase(0, trimmed.find_first_not_of(" \t\r\n"));
  trimmed.erase(trimmed.find_last_not_of(" \t\r\n") + 1);
  const auto number = to_number(as_node(setting, trimmed), name, own, findings_);
  if (!number) return std::nullopt;
  return *number * factor;
}

bool SettingsReader::read(std::string_view key, double& target, NumberRange range, SdfName sdf) {
  const WrittenSetting* setting = find(key, sdf);
  const std::string* text = setting ? text_of(*setting) : nullptr;
  if (!text) return false;
  const auto number = number_of(*setting, *text, range, sdf.factor);
  if (number) target = *number;
  return number.has_value();
}

bool SettingsReader::read(std::string_view key, int& target, int low, int high, SdfName sdf) {
  const WrittenSetting* setting = find(key, sdf);
  const std::string* text = setting ? text_of(*setting) : nullptr;
  if (!text) return false;
  const std::string name = sensor_.is_sdf ? fmt::format("<{}>", setting->key) : std::string(key);
  const auto number = to_whole_number(as_node(*setting, *text), name, low, high, findings_);
  if (number) target = static_cast<int>(*number);
  return number.has_value();
}

bool SettingsReader::read(std::string_view key, bool& target, SdfName sdf) {
  constexpr std::array<std::string_view, 4> words{"false", "true", "0", "1"};
  const std::size_t known = sensor_.is_sdf ? 4 : 2;
  const auto choice = read_choice(key, std::span(words).first(known), sdf);
  if (choice) target = *choice % 2 == 1;
  return choice.has_value();
}

bool SettingsReader::read(std::string_view key, std::string& target, SdfName sdf) {
  const WrittenSetting* setting = find(key, sdf);
  const std::string* text = setting ? text_of(*setting) : nullptr;
  if (text && !is_printable(*text)) {
    findings_.error(setting->place, fmt::format("'{}' has characters that cannot be shown", key));
    return false;
  }
  if (text) target = *text;
  return text != nullptr;
}

bool SettingsReader::read(std::string_view key, Duration& target, Duration low, Duration high,
                          SdfName sdf) {
  const WrittenSetting* setting = find(key, sdf);
  const std::string* text = setting ? text_of(*setting) : nullptr;
  if (!text) return false;
  if (sensor_.is_sdf) {
    const auto number = number_of(*setting, *text, {seconds(low), seconds(high)}, sdf.factor);
    if (number) target = Duration(std::llround(*number * 1e9));
    return number.has_value();
  }
  const std::optional<Duration> duration = parse_duration(*text);
  if (!duration || *duration < low || *duration > high) {
    findings_.error(setting->place,
                    fmt::format("'{}' expects a time from {}s to {}s with its unit, such as 2s; "
                                "is '{}'",
                                key, seconds(low), seconds(high), *text));
    return false;
  }
  target = *duration;
  return true;
}

bool SettingsReader::read(std::string_view key, Vec3& target, NumberRange range,
                          std::string_view sdf_path) {
  const WrittenSetting* setting = find(key, {});
  if (sensor_.is_sdf) {
    const std::size_t place = sdf_path.find("{}");
    Vec3 axes;
    bool has_any = false;
    for (const auto& [name, part] : {std::pair("x", &axes.x), {"y", &axes.y}, {"z", &axes.z}}) {
      std::string path(sdf_path);
      const auto number = sdf_number(path.replace(place, 2, name), range);
      *part = number.value_or(0);
      has_any = has_any || number;
    }
    if (has_any) target = axes;
    return has_any;
  }
  if (!setting) return false;
  if (setting->is_list && setting->values.size() != 3) {
    findings_.error(setting->place,
                    fmt::format("'{}' expects one number, or a list of three for x, y and z", key));
    return false;
  }
  std::vector<double> numbers;
  for (const std::string& text : setting->values) {
    const auto number = number_of(*setting, text, range, 1);
    if (!number) return false;
    numbers.push_back(*number);
  }
  target = setting->is_list ? Vec3{numbers[0], numbers[1], numbers[2]}
                            : Vec3{numbers[0], numbers[0], numbers[0]};
  return true;
}

bool SettingsReader::read(std::string_view key, std::vector<double>& target, NumberRange range) {
  const WrittenSetting* setting = find(key, {});
  if (!setting) return false;
  if (!setting->is_list) {
    findings_.error(setting->place, fmt::format("'{}' expects a list of numbers, is '{}'", key,
                                                setting->values.front()));
    return false;
  }
  std::vector<double> numbers;
  for (const std::string& text : setting->values)
    if (const auto number = number_of(*setting, text, range, 1)) numbers.push_back(*number);
  if (numbers.size() != setting->values.size()) return false;
  target = std::move(numbers);
  return true;
}

std::optional<std::size_t> SettingsReader::read_choice(std::string_view key,
                                                       std::span<const std::string_view> words,
                                                       SdfName sdf) {
  const WrittenSetting* setting = find(key, sdf);
  const std::string* text = setting ? text_of(*setting) : nullptr;
  if (!text) return std::nullopt;
  const auto word = std::ranges::find(words, *text);
  if (word != words.end()) return static_cast<std::size_t>(word - words.begin());
  findings_.error(setting->place, fmt::format("'{}' cannot be '{}'{}", key, printable(*text),
                                              suggestion(*text, words)));
  return std::nullopt;
}

std::optional<std::string> SettingsReader::sdf_text(std::string_view path) {
  if (!sensor_.is_sdf) return std::nullopt;
  for (std::size_t i = 0; i < sensor_.settings.size(); ++i) {
    if (!matches(sensor_.settings[i].key, path)) continue;
    is_read_[i] = true;
    return sensor_.settings[i].values.front();
  }
  return std::nullopt;
}

std::optional<double> SettingsReader::sdf_number(std::string_view path, NumberRange range) {
  if (!sensor_.is_sdf) return std::nullopt;
  for (std::size_t i = 0; i < sensor_.settings.size(); ++i) {
    if (!matches(sensor_.settings[i].key, path)) continue;
    is_read_[i] = true;
    return number_of(sensor_.settings[i], sensor_.settings[i].values.front(), range, 1);
  }
  return std::nullopt;
}

void SettingsReader::accept_sdf(std::string_view path) { sdf_text(path); }

void SettingsReader::accept_sdf_repeats(std::span<const std::string_view> may_differ) {
  if (!sensor_.is_sdf) return;
  std::map<std::string_view, std::size_t> first;
  for (std::size_t i = 0; i < sensor_.settings.size(); ++i) {
    const WrittenSetting& setting = sensor_.settings[i];
    const auto [known, is_new] = first.emplace(setting.key, i);
    if (is_new) continue;
    is_read_[i] = true;
    if (setting.values != sensor_.settings[known->second].values &&
        std::ranges::find(may_differ, setting.key) == may_differ.end())
      findings_.warn(setting.place, fmt::format("<{}> of sensor '{}' counts as given first, in "
                                                "line {}",
                                                setting.key, sensor_.name,
                                                sensor_.settings[known->second].place.line));
  }
}

const Place& SettingsReader::place_of(std::string_view key) const {
  const WrittenSetting* setting = find_written(key);
  return setting ? setting->place : sensor_.place;
}

bool SettingsReader::has(std::string_view key) const { return find_written(key) != nullptr; }

void SettingsReader::error(std::string_view key, std::string message) {
  findings_.error(place_of(key), std::move(message));
}

void SettingsReader::warn(std::string_view key, std::string message) {
  findings_.warn(place_of(key), std::move(message));
}

void SettingsReader::report_unread() const {
  for (std::size_t i = 0; i < sensor_.settings.size(); ++i) {
    if (is_read_[i]) continue;
    const WrittenSetting& setting = sensor_.settings[i];
    if (sensor_.is_sdf) {
      findings_.warn(setting.place, fmt::format("<{}> of sensor '{}' is not simulated by this "
                                                "version",
                                                setting.key, sensor_.name));
      continue;
    }
    findings_.error(setting.place,
                    fmt::format("'{}' has no key '{}'{}", sensor_.type, printable(setting.key),
                                suggestion(setting.key, asked_)));
  }
}

}  // namespace tandem
