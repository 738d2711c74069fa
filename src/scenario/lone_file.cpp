// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/lone_file.h"

#include <algorithm>
#include <fstream>
#include <string>

#include "scenario/generators.h"
#include "scenario/ground.h"
#include "scenario/load_context.h"
#include "scenario/robot_file.h"
#include "scenario/sdf_reader.h"
#include "scenario/wheels.h"

namespace tandem {

namespace {

constexpr std::size_t looked_at = 1u << 20;

// The beginning of a file that can be read without waiting.
std::string beginning(const SourceFile& file) {
  if (file.text) return file.text->substr(0, looked_at);
  std::error_code error;
  if (!std::filesystem::is_regular_file(file.path, error)) return {};
  std::ifstream stream(file.path, std::ios::binary);
  std::string text(looked_at, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(stream.gcount(), 0)));
  return text;
}

// The names of the first elements of an XML text, comments and declarations passed over.
std::vector<std::string> first_elements(std::string_view text, std::size_t count) {
  std::vector<std::string> names;
  while (names.size() < count) {
    const std::size_t open = text.find('<');
    if (open == std::string_view::npos) break;
    text.remove_prefix(open + 1);
    if (text.starts_with("!--")) {
      const std::size_t end = text.find("-->");
      if (end == std::string_view::npos) break;
      text.remove_prefix(end);
      continue;
    }
    if (text.empty() || text.front() == '?' || text.front() == '!' || text.front() == '/') continue;
    names.emplace_back(text.substr(0, text.find_first_of(" \t\r\n/>")));
  }
  return names;
}

enum class XmlContent { world, model, light, urdf };

XmlContent content_of(const SourceFile& file) {
  const std::string text = beginning(file);
  const std::vector<std::string> names = first_elements(text, 2);
  if (!names.empty() && names[0] == "robot") return XmlContent::urdf;
  if (names.size() == 2 && names[0] == "sdf" && names[1] == "model") return XmlContent::model;
  if (names.size() == 2 && names[0] == "sdf" && names[1] == "light") return XmlContent::light;
  // what is none of these goes to the reader of worlds, which says what is wrong with it
  return file.path.extension() == ".urdf" ? XmlContent::urdf : XmlContent::world;
}

Scenario on_a_floor(const std::filesystem::path& file) {
  Scenario scenario;
  scenario.file = file;
  scenario.name = file.stem().string();
  scenario.world = generate_arena({.size_x_m = 20, .size_y_m = 20, .wall_height_m = 0});
  return scenario;
}

}  // namespace

bool is_lone_file(const SourceFile& file) {
  if (!file.text) {
    const std::string ending = file.path.extension().string();
    if (ending == ".sdf" || ending == ".world" || ending == ".urdf" || ending == ".xml")
      return true;
    if (ending == ".yaml" || ending == ".yml") return false;
  }
  const std::string text = beginning(file);
  const std::size_t first = text.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  return first != std::string::npos && text[first] == '<';
}

std::optional<Scenario> read_lone_file(const SourceFile& file, Findings& findings) {
  Scenario scenario = on_a_floor(file.path);
  LoadContext context(file.path, findings);
  const ModelSearchPath search = context.search_path(file.path);
  const XmlContent content = content_of(file);
  if (content == XmlContent::world) {
    std::optional<WorldDescription> world = load_sdf_world(file, search, findings);
    if (!world) return std::nullopt;
    scenario.world = std::move(*world);
    if (file.text && !scenario.world.name.empty()) scenario.name = scenario.world.name;
    return scenario;
  }

  if (content == XmlContent::light) {
    const auto resolved = SdfReader(search, findings, file).model(file.path);
    if (!resolved) return std::nullopt;
    scenario.world.lights = resolved->lights;
    scenario.world.lights.front().world_from_light = resolved->pose;
    return scenario;
  }

  const std::shared_ptr<const Model> model = load_model(file, search, findings);
  if (!model) return std::nullopt;
  if (file.text && !model->name.empty()) scenario.name = model->name;
  const Ground ground(scenario.world);
  const Pose start{{0, 0, ground.standing_height(*model, {})}, {}};
  const DriveConfig drive = guess_drive(*model);
  if (content == XmlContent::urdf || drive.type != DriveType::none) {
    RobotConfig robot;
    robot.name = is_plain_name(model->name) ? model->name : "robot";
    robot.place = {file.path.string(), 0};
    robot.model = model;
    robot.world_from_robot = start;
    robot.drive = drive;
    robot.sensors = model->sensors;
    scenario.robots.push_back(std::move(robot));
  } else {
    scenario.world.models.push_back({model->name, model, start});
  }
  return scenario;
}

}  // namespace tandem
