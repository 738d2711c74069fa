// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/findings.h"
#include "base/time.h"
#include "geometry/mesh.h"
#include "geometry/pose.h"
#include "scenario/schema.h"
#include "scenario/yaml_document.h"

namespace tandem {

// Which numbers make sense somewhere.
struct NumberRange {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool includes_low = true;
};
constexpr NumberRange any_number{-1e9, 1e9};
constexpr NumberRange positive{0, 1e9, false};
constexpr NumberRange not_negative{0, 1e9};

// Single values, each with an error at its place when it is not what was expected.
std::optional<double> to_number(const YamlNode& node, std::string_view key, NumberRange range,
                                Findings& findings);
std::optional<std::int64_t> to_whole_number(const YamlNode& node, std::string_view key,
                                            std::int64_t low, std::int64_t high,
                                            Findings& findings);
std::optional<std::string> to_text(const YamlNode& node, std::string_view key, Findings& findings);

// Reads the values of one map. Unknown keys are reported when it is made; a `read` leaves its
// target as it is when the key is absent or wrong, and says whether it wrote.
class Fields {
 public:
  Fields(const YamlNode& node, const Section& section, Findings& findings);

  bool is_map() const { return node_.is_map(); }
  const Place& place() const { return node_.place; }
  Findings& findings() const { return findings_; }

  // The value of a key that says something.
  const YamlNode* find(std::string_view key) const;
  // An error when it is missing.
  const YamlNode* require(std::string_view key) const;
  // Where a key is written, or the map when it is not.
  const Place& place_of(std::string_view key) const;

  bool read(std::string_view key, double& target, NumberRange range = any_number) const;
  bool read(std::string_view key, int& target, int low, int high) const;
  bool read(std::string_view key, std::uint64_t& target) const;
  bool read(std::string_view key, bool& target) const;
  bool read(std::string_view key, std::string& target) const;
  bool read(std::string_view key, Duration& target, Duration low, Duration high) const;
  bool read(std::string_view key, Vec3& target, NumberRange range = any_number) const;
  bool read(std::string_view key, Color& target) const;
  bool read(std::string_view key, std::vector<std::string>& target) const;
  // One of several words; the index of the one that was written.
  std::optional<std::size_t> read_choice(std::string_view key,
                                         std::span<const std::string_view> words) const;

 private:
  const YamlNode& node_;
  const Section& section_;
  Findings& findings_;
};

// The map's heading and angles in degrees; what it does not say stays as it is.
struct PoseFields {
  Pose pose;
  bool has_z = false;
};
PoseFields read_pose(const YamlNode& node, Findings& findings);

}  // namespace tandem
