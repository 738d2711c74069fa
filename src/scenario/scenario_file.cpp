// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

#include "scenario/check_starts.h"
#include "scenario/check_things.h"
#include "scenario/faults_file.h"
#include "scenario/fields.h"
#include "scenario/file_trace.h"
#include "scenario/generators.h"
#include "scenario/ground.h"
#include "scenario/load_context.h"
#include "scenario/lone_file.h"
#include "scenario/object_catalog.h"
#include "scenario/outlook.h"
#include "scenario/overhead_file.h"
#include "scenario/overrides.h"
#include "scenario/paint_file.h"
#include "scenario/programs_file.h"
#include "scenario/real_things.h"
#include "scenario/robot_file.h"
#include "scenario/ros_file.h"
#include "scenario/rules_file.h"
#include "scenario/scenario.h"
#include "scenario/source.h"
#include "scenario/spawn.h"
#include "scenario/suggest.h"
#include "scenario/twin_file.h"
#include "scenario/utf8_text.h"

namespace tandem {

namespace fs = std::filesystem;

namespace {

constexpr Duration shortest_step = 100us, longest_step = 100ms;

std::optional<WorldDescription> read_world(const YamlNode* node, LoadContext& context) {
  if (!node) return generate_arena({});
  if (node->is_map()) return generate_world(*node, context.findings());
  const std::optional<std::string> name = to_text(*node, "world", context.findings());
  if (!name) return std::nullopt;
  const std::optional<fs::path> file = context.find(NamedFile::world, *name, node->place);
  if (!file) return std::nullopt;
  if (file->extension() == ".yaml" || file->extension() == ".yml") {
    context.findings().error(
        node->place, fmt::format("expected an SDF file, '{}' is a YAML file", printable(*name)));
    return std::nullopt;
  }
  return load_sdf_world(*file, context.search_path(*file), context.findings());
}

void read_physics(const YamlNode& node, Scenario& scenario, Findings& findings) {
  const Fields fields(node, schema::physics, findings);
  fields.read("iterations", scenario.solver_iterations, 1, 1000);
  fields.read("freezes", scenario.freezes);
}

// Everything in the world is found by name, so each has its own.
void check_names(const Scenario& scenario, Findings& findings) {
  std::set<std::string> names;
  for (const ModelInstance& instance : scenario.world.models)
    if (!names.insert(instance.name).second)
      findings.error({scenario.file.string(), 0},
                     fmt::format("the world has two things named '{}'", printable(instance.name)));
  for (const RobotConfig& robot : scenario.robots)
    if (names.contains(robot.name))
      findings.error(robot.place, fmt::format("the world already has a '{}'", robot.name));
}

Scenario read_scenario(const YamlNode& root, const fs::path& file, const ScenarioOptions& options,
                       Findings& findings) {
  Scenario scenario;
  scenario.file = file;
  scenario.name = file.stem().string();
  const Fields fields(root, schema::scenario, findings);
  if (!fields.is_map()) return scenario;
  LoadContext context(file, findings, options.checks.sensor);

  fields.read("name", scenario.name);
  fields.read("description", scenario.description);
  fields.read("seed", scenario.seed);
  if (options.seed) scenario.seed = *options.seed;
  fields.read("step", scenario.step, shortest_step, longest_step);
  if (const YamlNode* physics = fields.find("physics")) read_physics(*physics, scenario, findings);

  for (const YamlEntry& entry : root.entries)
    if (entry.key == "world" && entry.value.kind == YamlNode::Kind::nothing)
      findings.error(entry.place,
                     "'world' has no value: expected the name of a world or a map with 'generate'");
  if (auto world = read_world(fields.find("world"), context)) scenario.world = std::move(*world);
  if (const YamlNode* origin = fields.find("origin"))
    scenario.world.origin = read_origin(*origin, findings);
  if (const YamlNode* tracking = fields.find("tracking"))
    scenario.tracking = read_tracking(*tracking, context);
  if (const YamlNode* robots = fields.find("robots"))
    scenario.robots = read_robots(*robots, Ground(scenario.world), context,
                                  scenario.tracking ? &*scenario.tracking : nullptr);
  if (const YamlNode* camera = fields.find("overhead_camera"))
    read_overhead(*camera, scenario.robots, context);  // who films loads it
  if (const YamlNode* catalog = fields.find("catalog"))
    scenario.catalog = read_catalog(*catalog, context);
  scenario.spawned_from = scenario.world.models.size();
  if (const YamlNode* spawn = fields.find("spawn")) spawn_objects(*spawn, scenario, context);
  if (const YamlNode* real = fields.find("real")) read_real_things(*real, scenario, findings);

  // a twin lives in real time, so its world does too unless told otherwise
  for (const RobotConfig& robot : scenario.robots)
    if (robot.mode == RobotMode::twin) scenario.clock = ClockType::wall;
  constexpr std::array<std::string_view, 2> clocks{"zero", "wall"};
  if (const auto clock = fields.read_choice("clock", clocks))
    scenario.clock = static_cast<ClockType>(*clock);

  if (const YamlNode* paint = fields.find("paint"))
    scenario.paint = read_paint(*paint, scenario.world, context);
  if (const YamlNode* projection = fields.find("projection"))
    scenario.projection = read_projection(*projection, findings);
  if (const YamlNode* observe = fields.find("observe"))
    scenario.observe = read_observe(*observe, scenario.robots, findings);
  if (const YamlNode* programs = fields.find("programs"))
    scenario.programs = read_programs(*programs, scenario.robots, findings);
  if (const YamlNode* faults = fields.find("faults"))
    scenario.faults = read_faults(*faults, scenario.robots, scenario.programs, findings);
  scenario.ros = read_ros(fields);
  if (const YamlNode* map = fields.find("map")) scenario.map = read_map(*map, findings);
  read_rules(fields.find("rules"), scenario, context, options.checks);
  check_robots_differ_in_ros(scenario, findings);
  check_twins_differ(scenario, findings);
  return scenario;
}

bool is_robot_file(const YamlNode& root) { return root.find("model") && !root.find("robots"); }

// A robot file on its own is that robot on a floor.
YamlNode scenario_around_robot(const fs::path& file) {
  const Place place{file.string(), 0};
  const auto text = [&](const std::string& value) {
    return YamlNode{YamlNode::Kind::text, place, value, {}, {}};
  };
  const std::string stem = file.stem().string();
  std::error_code error;
  const std::string model = fs::absolute(file, error).string();
  const YamlNode robot{
      YamlNode::Kind::map,
      place,
      {},
      {},
      {{"name", place, text(is_plain_name(stem) ? stem : "robot")}, {"model", place, text(model)}}};
  const YamlNode robots{YamlNode::Kind::list, place, {}, {robot}, {}};
  return {YamlNode::Kind::map, place, {}, {}, {{"robots", place, robots}}};
}

std::optional<Scenario> read_scenario_file(const SourceFile& file, const ScenarioOptions& options,
                                           Findings& findings) {
  std::optional<YamlNode> root = read_yaml(file, findings);
  if (!root) return std::nullopt;
  if (!root->is_map()) {
    findings.error(root->place,
                   fmt::format("expected a scenario, a map with keys such as 'world' and 'robots', "
                               "is {}",
                               describe(*root)));
    return std::nullopt;
  }
  if (is_robot_file(*root)) {
    if (file.text) {
      findings.error(root->place,
                     "expected a scenario, this is a robot file; put its robot in a "
                     "scenario under 'robots'");
      return std::nullopt;
    }
    *root = scenario_around_robot(file.path);
  }
  apply_overrides(*root, options.overrides, findings);
  return read_scenario(*root, file.path, options, findings);
}

std::optional<Scenario> read_file(const SourceFile& file, const ScenarioOptions& options,
                                  Findings& findings) {
  const bool is_lone = is_lone_file(file);
  if (is_lone)
    for (const auto& [path, value] : options.overrides)
      findings.error({fmt::format("--set {}", path), 0},
                     "a world or model file on its own has nothing to set");
  std::optional<Scenario> scenario =
      is_lone ? read_lone_file(file, findings) : read_scenario_file(file, options, findings);
  if (!scenario) return std::nullopt;

  if (options.seed) scenario->seed = *options.seed;
  if (options.step) scenario->step = *options.step;
  if (scenario->step < shortest_step || scenario->step > longest_step)
    findings.error({"--step", 0}, "must be at least 100us and at most 100ms");
  check_names(*scenario, findings);
  check_things(*scenario, findings);
  check_starts(*scenario, findings);
  if (options.checks.scenario) options.checks.scenario(*scenario, findings);
  return scenario;
}

bool is_file_name(const std::string& name) {
  const fs::path path(name);
  if (path.has_parent_path()) return true;
  constexpr std::array<std::string_view, 6> endings{".yaml",  ".yml",  ".sdf",
                                                    ".world", ".urdf", ".xml"};
  return std::find(endings.begin(), endings.end(), path.extension().string()) != endings.end();
}

// A hundred robots of one file have its mistakes once.
void report_each_once(const Findings& found, Findings& findings) {
  std::set<std::tuple<std::string, int, std::string>> seen;
  for (const Finding& finding : found.all()) {
    if (!seen.emplace(finding.place.file, finding.place.line, finding.message).second) continue;
    if (finding.severity == Severity::error) {
      findings.error(finding.place, finding.message);
    } else {
      findings.warn(finding.place, finding.message);
    }
  }
}

std::shared_ptr<const Scenario> load(const SourceFile& file, const ScenarioOptions& options,
                                     Findings& findings) {
  Findings found;
  const FileTrace trace;
  std::optional<Scenario> scenario = read_file(file, options, found);
  report_each_once(found, findings);
  if (!scenario || found.has_errors()) return nullptr;
  std::error_code ignored;
  return with_source(
      std::make_shared<const Scenario>(std::move(*scenario)),
      {.file = file.text ? fs::path() : fs::absolute(file.path, ignored).lexically_normal(),
       .text = file.text ? *file.text : "",
       .overrides = options.overrides,
       .seed = options.seed,
       .step = options.step,
       .files = trace.files()});
}

}  // namespace

std::shared_ptr<const Scenario> load_scenario(const std::string& name_or_file,
                                              const ScenarioOptions& options, Findings& findings) {
  const std::optional<fs::path> file = find_named_file(NamedFile::scenario, name_or_file, "");
  if (!file) {
    std::error_code error;
    findings.error(
        {printable(name_or_file), 0},
        fs::is_directory(name_or_file, error)
            ? "is a folder, expected a file"
            : fmt::format("{}{}",
                          is_file_name(name_or_file) ? "no such file" : "there is no such scenario",
                          suggestion(name_or_file, known_names(NamedFile::scenario, ""))));
    return nullptr;
  }
  return load(*file, options, findings);
}

std::shared_ptr<const Scenario> load_scenario_text(const std::string& text, const std::string& name,
                                                   const ScenarioOptions& options,
                                                   Findings& findings) {
  return load({name.empty() ? "given text" : printable(name), text}, options, findings);
}

}  // namespace tandem
