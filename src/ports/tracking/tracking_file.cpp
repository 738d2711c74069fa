// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/tracking/tracking_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "scenario/calibration_file.h"
#include "scenario/fields.h"
#include "scenario/load_context.h"
#include "scenario/outlook.h"
#include "scenario/whole_file.h"

namespace tandem {

namespace {

const Section file_section{
    "tracking file",
    {"source", "calibration_file", "dictionary", "robots", "frame_id", "debug_image"}};
const Section robot_section{"robots",
                            {"name", "marker", "size_m", "height_m", "max_off_px", "topic"}};
const Section debug_section{"debug_image", {"topic", "rate_hz"}};

std::optional<TrackedRobot> read_robot(const YamlNode& node, const MarkerDictionary* dictionary,
                                       Findings& findings) {
  const int errors_before = findings.error_count();
  const Fields fields(node, robot_section, findings);
  if (!fields.is_map()) return std::nullopt;
  TrackedRobot robot;
  for (const char* key : {"name", "marker", "size_m"}) fields.require(key);
  fields.read("name", robot.name);
  const int last = dictionary ? static_cast<int>(dictionary->codes.size()) - 1 : 1 << 20;
  fields.read("marker", robot.marker.id, 0, last);
  fields.read("size_m", robot.marker.place.size_m, {0.005, 10});
  fields.read("height_m", robot.marker.place.height_m, {0, 100});
  fields.read("max_off_px", robot.marker.place.max_off_px, {0.1, 100});
  robot.topic = "/tracker/" + robot.name;
  fields.read("topic", robot.topic);
  check_topic(fields, "topic");
  if (findings.error_count() > errors_before) return std::nullopt;
  return robot;
}

void read_robots(const YamlNode& node, TrackingSetup& config, Findings& findings) {
  if (!node.is_list() || node.items.empty()) {
    findings.error(node.place, fmt::format("'robots' expects a list of robots, is {}",
                                           node.is_list() ? "empty" : describe(node)));
    return;
  }
  for (const YamlNode& item : node.items) {
    const auto robot = read_robot(item, config.dictionary, findings);
    if (!robot) continue;
    for (const TrackedRobot& other : config.robots) {
      if (other.name == robot->name)
        findings.error(item.place, fmt::format("there are two robots named '{}'", robot->name));
      if (other.marker.id == robot->marker.id)
        findings.error(item.place, fmt::format("'{}' and '{}' have the same marker {}", other.name,
                                               robot->name, robot->marker.id));
      if (other.topic == robot->topic)
        findings.error(item.place, fmt::format("'{}' and '{}' have the same topic '{}'", other.name,
                                               robot->name, robot->topic));
    }
    config.robots.push_back(*robot);
  }
}

}  // namespace

MarkerTrackerConfig tracker_config(const TrackingSetup& config) {
  MarkerTrackerConfig tracker{.dictionary = config.dictionary, .camera = *config.camera};
  for (const TrackedRobot& robot : config.robots) tracker.markers.push_back(robot.marker);
  return tracker;
}

namespace {

std::optional<TrackingSetup> read_all(const Fields& fields, const std::filesystem::path& file) {
  Findings& findings = fields.findings();
  const int errors_before = findings.error_count();
  TrackingSetup config;
  if (const YamlNode* source = fields.require("source"))
    config.source = read_picture_source(*source, file, findings);
  std::string dictionary = "4x4_50";
  fields.read("dictionary", dictionary);
  config.dictionary = find_dictionary(dictionary);
  if (!config.dictionary)
    findings.error(
        fields.place_of("dictionary"),
        fmt::format("there is no dictionary '{}'; there are {}", dictionary, dictionary_names()));
  fields.require("calibration_file");
  LoadContext context(file, findings);
  config.camera = read_calibration(fields, "calibration_file", context);
  if (const YamlNode* robots = fields.require("robots")) read_robots(*robots, config, findings);
  fields.read("frame_id", config.frame_id);
  if (const YamlNode* debug = fields.find("debug_image")) {
    const Fields image(*debug, debug_section, findings);
    if (image.is_map()) {
      image.read("topic", config.debug_topic);
      check_topic(image, "topic");
      image.read("rate_hz", config.debug_rate_hz, picture_rates);
    }
  }
  if (findings.error_count() > errors_before || !config.camera) return std::nullopt;
  if (const auto tracker = MarkerTracker::make(tracker_config(config)); !tracker) {
    findings.error(fields.place_of("calibration_file"), tracker.error());
    return std::nullopt;
  }
  return config;
}

}  // namespace

std::optional<TrackingSetup> read_tracking_file(const std::filesystem::path& file,
                                                Findings& findings) {
  return read_whole_file<TrackingSetup>(
      file, file_section, findings, [&](const Fields& fields) { return read_all(fields, file); });
}

}  // namespace tandem
