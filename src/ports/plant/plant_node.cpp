// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/plant/plant_node.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <initializer_list>
#include <numbers>
#include <utility>

#include "geometry/quat.h"
#include "messages/time.h"
#include "ports/plant/tracker_node.h"
#include "ports/streams/silence_watch.h"

namespace tandem {

namespace {

constexpr Duration period = 2ms;
constexpr const char* faults_topic = "/tandem/faults";

geometry_msgs::msg::Quaternion heading(double yaw) {
  return {.z = std::sin(yaw / 2), .w = std::cos(yaw / 2)};
}

geometry_msgs::msg::Pose message_of(const Pose2& pose) {
  return {.position = {.x = pose.translation.x, .y = pose.translation.y},
          .orientation = heading(pose.yaw)};
}

bool is_due(SimTime& next, SimTime now, double rate_hz) {
  if (now < next) return false;
  const Duration gap{static_cast<Duration::rep>(1e9 / rate_hz)};
  next = std::max(next + gap, now);
  return true;
}

bool is_lidar(const SensorDescription& sensor) {
  return sensor.type.find("lidar") != std::string::npos || sensor.type.ends_with("ray");
}

// The name of the first such sensor; empty if there is none.
template <typename IsIt>
std::string first_sensor(const RobotConfig& robot, const IsIt& is_it) {
  const auto sensor = std::ranges::find_if(robot.sensors, is_it);
  return sensor == robot.sensors.end() ? std::string() : sensor->name;
}

// Lets faults have their way with the numbers of a message; false: it does not come.
bool disturb(SensorTrouble& trouble, const std::string& sensor,
             std::initializer_list<double*> parts) {
  if (trouble.is_empty()) return true;
  std::vector<double> numbers;
  for (const double* part : parts) numbers.push_back(*part);
  if (!trouble.disturb(sensor, numbers)) return false;
  auto number = numbers.begin();
  for (double* part : parts) *part = *number++;
  return true;
}

// Where the first lidar of a robot is; on its base if it has none.
Pose base_from_lidar(const RobotConfig& robot) {
  const auto lidar = std::ranges::find_if(robot.sensors, is_lidar);
  if (lidar == robot.sensors.end() || !robot.model || robot.model->links.empty()) return {};
  const Model& model = *robot.model;
  std::string name = lidar->link;
  Pose link_from_lidar = lidar->link_from_sensor;
  if (const auto frame = std::ranges::find(model.frames, name, &NamedFrame::name);
      frame != model.frames.end()) {
    name = frame->link;
    link_from_lidar = frame->link_from_frame * link_from_lidar;
  }
  const auto link = std::ranges::find(model.links, name, &Link::name);
  if (link == model.links.end()) return {};
  return inverse(model.links.front().model_from_link) * link->model_from_link * link_from_lidar;
}

}  // namespace

PlantNodeConfig plant_config(const RobotConfig& robot, TfTopics tf, std::uint64_t seed) {
  PlantNodeConfig config;
  config.robot = robot.name;
  config.seed = seed;
  config.ns = namespace_of(robot);
  config.frame_prefix = frame_prefix_of(robot, tf);
  if (robot.model && !robot.model->links.empty())
    config.base_frame = config.frame_prefix + robot.model->links.front().name;
  if (tf == TfTopics::namespaced && !config.ns.empty())
    config.tf_static_topic = config.ns + "/tf_static";
  config.base_from_lidar = base_from_lidar(robot);
  config.lidar = first_sensor(robot, is_lidar);
  config.imu = first_sensor(robot, [](const auto& sensor) { return sensor.type == "imu"; });
  config.encoders =
      first_sensor(robot, [](const auto& sensor) { return sensor.type == "encoder"; });
  config.pose_topic = pose_topic_of(robot);
  if (robot.twin.units == PoseUnits::pixels)
    if (auto view = PlaneView::make(*robot.twin.camera, robot.twin.marker_height_m))
      config.view = *std::move(view);
  if (robot.ros.cmd_vel_type == CommandVelocityType::twist)
    config.command_type = CommandType::twist;
  if (robot.ros.cmd_vel_type == CommandVelocityType::stamped)
    config.command_type = CommandType::stamped;

  PlantConfig& plant = config.plant;
  plant.base.command_timeout = robot.drive.command_timeout;
  const Vec3 lidar = config.base_from_lidar.translation;
  plant.lidar.robot_from_lidar = {{lidar.x, lidar.y}, config.base_from_lidar.rotation.yaw()};
  plant.tracker.robot_from_marker = robot.twin.robot_from_marker;
  if (robot.twin.area) plant.room.floor = *robot.twin.area;
  if (robot.drive.type != DriveType::none) {
    plant.base.track_m = robot.drive.track_m * robot.drive.track_multiplier;
    plant.base.max_speed_mps = robot.drive.max_speed_mps;
    plant.base.max_yaw_rate_radps = robot.drive.max_yaw_rate_radps;
    plant.base.max_acceleration_mps2 = robot.drive.max_acceleration_mps2;
    plant.base.max_yaw_acceleration_radps2 = robot.drive.max_yaw_acceleration_radps2;
  }
  if (robot.twin.origin == TwinOrigin::room) {
    const Pose& start = robot.world_from_robot;
    Pose2 in_room = inverse(robot.twin.world_from_room) *
                    Pose2{{start.translation.x, start.translation.y}, start.rotation.yaw()};
    in_room.translation = (1 / robot.twin.scale) * in_room.translation;
    plant.base.room_from_start = in_room;
    // a room that the robot is in
    if (!robot.twin.area) {
      plant.room.floor.size_x_m = 4 + 2 * std::abs(in_room.translation.x) + 4;
      plant.room.floor.size_y_m = 4 + 2 * std::abs(in_room.translation.y) + 4;
    }
  } else {
    plant.base.room_from_start = plant.room.floor.world_from_center;
  }
  return config;
}

PlantNode::PlantNode(const PlantNodeConfig& config, NodeOptions options)
    : config_(config),
      is_lockstep_(is_lockstep(options)),
      node_(config.robot + "_plant", waiting(std::move(options))),
      steady_start_(std::chrono::steady_clock::now()),
      unix_start_(std::chrono::system_clock::now().time_since_epoch()),
      plant_(config.plant, config.seed),
      sensor_trouble_(config.seed) {
  if (config_.has_tracker)
    poses_ = node_.publisher<geometry_msgs::msg::PoseStamped>(config_.pose_topic, qos::sensor);
  truth_ = node_.publisher<nav_msgs::msg::Odometry>(topic("plant/ground_truth"));
  heard_ = node_.publisher<geometry_msgs::msg::TwistStamped>(topic("plant/heard"));
  odometry_ = node_.publisher<nav_msgs::msg::Odometry>(topic("hardware/odom"));
  scan_ = node_.publisher<sensor_msgs::msg::LaserScan>(topic("hardware/scan"), qos::sensor);
  imu_ = node_.publisher<sensor_msgs::msg::Imu>(topic("hardware/imu"), qos::sensor);
  battery_ = node_.publisher<sensor_msgs::msg::BatteryState>(topic("hardware/battery_state"));
  temperature_ = node_.publisher<sensor_msgs::msg::Temperature>(topic("hardware/temperature"));
  telemetry_ = node_.publisher<std_msgs::msg::String>(topic("hardware/telemetry"));
  diagnostics_ = node_.publisher<diagnostic_msgs::msg::DiagnosticArray>("/diagnostics");
  commands_.emplace(node_, topic("hardware/cmd_vel"), qos::reliable, config_.command_type,
                    [this](const Twist2& velocity) { hear(velocity); });
  faults_ = node_.subscribe<tandem_msgs::msg::Faults>(
      faults_topic, qos::latched, [this](const tandem_msgs::msg::Faults& faults) { hear(faults); });
  graph_watch_ = node_.watch_graph([this] {
    commands_->follow(node_.graph());
    look_for_keeper_of_faults();
  });
  node_.start();
  tell_frames();
  if (is_lockstep_) {
    timer_ = node_.timer(period, [this] { advance(); });
  } else {
    thread_ = std::jthread([this](std::stop_token stop) { live(stop); });
  }
}

PlantNode::~PlantNode() {
  thread_ = {};
  graph_watch_.close();
}

// The simulator tells where the robot's base is, this one where its own sensors are on it.
void PlantNode::tell_frames() {
  if (config_.base_frame.empty()) return;
  const auto on_base = [&](const char* name, const Pose& base_from_sensor) {
    const Vec3& at = base_from_sensor.translation;
    const Quat& turn = base_from_sensor.rotation;
    return geometry_msgs::msg::TransformStamped{
        .header = {.stamp = to_message_time(now()), .frame_id = config_.base_frame},
        .child_frame_id = config_.frame_prefix + name,
        .transform = {.translation = {.x = at.x, .y = at.y, .z = at.z},
                      .rotation = {.x = turn.x, .y = turn.y, .z = turn.z, .w = turn.w}}};
  };
  frames_.emplace(node_, config_.tf_static_topic);
  frames_->send({on_base("hardware_lidar", config_.base_from_lidar), on_base("hardware_imu", {})});
}

void PlantNode::set_blind(bool is_blind) {
  const std::lock_guard lock(mutex_);
  plant_.tracker().set_blind(is_blind);
}

PoseTrackerConfig PlantNode::tracker() {
  const std::lock_guard lock(mutex_);
  return plant_.tracker().config();
}

void PlantNode::set_tracker(const PoseTrackerConfig& config) {
  const std::lock_guard lock(mutex_);
  plant_.tracker().set_config(config);
}

std::optional<Pose2> PlantNode::room_from_robot_at(SimTime time) {
  const std::lock_guard lock(mutex_);
  return plant_.room_from_robot_at(time);
}

SimTime PlantNode::now() const {
  if (is_lockstep_) return node_.now();
  return unix_start_ + (std::chrono::steady_clock::now() - steady_start_);
}

void PlantNode::hear(const Twist2& velocity) {
  const std::lock_guard lock(mutex_);
  const SimTime at = now();
  plant_.command(velocity, at);
  heard_.publish({.header = {.stamp = to_message_time(at)},
                  .twist = {.linear = {.x = velocity.linear}, .angular = {.z = velocity.angular}}});
}

void PlantNode::hear(const tandem_msgs::msg::Faults& faults) {
  WheelTrouble trouble;
  std::vector<Fault> of_sensors;
  for (const tandem_msgs::msg::Fault& told : faults.faults) {
    if (!told.active || told.robot != config_.robot) continue;
    FaultWords words{{"kind", told.kind}, {"name", told.name}};
    if (!told.sensor.empty()) words.emplace_back("sensor", told.sensor);
    if (told.seed != 0) words.emplace_back("seed", std::to_string(told.seed));
    for (const auto& [key, value] : told.values) words.emplace_back(key, value);
    // what is no fault here is none of its business
    const Result<Fault> fault = read_fault(words);
    if (!fault) continue;
    trouble.add(*fault);
    if (info_of(fault->kind).subject == FaultSubject::sensors) of_sensors.push_back(*fault);
  }
  const std::lock_guard lock(mutex_);
  plant_.trouble(trouble);
  set_sensor_trouble(of_sensors);
  has_trouble_ = trouble.is_stopped || trouble.slips() || !of_sensors.empty();
}

void PlantNode::set_sensor_trouble(std::span<const Fault> faults) {
  for (const auto& [fault, hits] : sensor_trouble_.set(faults))
    node_.log(LogLevel::info, "fault '" + fault + "' is over: " + std::to_string(hits) +
                                  " measurements of the real robot's own sensors were hit");
}

// A simulator that has died ends no faults.
void PlantNode::look_for_keeper_of_faults() {
  const GraphView graph = node_.graph();
  const bool has_keeper = std::ranges::any_of(graph.endpoints, [](const EndpointInfo& endpoint) {
    return endpoint.is_publisher && endpoint.topic == faults_topic;
  });
  const std::lock_guard lock(mutex_);
  if (has_keeper || !has_trouble_) return;
  plant_.trouble({});
  set_sensor_trouble({});
  has_trouble_ = false;
  node_.log(LogLevel::warning,
            "the simulator that wanted something to go wrong with the robot is gone: wheels and "
            "sensors are in order again");
}

void PlantNode::live(std::stop_token stop) {
  std::mutex sleeping;
  std::unique_lock lock(sleeping);
  while (!stop.stop_requested()) {
    advance();
    bell_.wait_for(lock, stop, std::chrono::nanoseconds(period), [] { return false; });
  }
}

void PlantNode::advance() {
  const std::lock_guard lock(mutex_);
  const SimTime at = now();
  plant_.advance(at);
  if (last_ > SimTime{}) {
    const double dt = seconds(at - last_);
    const Twist2& wheels = plant_.wheel_velocity();
    odom_from_robot_ = odom_from_robot_ * Pose2{{wheels.linear * dt, 0}, wheels.angular * dt};
  }
  last_ = at;
  publish_poses();
  publish_sensors(at);
}

void PlantNode::publish_poses() {
  for (const SeenPose& seen : plant_.take_poses()) {
    if (!config_.has_tracker) continue;
    if (const auto message = pose_message(seen, config_.view)) poses_.publish(*message);
  }
}

void PlantNode::publish_sensors(SimTime at) {
  const auto header = [&](const std::string& frame) {
    return std_msgs::msg::Header{.stamp = to_message_time(at), .frame_id = frame};
  };
  if (is_due(next_truth_, at, 50)) {
    nav_msgs::msg::Odometry message{.header = header("room"), .child_frame_id = "robot"};
    message.pose.pose = message_of(plant_.room_from_robot());
    message.twist.twist.linear.x = plant_.velocity().linear;
    message.twist.twist.angular.z = plant_.velocity().angular;
    truth_.publish(message);
    publish_odometry(header("hardware_odom"));
  }
  if (is_due(next_scan_, at, config_.scan_rate_hz) && scan_.is_wanted())
    publish_scan(header(config_.frame_prefix + "hardware_lidar"));
  if (is_due(next_imu_, at, config_.imu_rate_hz) && imu_.is_wanted())
    publish_imu(header(config_.frame_prefix + "hardware_imu"));
  if (is_due(next_telemetry_, at, config_.telemetry_rate_hz)) {
    const Telemetry& own = plant_.telemetry();
    using sensor_msgs::msg::BatteryState;
    BatteryState battery{.header = header("")};
    battery.voltage = static_cast<float>(own.voltage_v);
    battery.current = static_cast<float>(-own.current_a);
    battery.percentage = static_cast<float>(own.battery_share);
    battery.temperature = battery.charge = battery.capacity =
        std::numeric_limits<float>::quiet_NaN();
    battery.power_supply_status = BatteryState::POWER_SUPPLY_STATUS_DISCHARGING;
    battery.power_supply_technology = BatteryState::POWER_SUPPLY_TECHNOLOGY_LION;
    battery.present = true;
    battery_.publish(battery);
    temperature_.publish({.header = header(""), .temperature = own.temperature_c});
    telemetry_.publish({own.text()});
    diagnostics_.publish(
        {.header = header(""),
         .status = {{.name = "computer: " + config_.robot,
                     .message = "running",
                     .hardware_id = config_.robot,
                     .values = {{"cpu_percent", std::to_string(own.cpu_percent)},
                                {"ram_percent", std::to_string(own.ram_percent)},
                                {"temperature_c", std::to_string(own.temperature_c)}}}}});
  }
}

void PlantNode::publish_odometry(const std_msgs::msg::Header& header) {
  nav_msgs::msg::Odometry message{.header = header, .child_frame_id = "robot"};
  auto& pose = message.pose.pose;
  auto& twist = message.twist.twist;
  pose = message_of(odom_from_robot_);
  twist.linear.x = plant_.wheel_velocity().linear;
  twist.angular.z = plant_.wheel_velocity().angular;
  if (disturb(sensor_trouble_, config_.encoders,
              {&pose.position.x, &pose.position.y, &pose.orientation.z, &pose.orientation.w,
               &twist.linear.x, &twist.angular.z}))
    odometry_.publish(message);
}

void PlantNode::publish_scan(const std_msgs::msg::Header& header) {
  const RealLidarConfig& lidar = config_.plant.lidar;
  sensor_msgs::msg::LaserScan message{.header = header};
  message.angle_increment = static_cast<float>(2 * std::numbers::pi / lidar.beams);
  message.angle_max = message.angle_increment * static_cast<float>(lidar.beams - 1);
  message.scan_time = static_cast<float>(1 / config_.scan_rate_hz);
  message.range_min = static_cast<float>(lidar.range_min_m);
  message.range_max = static_cast<float>(lidar.range_max_m);
  std::vector<double> ranges = plant_.scan();
  if (!sensor_trouble_.disturb(config_.lidar, ranges)) return;
  for (const double range : ranges) message.ranges.push_back(static_cast<float>(range));
  scan_.publish(message);
}

void PlantNode::publish_imu(const std_msgs::msg::Header& header) {
  const ImuSample sample = plant_.imu();
  sensor_msgs::msg::Imu message{.header = header};
  auto& [x, y, z] = message.linear_acceleration;
  message.orientation = heading(plant_.room_from_robot().yaw);
  message.angular_velocity.z = sample.yaw_rate_radps;
  x = sample.acceleration_mps2;
  z = 9.81;
  if (disturb(sensor_trouble_, config_.imu,
              {&message.orientation.z, &message.orientation.w, &message.angular_velocity.z, &x, &y,
               &z}))
    imu_.publish(message);
}

}  // namespace tandem
