// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "recording/ros_schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>

#include "messages/definition.h"
#include "messages/registry.h"

namespace tandem {

namespace {

constexpr std::string_view unlimited = "\n    sec: 9223372036\n    nsec: 854775807";

// rmw's numbers
constexpr int keep_last = 1, keep_all = 2;
constexpr int reliable = 1, best_effort = 2;
constexpr int transient_local = 1, not_latched = 2;
constexpr int automatic = 1;

// Counts and times are empty, as they are in the record that rosbag2 itself begins a file with;
// readers take them from the file.
constexpr std::string_view rosbag2_metadata =
    "{version: 8, storage_identifier: mcap, duration: {nanoseconds: 0}, "
    "starting_time: {nanoseconds_since_epoch: 0}, message_count: 0, topics_with_message_count: [], "
    "compression_format: '', compression_mode: '', relative_file_paths: [], files: [], "
    "custom_data: {}, ros_distro: ''}";

// "  depth: 10" -> {"depth", "10"}; dashes and blanks before it do not count.
std::pair<std::string_view, std::string_view> key_and_value(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" -"), line.size()));
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return {};
  std::string_view value = line.substr(colon + 1);
  value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
  while (!value.empty() && (value.back() == ' ' || value.back() == '\r')) value.remove_suffix(1);
  return {line.substr(0, colon), value};
}

}  // namespace

std::string qos_text(const RecordedQos& qos) {
  return fmt::format(
      "- history: {}\n  depth: {}\n  reliability: {}\n  durability: {}\n  deadline:{}\n"
      "  lifespan:{}\n  liveliness: {}\n  liveliness_lease_duration:{}\n"
      "  avoid_ros_namespace_conventions: false",
      qos.keeps_all ? keep_all : keep_last, qos.depth, qos.is_reliable ? reliable : best_effort,
      qos.is_latched ? transient_local : not_latched, unlimited, unlimited, automatic, unlimited);
}

RecordedQos read_qos_text(const std::string& text) {
  RecordedQos qos;
  bool is_first = true;  // of several
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const auto [key, value] = key_and_value(std::string_view(text).substr(at, end - at));
    at = end + 1;
    // words since Jazzy, numbers before it and in our own files
    if (key == "reliability") {
      qos.is_reliable = qos.is_reliable && value != "best_effort" && value != "2";
    } else if (key == "durability") {
      const bool is_latched = value == "transient_local" || value == "1";
      qos.is_latched = is_latched && (is_first || qos.is_latched);
      is_first = false;
    } else if (key == "history") {
      qos.keeps_all = qos.keeps_all || value == "keep_all" || value == "2";
    } else if (key == "depth") {
      int depth = 0;
      std::from_chars(value.data(), value.data() + value.size(), depth);
      if (depth > 0) qos.depth = std::clamp(depth, 1, 10'000);
    }
  }
  return qos;
}

void add_rosbag2_version(McapWriter& writer) {
  writer.add(
      {.name = "rosbag2", .texts = {{"serialized_metadata", std::string(rosbag2_metadata)}}});
}

std::optional<std::uint16_t> add_ros_channel(McapWriter& writer, const std::string& topic,
                                             const std::string& type, const std::string& type_hash,
                                             const RecordedQos& qos) {
  const MessageType* known = find_message_type(type);
  const auto schema =
      writer.add_schema(type, "ros2msg", known ? full_definition(known->description()) : "");
  if (!schema) return std::nullopt;
  McapTexts metadata{{"offered_qos_profiles", qos_text(qos)}};
  if (!type_hash.empty()) metadata["topic_type_hash"] = type_hash;
  return writer.add_channel({.schema_id = *schema,
                             .topic = topic,
                             .message_encoding = "cdr",
                             .metadata = std::move(metadata)});
}

}  // namespace tandem
