// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/findings.h"
#include "base/time.h"
#include "geometry/area.h"
#include "geometry/pose2.h"
#include "scenario/fault.h"
#include "scenario/guard_config.h"
#include "scenario/model.h"
#include "scenario/model_files.h"
#include "scenario/paint.h"
#include "scenario/program_config.h"
#include "scenario/ros_config.h"
#include "scenario/twin_config.h"

namespace tandem {

// A scenario as its files describe it: checked, complete and constant. What changes while it runs
// lives elsewhere.

enum class DriveType { none, differential, skid };

// How a robot's wheels move it. Joint names are those of its model.
struct DriveConfig {
  DriveType type = DriveType::none;
  std::vector<std::string> left_joints;
  std::vector<std::string> right_joints;
  double wheel_radius_m = 0;
  double track_m = 0;           // between left and right wheels
  double track_multiplier = 1;  // skid steering: how much wider the base acts than it is
  double max_speed_mps = 1;
  double max_yaw_rate_radps = 4;
  double max_acceleration_mps2 = 2;
  double max_yaw_acceleration_radps2 = 10;
  double max_force_n = 30;  // all wheels together
  double max_power_w = 0;   // 0: no limit
  Duration command_timeout = 500ms;
};

// What wheel odometry gets wrong. Zero everywhere is the truth.
struct OdometryError {
  double left_radius_error = 0;  // share: 0.01 makes the wheel seem 1 % larger
  double right_radius_error = 0;
  double track_error = 0;
  double noise = 0;  // deviation of the distance measured, share of the distance
};

// A scripted velocity command, held until the next one or for its duration.
struct ScriptedCommand {
  Duration at{};
  std::optional<Duration> lasts;
  Twist2 velocity;
};

enum class RobotMode { simulated, twin };  // in files: virtual, twin

// Where a robot holds a load: by its hitch, or standing before the mount (see mount_from_load).
struct MountPoint {
  std::string name;
  std::string link;  // or a frame of the model
  Pose link_from_load;
};

struct RobotConfig {
  std::string name;
  Place place;
  std::shared_ptr<const Model> model;
  RobotMode mode = RobotMode::simulated;
  TwinConfig twin;                     // also of simulated ones, which may become twins
  std::optional<GuardSettings> guard;  // of the real robot
  Pose world_from_robot;
  DriveConfig drive;
  OdometryError odometry_error;
  std::vector<SensorDescription> sensors;
  std::vector<ScriptedCommand> commands;
  std::vector<MountPoint> mounts;
  RobotRosConfig ros;
};

// The settings of a rule, which only the rule itself knows.
struct RuleConfig {
  virtual ~RuleConfig() = default;
};

// Something that the world does by itself.
struct RuleDescription {
  std::string name;
  std::string type;
  Place place;
  std::shared_ptr<const RuleConfig> config;  // null: there is no such rule here
};

// A kind of thing that can be put into the world while it runs, and that rules speak of.
struct ObjectType {
  std::string name;  // also of its model
  std::string description;
  std::shared_ptr<const Model> model;
};

// What `spawn` draws anew for each episode; see scenario/spawn.h.
struct SpawnPlan;

struct ProjectionConfig {
  Area floor;
  int width_px = 1920;
  int height_px = 1080;
};

// What the twins of a scenario have in common.
struct TrackingConfig {
  std::string topic;  // empty: each its own
  std::optional<Area> area;
  double marker_height_m = 0;
  Duration timeout = 500ms;
  std::shared_ptr<const CameraCalibration> camera;
};

// From where on a number is worth a look, and from where on it is bad.
struct Limits {
  std::optional<double> error_below, warn_below, warn_above, error_above;

  bool are_any() const { return error_below || warn_below || warn_above || error_above; }
  friend bool operator==(const Limits&, const Limits&) = default;
};

struct ObserveConfig {
  std::string topic;
  std::string type;
  std::string field;    // the part of the message that counts: "status.voltage"
  std::string pattern;  // regular expression that picks the value out of text
  std::string label;
  std::string unit;
  std::string robot;              // at which it is shown; empty: at none
  std::optional<RobotMode> mode;  // of the robot, while it is shown; nothing: always
  Limits limits;
  Place place{};
};

enum class ClockType { zero, wall };

struct Scenario {
  std::string name;
  std::string description;
  std::filesystem::path file;
  WorldDescription world;        // spawned objects included, as in the first episode
  std::size_t spawned_from = 0;  // which of the world's models are spawned: from this one on
  std::shared_ptr<const SpawnPlan> spawn_plan;  // null: nothing is spawned
  std::vector<ObjectType> catalog;              // on top of the models that there are
  std::vector<RobotConfig> robots;
  std::vector<std::string> real_things;  // names of what is real; * and ? stand for others
  std::vector<RuleDescription> rules;
  std::optional<PaintConfig> paint;
  std::optional<ProjectionConfig> projection;
  std::optional<TrackingConfig> tracking;
  std::vector<ObserveConfig> observe;
  std::vector<ProgramConfig> programs;
  std::vector<FaultPlan> faults;
  RosConfig ros;
  std::optional<MapConfig> map;  // nothing: no map is made
  ClockType clock = ClockType::zero;
  std::uint64_t seed = 1;
  Duration step = 8ms;
  int solver_iterations = 20;
  bool freezes = true;
};

// Whether a thing of this name is a real one that the world has a model of.
bool is_real_thing(const Scenario& scenario, const std::string& name);

// Of a robot's topics, without slashes around it: its name unless it was told otherwise. May be
// empty.
std::string namespace_of(const RobotConfig& robot);
// What goes before the names of a robot's frames: in one tree its namespace and a slash.
std::string frame_prefix_of(const RobotConfig& robot, TfTopics tf);

// Where the poses of a twin arrive: "/tracker", or "emaros/tracked_pose" as its node sees it.
std::string pose_topic_of(const RobotConfig& robot);
std::string imu_topic_of(const RobotConfig& robot);

class LoadContext;
struct RuleSource;

// What modules above this one know. The loader calls them, so that a person sees all mistakes of a
// file at once.
struct ScenarioChecks {
  std::function<void(const SensorDescription&, Findings&)> sensor;  // as it is read
  // Null after an error was reported.
  std::function<std::shared_ptr<const RuleConfig>(const RuleSource&)> rule;
  // Rules that a scenario has without saying so.
  std::function<std::vector<RuleDescription>(const Scenario&, LoadContext&)> standard_rules;
  std::function<void(const Scenario&, Findings&)> scenario;  // once it is complete
};

// Values of its files to be replaced: "robots.emaros.pose.x", "1".
using ScenarioOverrides = std::vector<std::pair<std::string, std::string>>;

struct ScenarioOptions {
  // Values that replace those of the file, by dotted path: {"spawn.boxes.count", "3000"}.
  ScenarioOverrides overrides;
  std::optional<std::uint64_t> seed;
  std::optional<Duration> step;
  ScenarioChecks checks;
};

// Where scenarios, worlds and robots named without a path are looked for, first match wins: the
// folder of the naming file, TANDEM_PATH, and what came with Tandem.
std::vector<std::filesystem::path> scenario_folders();

// A name ("push"), a scenario file, or a world or model file on its own. Everything wrong goes to
// `findings`; null only after an error was reported there.
std::shared_ptr<const Scenario> load_scenario(const std::string& name_or_file,
                                              const ScenarioOptions& options, Findings& findings);

// The same of a text that is none of a file: a scenario in YAML, a world in SDF, or a model in SDF
// or URDF. Findings call it by `name`; what it names by a path is looked for from the current
// folder.
std::shared_ptr<const Scenario> load_scenario_text(const std::string& text, const std::string& name,
                                                   const ScenarioOptions& options,
                                                   Findings& findings);

// "8ms", "30s", "2min", "1h", "250us"; nothing when it is none of these.
std::optional<Duration> parse_duration(std::string_view text);

}  // namespace tandem
