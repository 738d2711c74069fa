// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/findings.h"
#include "base/time.h"
#include "geometry/vec3.h"
#include "scenario/fields.h"
#include "scenario/sensor_description.h"

namespace tandem {

// What a setting is called in SDF.
struct SdfName {
  std::string_view path =
      {};             // alternatives with '|' between them: "lidar/range/max|ray/range/max"
  double factor = 1;  // from SDF's unit to ours
};
constexpr double degrees = 57.29577951308232;

// Reads what a file says about one sensor, whichever dialect it is written in. A `read` leaves its
// target as it is when there is nothing to read, and says whether it wrote. Whatever is wrong is
// reported with its place.
class SettingsReader {
 public:
  SettingsReader(const SensorDescription& sensor, Findings& findings);

  bool read(std::string_view key, double& target, NumberRange range, SdfName sdf = {});
  bool read(std::string_view key, int& target, int low, int high, SdfName sdf = {});
  bool read(std::string_view key, bool& target, SdfName sdf = {});
  bool read(std::string_view key, std::string& target, SdfName sdf = {});
  bool read(std::string_view key, Duration& target, Duration low, Duration high, SdfName sdf = {});
  bool read(std::string_view key, std::vector<double>& target, NumberRange range);
  // One number for all three axes, or a list of three. SDF has an element for each: "{}" in its
  // path stands for x, y and z, and an axis without one is 0.
  bool read(std::string_view key, Vec3& target, NumberRange range, std::string_view sdf_path);
  // One of several words; the index of the one that was written.
  std::optional<std::size_t> read_choice(std::string_view key,
                                         std::span<const std::string_view> words, SdfName sdf = {});

  // What only SDF has: the text or the number of an element.
  std::optional<std::string> sdf_text(std::string_view path);
  std::optional<double> sdf_number(std::string_view path, NumberRange range);
  // What SDF has and Tandem does the same way without being asked.
  void accept_sdf(std::string_view path);
  // Elements that come again and say the same, but for those that may differ.
  void accept_sdf_repeats(std::span<const std::string_view> may_differ);

  const SensorDescription& sensor() const { return sensor_; }
  // Where a setting is written, or else the sensor.
  const Place& place_of(std::string_view key) const;
  bool has(std::string_view key) const;
  void error(std::string_view key, std::string message);
  void warn(std::string_view key, std::string message);
  Findings& findings() const { return findings_; }

  // To be called in the end: an unknown key is a mistake, an unknown element of SDF a warning.
  void report_unread() const;

  // Every key that was asked for, in order: what the documentation has to explain.
  const std::vector<std::string>& asked() const { return asked_; }

 private:
  const WrittenSetting* find(std::string_view key, const SdfName& sdf);
  const WrittenSetting* find_written(std::string_view key) const;
  // One value; null after an error when it is a list.
  const std::string* text_of(const WrittenSetting& setting);
  std::optional<double> number_of(const WrittenSetting& setting, const std::string& text,
                                  NumberRange range, double factor);

  const SensorDescription& sensor_;
  Findings& findings_;
  std::vector<bool> is_read_;  // by setting
  std::vector<std::string> asked_;
  std::vector<std::pair<std::string, std::size_t>> found_;  // keys and the settings they are in
};

}  // namespace tandem
