// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/newcomer.h"

#include <fmt/format.h>

#include <cmath>

#include "scenario/check_things.h"
#include "scenario/file_names.h"
#include "scenario/file_trace.h"
#include "scenario/load_context.h"
#include "scenario/lone_file.h"
#include "scenario/resource.h"
#include "scenario/robot_file.h"
#include "scenario/ros_file.h"
#include "scenario/source.h"
#include "scenario/suggest.h"
#include "scenario/utf8_text.h"
#include "scenario/wheels.h"

namespace tandem {

namespace fs = std::filesystem;

namespace {

// Ends the reading of a newcomer.
struct Problem {
  NewcomerProblem kind;
  std::string reason;
};

constexpr std::size_t longest_name = 200;

bool is_pose(const Pose& pose) {
  const Quat& q = pose.rotation;
  return is_finite(pose.translation) &&
         std::abs(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z - 1) < 1e-3;
}

// The file that a uri means; a folder of a model stands for the file in it.
std::optional<fs::path> find_file(const std::string& uri, const ModelSearchPath& search,
                                  Findings& findings) {
  if (const auto named = find_named_file(NamedFile::robot, uri, "")) return named;
  const fs::path found = find_resource(uri, "", search).found;
  std::error_code ignored;
  if (found.empty() || !fs::is_directory(found, ignored))
    return found.empty() ? std::nullopt : std::optional(found);
  const fs::path inside = find_model_file(found, {printable(uri), 0}, findings);
  return inside.empty() ? std::nullopt : std::optional(inside);
}

bool is_yaml(const fs::path& file) {
  return file.extension() == ".yaml" || file.extension() == ".yml";
}

// A robot as a scenario would have it that says no more than its name and its file.
std::optional<RobotConfig> read_robot_file(const fs::path& file, const std::string& name,
                                           LoadContext& context) {
  const Place place{file.string(), 0};
  const auto text = [&](const std::string& value) {
    return YamlNode{YamlNode::Kind::text, place, value, {}, {}};
  };
  std::error_code ignored;
  const std::string path = fs::absolute(file, ignored).string();
  const YamlNode robot{YamlNode::Kind::map,
                       place,
                       {},
                       {},
                       {{"name", place, text(name)}, {"model", place, text(path)}}};
  const WorldDescription nothing;
  const Ground ground(nothing);
  std::vector<RobotConfig> robots =
      read_robots({YamlNode::Kind::list, place, {}, {robot}, {}}, ground, context);
  if (robots.empty()) return std::nullopt;
  return std::move(robots.front());
}

std::string robot_name_rule(const std::string& name) {
  return fmt::format(
      "a robot's name has letters, digits and underscores, a letter first and at most 64; is '{}'",
      printable(name));
}

// For who asked for what there is not.
std::string what_else(const NewcomerRequest& request) {
  std::vector<std::string> known = known_names(NamedFile::robot, "");
  for (std::string& model : known_models()) known.push_back(std::move(model));
  if (request.catalog)
    for (const ObjectType& type : *request.catalog) known.push_back(type.name);
  const std::vector<std::string_view> views(known.begin(), known.end());
  const std::string_view near = near_name(request.uri, views);
  // all of them would be too many to read
  return near.empty() ? "GetSpawnables lists what there is"
                      : fmt::format("did you mean '{}'?", near);
}

using Thing = std::variant<ModelInstance, RobotConfig>;

std::variant<Thing, Problem> read_xml(const SourceFile& file, const NewcomerRequest& request,
                                      const ModelSearchPath& search, Findings& findings) {
  const auto model = load_model(file, search, findings);
  if (!model) return Problem{NewcomerProblem::bad_model, ""};
  const std::string name = request.name.empty() ? model->name : request.name;
  const DriveConfig drive = guess_drive(*model);
  if (!model->urdf && drive.type == DriveType::none)
    return Thing(ModelInstance{name, model, request.world_from_model});
  if (!is_plain_name(name)) return Problem{NewcomerProblem::bad_name, robot_name_rule(name)};
  RobotConfig robot;
  robot.name = name;
  robot.place = {file.path.string(), 0};
  robot.model = model;
  robot.drive = drive;
  return Thing(std::move(robot));
}

std::variant<Thing, Problem> read_thing(const NewcomerRequest& request, Findings& findings) {
  if (!is_pose(request.world_from_model))
    return Problem{NewcomerProblem::bad_pose,
                   "the pose must be finite numbers with a quaternion of length 1"};
  if (std::string reason = why_no_name(request.name); !reason.empty())
    return Problem{NewcomerProblem::bad_name, std::move(reason)};
  if (request.ns && !is_ros_namespace(*request.ns))
    return Problem{NewcomerProblem::bad_namespace,
                   fmt::format("a namespace has words of letters, digits and underscores with / "
                               "between them; is '{}'",
                               printable(*request.ns))};

  LoadContext context("", findings);
  const ModelSearchPath search = context.search_path("");
  if (!request.text.empty()) {
    const SourceFile given("given text", request.text);
    if (!is_lone_file(given))
      return Problem{NewcomerProblem::unknown_format, "the text is neither SDF nor URDF"};
    return read_xml(given, request, search, findings);
  }

  if (request.uri.empty())
    return Problem{NewcomerProblem::nothing_found, "neither a uri nor a text was given"};
  if (request.catalog)
    for (const ObjectType& type : *request.catalog)
      if (type.name == request.uri)
        return Thing(ModelInstance{request.name.empty() ? type.name : request.name, type.model,
                                   request.world_from_model});
  const std::optional<fs::path> file = find_file(request.uri, search, findings);
  if (!file)
    return Problem{NewcomerProblem::nothing_found,
                   fmt::format("there is no robot or model '{}'; {}", printable(request.uri),
                               what_else(request))};
  if (!is_yaml(*file)) {
    if (!is_lone_file(*file))
      return Problem{NewcomerProblem::unknown_format,
                     fmt::format("'{}' is neither SDF nor URDF nor a robot file", file->string())};
    return read_xml(*file, request, search, findings);
  }
  const std::string name = request.name.empty() ? file->stem().string() : request.name;
  if (!is_plain_name(name)) return Problem{NewcomerProblem::bad_name, robot_name_rule(name)};
  std::optional<RobotConfig> robot = read_robot_file(*file, name, context);
  if (!robot) return Problem{NewcomerProblem::bad_model, ""};
  return Thing(std::move(*robot));
}

std::string first_error(const Findings& findings) {
  for (const Finding& finding : findings.all())
    if (finding.severity == Severity::error) return to_string(finding);
  return "";
}

}  // namespace

std::string why_no_name(const std::string& name) {
  if (name.size() <= longest_name && is_printable(name) &&
      name.find_first_of("\n\r\t") == std::string::npos)
    return {};
  return fmt::format("a name has at most {} characters that can be shown", longest_name);
}

Newcomer read_newcomer(const NewcomerRequest& request) {
  Newcomer newcomer;
  const FileTrace trace;
  auto read = read_thing(request, newcomer.findings);
  if (auto* problem = std::get_if<Problem>(&read)) {
    newcomer.problem = problem->kind;
    newcomer.reason =
        problem->reason.empty() ? first_error(newcomer.findings) : std::move(problem->reason);
    return newcomer;
  }
  Thing thing = std::get<Thing>(std::move(read));

  // as physics will see it
  Scenario alone;
  if (auto* robot = std::get_if<RobotConfig>(&thing)) {
    robot->world_from_robot = request.world_from_model;
    if (request.ns) robot->ros.ns = without_leading_slash(*request.ns);
    alone.robots.push_back(*robot);
  } else {
    alone.world.models.push_back(std::get<ModelInstance>(thing));
  }
  check_things(alone, newcomer.findings);
  if (newcomer.findings.has_errors()) {
    newcomer.problem = NewcomerProblem::bad_model;
    newcomer.reason = first_error(newcomer.findings);
    return newcomer;
  }
  // one that others have too gets a pointer of its own, which knows where this one came from
  std::visit(
      [&](auto& it) {
        it.model = with_source(
            it.model,
            {.uri = request.uri, .text = request.text, .ns = request.ns, .files = trace.files()});
      },
      thing);
  newcomer.what = std::move(thing);
  return newcomer;
}

}  // namespace tandem
