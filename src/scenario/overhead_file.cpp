// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/overhead_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "scenario/calibration_file.h"
#include "scenario/fields.h"
#include "scenario/image.h"
#include "scenario/outlook.h"
#include "scenario/overrides.h"
#include "scenario/resource.h"
#include "scenario/suggest.h"
#include "scenario/utf8_text.h"

namespace tandem {

namespace {

constexpr int most_markers = 250;                   // of 4 x 4 cells
constexpr int smallest_px = 64, largest_px = 4096;  // of a picture's sides

// Items of a list of maps; an error where there is something else.
const std::vector<YamlNode>& items_of(const Fields& fields, std::string_view key) {
  static const std::vector<YamlNode> none;
  const YamlNode* node = fields.find(key);
  if (!node) return none;
  if (node->is_list()) return node->items;
  fields.findings().error(node->place,
                          fmt::format("'{}' expects a list, is {}", key, describe(*node)));
  return none;
}

void read_lighting(const Fields& fields, OverheadConfig& camera) {
  for (const YamlNode& item : items_of(fields, "lighting")) {
    const Fields change(item, schema::light_change, fields.findings());
    if (!change.is_map()) continue;
    LightChange light;
    for (const char* key : {"at", "level"}) change.require(key);
    change.read("at", light.at, 0s, 24h);
    change.read("for", light.during, 0s, 24h);
    change.read("level", light.level, {0, 2});
    if (!camera.lighting.empty()) {
      const LightChange& before = camera.lighting.back();
      if (light.at < before.at + before.during)
        fields.findings().error(item.place,
                                "the light cannot change before its last change is over");
    }
    camera.lighting.push_back(light);
  }
}

void check_robot(const std::string& name, const Place& place,
                 const std::vector<RobotConfig>& robots, Findings& findings) {
  std::vector<std::string> names;
  for (const RobotConfig& robot : robots) names.push_back(robot.name);
  if (!std::ranges::count(names, name))
    findings.error(
        place, fmt::format("there is no robot '{}'{}", printable(name), suggestion(name, names)));
}

void read_occlusions(const Fields& fields, const std::vector<RobotConfig>& robots,
                     OverheadConfig& camera) {
  for (const YamlNode& item : items_of(fields, "occlusions")) {
    const Fields written(item, schema::occlusion, fields.findings());
    if (!written.is_map()) continue;
    Occlusion occlusion;
    written.require("at");
    constexpr std::array<std::string_view, 2> types{"hand", "object"};
    if (const auto type = written.read_choice("type", types))
      occlusion.type = static_cast<OccluderType>(*type);
    written.read("at", occlusion.at, 0s, 24h);
    written.read("for", occlusion.during, 100ms, 1h);
    if (written.read("robot", occlusion.robot))
      check_robot(occlusion.robot, written.place_of("robot"), robots, fields.findings());
    if (written.read("size_m", occlusion.size_m, {0.01, 5}) && occlusion.type == OccluderType::hand)
      fields.findings().error(written.place_of("size_m"), "'size_m' is about objects, not hands");
    camera.occlusions.push_back(occlusion);
  }
  Duration every{};
  if (fields.read("occlude_every", every, 3s, 24h)) camera.occlude_every = every;
}

// Which marker which robot has: of those that are not named, their place in the scenario.
void read_markers(const Fields& fields, const std::vector<RobotConfig>& robots,
                  OverheadConfig& camera) {
  Findings& findings = fields.findings();
  if (const YamlNode* node = fields.find("markers")) {
    if (!node->is_map())
      findings.error(node->place, fmt::format("'markers' expects a map from robots to markers, is "
                                              "{}",
                                              describe(*node)));
    for (const YamlEntry& entry : node->entries) {
      check_robot(entry.key, entry.place, robots, findings);
      if (const auto id = to_whole_number(entry.value, entry.key, 0, most_markers - 1, findings))
        camera.markers[entry.key] = static_cast<int>(*id);
    }
  }
  std::map<int, std::string> owners;
  for (std::size_t i = 0; i < robots.size(); ++i) {
    if (const int id = static_cast<int>(i); id < most_markers)
      camera.markers.try_emplace(robots[i].name, id);
    const auto marker = camera.markers.find(robots[i].name);
    if (marker == camera.markers.end()) {
      findings.error(fields.place(),
                     fmt::format("there are {} markers, and none is left for '{}': 'markers' says "
                                 "who has which",
                                 most_markers, printable(robots[i].name)));
      break;
    }
    const int id = marker->second;
    const auto [owner, is_new] = owners.emplace(id, robots[i].name);
    if (!is_new)
      findings.error(
          fields.place_of("markers"),
          fmt::format("'{}' and '{}' have the same marker {}", owner->second, robots[i].name, id));
  }
}

std::filesystem::path read_image(const Fields& fields, LoadContext& context) {
  std::string name;
  if (!fields.read("image", name)) return {};
  const Place& place = fields.place_of("image");
  const std::filesystem::path naming_file =
      is_override(place) ? context.scenario_file() : std::filesystem::path(place.file);
  const ResourceLookup lookup =
      find_resource(name, naming_file, context.search_path(context.scenario_file()));
  if (lookup.found.empty()) {
    context.findings().error(place, lookup.problem);
    return {};
  }
  if (const auto image = read_rgba_image(lookup.found); !image)
    context.findings().error(place, fmt::format("'{}' {}", printable(name), image.error()));
  return lookup.found;
}

// A calibration is of pictures of one size, which is the camera's where nobody says another.
void check_size(const Fields& fields, OverheadConfig& camera) {
  if (!camera.calibration) return;
  const CameraCalibration& calibration = *camera.calibration;
  const bool is_told = fields.find("width_px") || fields.find("height_px");
  const auto is_possible = [](int size_px) {
    return size_px >= smallest_px && size_px <= largest_px;
  };
  if (!is_told && is_possible(calibration.width_px) && is_possible(calibration.height_px)) {
    camera.width_px = calibration.width_px;
    camera.height_px = calibration.height_px;
  }
  if (why_another_size(calibration, camera.width_px, camera.height_px).empty()) return;
  fields.findings().error(
      fields.place_of("calibration_file"),
      fmt::format("pictures of {} x {} pixels need another calibration: this one was measured with "
                  "{} x {}",
                  camera.width_px, camera.height_px, calibration.width_px, calibration.height_px));
}

ProjectedLight read_projected_light(const YamlNode& node, LoadContext& context) {
  ProjectedLight light;
  const Fields fields(node, schema::projected_light, context.findings());
  if (!fields.is_map()) return light;
  light.image = read_image(fields, context);
  fields.read("live", light.is_live);
  light.has_halos = !light.is_live;  // it has rings of its own
  for (const char* key : {"image", "area"})
    if (light.is_live && fields.find(key))
      context.findings().error(
          fields.place_of(key),
          fmt::format("'{}' is about a picture; with 'live' the scenario's projection is shown",
                      key));
  if (const YamlNode* area = fields.find("area")) light.area = read_area(*area, context.findings());
  fields.read("brightness", light.brightness, {0, 4});
  fields.read("height_m", light.height_m, {0.5, 100});
  fields.read("halos", light.has_halos);
  fields.read("spots", light.spots, 0, 50);
  return light;
}

}  // namespace

OverheadConfig read_overhead(const YamlNode& node, const std::vector<RobotConfig>& robots,
                             LoadContext& context) {
  OverheadConfig camera;
  Findings& findings = context.findings();
  const Fields fields(node, schema::overhead_camera, findings);
  if (!fields.is_map()) return camera;
  camera.calibration = read_calibration(fields, "calibration_file", context);
  if (camera.calibration && (!camera.calibration->lens || !camera.calibration->room_from_camera))
    findings.error(fields.place_of("calibration_file"),
                   "a camera that draws needs a calibration with camera_matrix and "
                   "room_from_camera");
  fields.read("width_px", camera.width_px, smallest_px, largest_px);
  fields.read("height_px", camera.height_px, smallest_px, largest_px);
  check_size(fields, camera);
  fields.read("rate_hz", camera.rate_hz, {0.1, 240});
  fields.read("exposure", camera.exposure, 10us, 1s);
  if (seconds(camera.exposure) * camera.rate_hz > 1)
    findings.error(fields.place_of("exposure"),
                   fmt::format("an exposure of {:g} ms does not fit into a picture's time at {:g} "
                               "Hz",
                               1e3 * seconds(camera.exposure), camera.rate_hz));
  fields.read("gain", camera.gain, {0.01, 100});
  fields.read("latency", camera.latency, 0s, 2s);
  fields.read("noise", camera.noise, {0, 30});
  fields.read("blur_px", camera.blur_px, {0, 10});
  fields.read("vignetting", camera.vignetting, {0, 1});
  fields.read("flicker", camera.flicker, {0, 1});
  fields.read("marker_size_m", camera.marker_size_m, {0.01, 5});
  fields.read("topic", camera.topic);
  check_topic(fields, "topic");
  fields.read("mixed_topic", camera.mixed_topic);
  check_topic(fields, "mixed_topic");
  if (camera.mixed_topic == camera.topic)
    findings.error(fields.place_of("mixed_topic"),
                   "the mixed pictures cannot go where the real ones come from");
  read_lighting(fields, camera);
  if (const YamlNode* projection = fields.find("projection"))
    camera.projection = read_projected_light(*projection, context);
  read_occlusions(fields, robots, camera);
  read_markers(fields, robots, camera);
  return camera;
}

OverheadConfig load_overhead(const Scenario& scenario, const ScenarioOverrides& overrides) {
  Findings told_before;
  LoadContext context(scenario.file, told_before);
  YamlNode nothing{YamlNode::Kind::map, {scenario.file.string(), 0}, {}, {}, {}};
  const std::string ending = scenario.file.extension().string();
  std::error_code error;
  if ((ending != ".yaml" && ending != ".yml") ||
      !std::filesystem::is_regular_file(scenario.file, error))
    return read_overhead(nothing, scenario.robots, context);
  std::optional<YamlNode> root = read_yaml(scenario.file, told_before);
  if (root) apply_overrides(*root, overrides, told_before);
  const YamlNode* camera = root && root->is_map() ? root->find("overhead_camera") : nullptr;
  OverheadConfig config = read_overhead(camera ? *camera : nothing, scenario.robots, context);
  config.is_told = camera != nullptr;
  return config;
}

}  // namespace tandem
