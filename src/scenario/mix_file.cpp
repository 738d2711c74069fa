// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/mix_file.h"

#include <fmt/format.h>

#include <array>
#include <numbers>

#include "scenario/ros_file.h"

namespace tandem {

namespace {

constexpr double degree = std::numbers::pi / 180;

void read_topic(const Fields& fields, std::string_view key, std::string& topic) {
  if (!fields.read(key, topic) || is_ros_namespace(topic)) return;
  fields.findings().error(fields.place_of(key), fmt::format("'{}' is no topic name: {}", key,
                                                            describe(*fields.find(key))));
}

MixConfig read_mix(const YamlNode& node, Findings& findings) {
  MixConfig mix;
  const Fields fields(node, schema::mix, findings);
  if (!fields.is_map()) return mix;
  read_topic(fields, "real_topic", mix.real_topic);
  read_topic(fields, "topic", mix.topic);
  if (!mix.topic.empty() && mix.topic == mix.real_topic)
    findings.error(fields.place_of("topic"),
                   "the mixed measurements cannot go where the real ones come from");
  fields.read("stale_after", mix.stale_after, 1ms, 1h);
  fields.read("latency", mix.latency, 0s, 10s);
  constexpr std::array<std::string_view, 4> sources{"automatic", "shared", "own", "arrival"};
  if (const auto stamps = fields.read_choice("stamps", sources))
    mix.stamps = static_cast<StampSource>(*stamps);
  double yaw_deg = 0;
  if (fields.read("real_yaw_deg", yaw_deg, {-360, 360})) mix.real_yaw_rad = yaw_deg * degree;
  constexpr std::array<std::string_view, 2> manners{"silent", "virtual"};
  if (const auto manner = fields.read_choice("without_real", manners))
    mix.goes_on_without_real = *manner == 1;
  constexpr std::array<std::string_view, 2> types{"bool", "contacts"};
  if (const auto type = fields.read_choice("contact_type", types))
    mix.contact_type = static_cast<RealContactType>(*type);
  return mix;
}

}  // namespace

void read_reality(const Fields& fields, SensorDescription& sensor) {
  constexpr std::array<std::string_view, 3> realities{"virtual", "real", "mixed"};
  const auto reality = fields.read_choice("reality", realities);
  if (reality) sensor.reality = static_cast<SensorReality>(*reality);
  const YamlNode* mix = fields.find("mix");
  if (!mix) return;
  sensor.mix = read_mix(*mix, fields.findings());
  if (!reality) sensor.reality = SensorReality::mixed;
  if (reality && sensor.reality != SensorReality::mixed)
    fields.findings().error(fields.place_of("mix"),
                            "'mix' is for sensors of 'reality: mixed', this one is something else");
}

}  // namespace tandem
