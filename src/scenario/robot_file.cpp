// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/robot_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "scenario/bounds.h"
#include "scenario/fields.h"
#include "scenario/guard_file.h"
#include "scenario/mounts_file.h"
#include "scenario/overrides.h"
#include "scenario/ros_file.h"
#include "scenario/twin_file.h"
#include "scenario/wheels.h"

namespace tandem {

namespace {

constexpr Duration longest = 1000h;
constexpr std::size_t max_robots = 2000;

OdometryError read_odometry(const YamlNode& node, Findings& findings) {
  const Fields fields(node, schema::odometry, findings);
  OdometryError error;
  constexpr NumberRange share{-0.5, 0.5};
  fields.read("left_radius_error", error.left_radius_error, share);
  fields.read("right_radius_error", error.right_radius_error, share);
  fields.read("track_error", error.track_error, share);
  fields.read("noise", error.noise, {0, 1});
  return error;
}

std::vector<ScriptedCommand> read_commands(const YamlNode& node, const DriveConfig& drive,
                                           Findings& findings) {
  std::vector<ScriptedCommand> commands;
  if (!node.is_list()) {
    findings.error(node.place, fmt::format("'commands' expects a list, is {}", describe(node)));
    return commands;
  }
  if (drive.type == DriveType::none && !node.items.empty())
    findings.error(node.place, "commands need a 'drive' that carries them out");
  for (const YamlNode& item : node.items) {
    const Fields fields(item, schema::command, findings);
    ScriptedCommand command;
    if (!fields.require("at") || !fields.read("at", command.at, 0s, longest)) continue;
    Duration lasts{};
    if (fields.read("for", lasts, 1ns, longest)) command.lasts = lasts;
    fields.read("linear_mps", command.velocity.linear, {-100, 100});
    fields.read("angular_radps", command.velocity.angular, {-100, 100});

    if (!commands.empty() && command.at <= commands.back().at)
      findings.error(fields.place_of("at"),
                     "commands must be in order of time, each 'at' later "
                     "than the one before");
    if (std::abs(command.velocity.linear) > drive.max_speed_mps)
      findings.warn(fields.place_of("linear_mps"),
                    fmt::format("will be limited to max_speed_mps, {}", drive.max_speed_mps));
    if (std::abs(command.velocity.angular) > drive.max_yaw_rate_radps)
      findings.warn(fields.place_of("angular_radps"), fmt::format("will be limited to "
                                                                  "max_yaw_rate_radps, {}",
                                                                  drive.max_yaw_rate_radps));
    commands.push_back(command);
  }
  return commands;
}

// A robot's own file, read once for all robots that name it.
class RobotFiles {
 public:
  explicit RobotFiles(Findings& findings) : findings_(findings) {}

  // Null when the file has errors, which are then reported.
  const YamlNode* read(const std::filesystem::path& file) {
    const auto known = files_.find(file);
    if (known != files_.end()) return known->second ? &*known->second : nullptr;
    std::optional<YamlNode> node = read_yaml(file, findings_);
    if (node) {
      const int errors_before = findings_.error_count();
      const Fields fields(*node, schema::robot_file, findings_);
      fields.require("model");
      if (findings_.error_count() > errors_before) node.reset();
    }
    if (node) expand_drive(*node);
    const auto& stored = files_[file] = std::move(node);
    return stored ? &*stored : nullptr;
  }

 private:
  Findings& findings_;
  std::map<std::filesystem::path, std::optional<YamlNode>> files_;
};

bool is_robot_file(const std::filesystem::path& file) {
  return file.extension() == ".yaml" || file.extension() == ".yml";
}

class RobotReader {
 public:
  RobotReader(const Ground& ground, LoadContext& context, const TrackingConfig* tracking)
      : ground_(ground), context_(context), tracking_(tracking), files_(context.findings()) {}

  std::optional<RobotConfig> read(YamlNode node) {
    Findings& findings = context_.findings();
    expand_drive(node);
    const Fields written(node, schema::robot, findings);
    if (!written.is_map()) return std::nullopt;

    RobotConfig robot;
    robot.place = node.place;
    written.require("name");
    if (written.read("name", robot.name) && !is_plain_name(robot.name))
      findings.error(written.place_of("name"),
                     fmt::format("a robot's name has letters, digits and underscores, a letter "
                                 "first and at most 64; is {}",
                                 describe(*written.find("name"))));

    // the robot's file is the base, the scenario's values lie over it
    const std::optional<std::filesystem::path> model_file = find_model(written, node);
    if (model_file) robot.model = context_.model(*model_file);
    const Fields fields(node, schema::robot, findings);
    if (!robot.model) {
      check_settings(fields);
      return std::nullopt;
    }
    read_settings(fields, robot);
    return robot;
  }

 private:
  // Lays `node` over the robot file it names, if it names one; the file of the model itself.
  std::optional<std::filesystem::path> find_model(const Fields& written, YamlNode& node) {
    std::string name;
    if (!written.require("model") || !written.read("model", name)) return std::nullopt;
    std::optional<std::filesystem::path> file =
        context_.find(NamedFile::robot, name, written.place_of("model"));
    if (!file || !is_robot_file(*file)) return file;

    const YamlNode* base = files_.read(*file);
    if (!base) return std::nullopt;
    const YamlNode model = *base->find("model");
    node = merged(*base, node);
    *node.find("model") = model;
    const std::optional<std::string> model_name = to_text(model, "model", context_.findings());
    if (!model_name) return std::nullopt;
    file = context_.find(NamedFile::robot, *model_name, model.place);
    if (file && is_robot_file(*file)) {
      context_.findings().error(model.place, "expected a URDF or SDF file, is a robot file");
      return std::nullopt;
    }
    return file;
  }

  // Every mistake that shows without a model, so that a person sees them together.
  void check_settings(const Fields& fields) {
    Findings& findings = context_.findings();
    const Model unknown;
    constexpr std::array<std::string_view, 2> modes{"virtual", "twin"};
    fields.read_choice("mode", modes);
    read_robot_ros(fields);
    read_twin(fields.find("twin"), {}, tracking_, context_);
    if (const YamlNode* guard = fields.find("guard")) read_guard(*guard, {}, unknown, findings);
    if (const YamlNode* pose = fields.find("pose")) read_pose(*pose, findings);
    if (const YamlNode* drive = fields.find("drive")) read_drive(*drive, unknown, findings);
    if (const YamlNode* odometry = fields.find("odometry")) read_odometry(*odometry, findings);
    // what the drive can do may be in the file that is missing
    DriveConfig any_drive;
    any_drive.type = DriveType::skid;
    any_drive.max_speed_mps = any_drive.max_yaw_rate_radps =
        std::numeric_limits<double>::infinity();
    if (const YamlNode* commands = fields.find("commands"))
      read_commands(*commands, any_drive, findings);
    if (const YamlNode* mounts = fields.find("mounts")) read_mounts(*mounts, unknown, findings);
    if (const YamlNode* sensors = fields.find("sensors")) read_sensors(*sensors, unknown, context_);
  }

  void read_settings(const Fields& fields, RobotConfig& robot) {
    Findings& findings = context_.findings();
    constexpr std::array<std::string_view, 2> modes{"virtual", "twin"};
    if (const auto mode = fields.read_choice("mode", modes))
      robot.mode = static_cast<RobotMode>(*mode);
    robot.ros = read_robot_ros(fields);
    PoseFields pose;
    if (const YamlNode* written = fields.find("pose")) pose = read_pose(*written, findings);
    robot.world_from_robot = pose.pose;
    if (!pose.has_z)
      robot.world_from_robot.translation.z = ground_.standing_height(*robot.model, pose.pose);

    if (const YamlNode* drive = fields.find("drive"))
      robot.drive = read_drive(*drive, *robot.model, findings);
    robot.twin = read_twin(fields.find("twin"), robot.drive, tracking_, context_);
    if (const YamlNode* guard = fields.find("guard"))
      robot.guard = read_guard(*guard, robot.drive, *robot.model, findings);
    if (const YamlNode* odometry = fields.find("odometry"))
      robot.odometry_error = read_odometry(*odometry, findings);
    if (const YamlNode* commands = fields.find("commands"))
      robot.commands = read_commands(*commands, robot.drive, findings);
    if (const YamlNode* mounts = fields.find("mounts"))
      robot.mounts = read_mounts(*mounts, *robot.model, findings);
    robot.sensors = robot.model->sensors;
    if (const YamlNode* sensors = fields.find("sensors"))
      robot.sensors = read_sensors(*sensors, *robot.model, context_);
  }

  const Ground& ground_;
  LoadContext& context_;
  const TrackingConfig* tracking_;
  RobotFiles files_;
};

// Names must differ; two robots in one place would be thrown apart by the physics.
void check_together(const std::vector<RobotConfig>& robots, Findings& findings) {
  std::map<std::string, const RobotConfig*> by_name;
  for (const RobotConfig& robot : robots) {
    const auto [first, is_new] = by_name.emplace(robot.name, &robot);
    if (!is_new && !robot.name.empty())
      findings.error(robot.place, fmt::format("there is already a robot named '{}', in line {}",
                                              robot.name, first->second->place.line));
  }

  std::vector<double> half_widths;
  for (const RobotConfig& robot : robots) {
    const Vec3 size = bounds_of(*robot.model, {}).size();
    half_widths.push_back(std::max(0.05, std::min(size.x, size.y) / 2));
  }
  for (std::size_t i = 0; i < robots.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Vec3 apart =
          robots[i].world_from_robot.translation - robots[j].world_from_robot.translation;
      if (length(apart) >= half_widths[i] + half_widths[j]) continue;
      findings.warn(robots[i].place, fmt::format("robot '{}' stands in the same spot as '{}'",
                                                 robots[i].name, robots[j].name));
      break;
    }
  }
}

}  // namespace

bool is_plain_name(std::string_view name) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return !name.empty() && name.size() <= 64 && is_letter(name.front()) &&
         std::all_of(name.begin(), name.end(),
                     [&](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; });
}

std::vector<RobotConfig> read_robots(const YamlNode& node, const Ground& ground,
                                     LoadContext& context, const TrackingConfig* tracking) {
  std::vector<RobotConfig> robots;
  if (!node.is_list()) {
    context.findings().error(node.place,
                             fmt::format("'robots' expects a list, is {}", describe(node)));
    return robots;
  }
  if (node.items.size() > max_robots) {
    context.findings().error(node.place, fmt::format("there can be {} robots, here are {}",
                                                     max_robots, node.items.size()));
    return robots;
  }
  RobotReader reader(ground, context, tracking);
  for (const YamlNode& item : node.items)
    if (std::optional<RobotConfig> robot = reader.read(item)) robots.push_back(std::move(*robot));
  check_together(robots, context.findings());
  return robots;
}

}  // namespace tandem
