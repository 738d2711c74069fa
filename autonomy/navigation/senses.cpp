// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/navigation/senses.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#include <numbers>
#include <utility>

#include "messages/time.h"

namespace tandem {

namespace {

Pose2 flat(const Pose& pose) {
  return {{pose.translation.x, pose.translation.y}, pose.rotation.yaw()};
}

Footprint robot_alone(const CostmapsConfig& config) {
  return config.footprint.empty() ? Footprint::round(config.robot_radius_m)
                                  : Footprint::polygon(config.footprint);
}

bool is_sound(const sensor_msgs::msg::LaserScan& scan) {
  return std::isfinite(scan.angle_min) && std::isfinite(scan.angle_increment) &&
         std::isfinite(scan.range_min) && !std::isnan(scan.range_max);
}

bool is_sound(const sensor_msgs::msg::Range& range) {
  return range.field_of_view >= 0 && range.field_of_view <= 2 * std::numbers::pi &&
         std::isfinite(range.min_range) && !std::isnan(range.max_range);
}

}  // namespace

Senses::Senses(Node& node, SensesConfig config, const NavigationConfig& navigation)
    : node_(node),
      config_(std::move(config)),
      navigation_(navigation),
      listener_(node, transforms_, config_.tf_topic, config_.tf_static_topic),
      own_footprint_(robot_alone(navigation.costmaps)),
      footprint_(own_footprint_) {
  reconfigure();
  odometry_ = node_.subscribe<nav_msgs::msg::Odometry>(
      config_.odom_topic, qos::sensor, [this](const nav_msgs::msg::Odometry& message) {
        const Twist2 velocity{message.twist.twist.linear.x, message.twist.twist.angular.z};
        if (!std::isfinite(velocity.linear + velocity.angular)) return doubt(config_.odom_topic);
        odom_heard_ = node_.now();
        velocity_ = velocity;
        odom_frame_ = config_.odom_frame.empty() ? message.header.frame_id : config_.odom_frame;
        base_frame_ = config_.base_frame.empty() ? message.child_frame_id : config_.base_frame;
      });
  scan_ = node_.subscribe<sensor_msgs::msg::LaserScan>(
      config_.scan_topic, qos::sensor, [this](const sensor_msgs::msg::LaserScan& message) {
        constexpr std::size_t most_waiting = 5;
        if (!is_sound(message)) return doubt(config_.scan_topic);
        scans_.push_back(message);
        if (scans_.size() > most_waiting) scans_.pop_front();
      });
  for (const std::string& topic : config_.range_topics)
    range_topics_.push_back(node_.subscribe<sensor_msgs::msg::Range>(
        topic, qos::sensor, [this, topic](const sensor_msgs::msg::Range& message) {
          if (!is_sound(message)) return doubt(topic);
          ranges_[topic] = message;
        }));
  map_topic_ = node_.subscribe<nav_msgs::msg::OccupancyGrid>(
      config_.map_topic, qos::latched,
      [this](const nav_msgs::msg::OccupancyGrid& message) { hear_map(message); });
  footprint_topic_ = node_.subscribe<geometry_msgs::msg::Polygon>(
      config_.footprint_topic, qos::reliable,
      [this](const geometry_msgs::msg::Polygon& message) { hear_footprint(message); });
  others_topic_ = node_.subscribe<sensor_msgs::msg::PointCloud2>(
      config_.others_topic, qos::reliable,
      [this](const sensor_msgs::msg::PointCloud2& message) { hear_others(message); });
}

// It is as if it had not come, so that a source which tells nothing else is soon missed.
void Senses::doubt(const std::string& topic) {
  if (!doubted_.insert(topic).second) return;
  node_.log(LogLevel::warning, fmt::format("{} has values that are no numbers, or out of range; "
                                           "such messages are left out",
                                           node_.resolve_topic(topic)));
}

void Senses::reconfigure() {
  const CostmapsConfig& costmaps = navigation_.costmaps;
  own_footprint_ = told_footprint_ ? *told_footprint_ : robot_alone(costmaps);
  footprint_ = own_footprint_.padded(costmaps.padding_m);
  global_.set_robot(footprint_, navigation_.inflation);
  local_.set_robot(footprint_, navigation_.inflation);
}

void Senses::hear_map(const nav_msgs::msg::OccupancyGrid& message) {
  Result<StaticMap> map = read_map(message);
  if (!map) {
    node_.log(LogLevel::warning, fmt::format("{}: {}", config_.map_topic, map.error()));
    return;
  }
  const bool is_first = !std::exchange(map_, std::make_shared<const StaticMap>(*std::move(map)));
  if (frame_ == config_.map_frame) use_map(is_first);
}

// What sensors saw stays, as a SLAM tells of a new map every few seconds.
void Senses::use_map(bool is_news) {
  const bool has_map = map_ && frame_ == config_.map_frame;
  for (LayeredCostmap* costmap : {&global_, &local_}) costmap->set_map(has_map ? map_ : nullptr);
  if (is_news)
    node_.log(LogLevel::info,
              fmt::format("navigates in {}, {}", frame_, has_map ? "on a map" : "without a map"));
}

void Senses::hear_footprint(const geometry_msgs::msg::Polygon& message) {
  if (message.points.empty()) {
    told_footprint_.reset();
  } else {
    const Result<Footprint> footprint = read_footprint(message);
    if (!footprint) {
      node_.log(LogLevel::warning,
                fmt::format("{}: {}", config_.footprint_topic, footprint.error()));
      return;
    }
    told_footprint_ = *footprint;
  }
  reconfigure();
}

void Senses::hear_others(const sensor_msgs::msg::PointCloud2& message) {
  const Result<std::vector<Vec2>> points = read_points(message);
  if (!points) {
    node_.log(LogLevel::warning, fmt::format("{}: {}", config_.others_topic, points.error()));
    return;
  }
  others_ = *points;
  others_frame_ = message.header.frame_id;
}

// Where they are for the navigator, unless that is under the robot; nowhere while no transform
// leads there. Anew each time, as the local costmap comes to where it has not been.
void Senses::mark_others() {
  if (others_.empty() && other_points_.empty()) return;
  other_points_.clear();
  const Pose2 robot_from_frame = inverse(*robot_);
  for (const Vec2 point : others_) {
    const auto pose = in_frame({.header = {.frame_id = others_frame_},
                                .pose = {.position = {point.x, point.y}, .orientation = {.w = 1}}});
    if (pose && !own_footprint_.contains(robot_from_frame * pose->translation))
      other_points_.push_back(pose->translation);
  }
  for (LayeredCostmap* costmap : {&global_, &local_}) costmap->set_seen_by_others(other_points_);
}

Result<std::vector<Vec2>> read_points(const sensor_msgs::msg::PointCloud2& message) {
  using sensor_msgs::msg::PointField;
  const auto offset_of = [&](const std::string& name) -> std::optional<std::size_t> {
    for (const PointField& field : message.fields)
      if (field.name == name && field.datatype == PointField::FLOAT32 &&
          field.offset + sizeof(float) <= message.point_step)
        return field.offset;
    return {};
  };
  const std::size_t count = std::size_t{message.width} * message.height;
  if (count == 0) return std::vector<Vec2>{};
  const auto x = offset_of("x"), y = offset_of("y");
  if (!x || !y || message.is_bigendian) return Error{"a cloud without x and y of 32 bits"};
  if (message.data.size() / message.point_step < count)
    return Error{fmt::format("a cloud of {} points with {} bytes", count, message.data.size())};
  const auto read = [&](std::size_t at) {
    float value = 0;
    std::memcpy(&value, message.data.data() + at, sizeof value);
    return double{value};
  };
  std::vector<Vec2> points;
  for (std::size_t i = 0; i < count; ++i) {
    const Vec2 point{read(i * message.point_step + *x), read(i * message.point_step + *y)};
    if (std::isfinite(point.x) && std::isfinite(point.y)) points.push_back(point);
  }
  return points;
}

Result<Footprint> read_footprint(const geometry_msgs::msg::Polygon& message) {
  std::vector<Vec2> corners;
  for (const auto& point : message.points) corners.push_back({point.x, point.y});
  return footprint_of(std::move(corners));
}

// The map's frame where the robot knows its place on the map, else that of its odometry.
void Senses::choose_frame() {
  if (base_frame_.empty()) return;
  const bool is_on_map = static_cast<bool>(transforms_.latest(config_.map_frame, base_frame_));
  const std::string& wanted = is_on_map ? config_.map_frame : odom_frame_;
  // who has been on the map stays there: its loss is an error
  if (frame_ == wanted || (!frame_.empty() && !is_on_map)) return;
  frame_ = wanted;
  robot_.reset();
  global_ = {};
  local_ = {};
  scan_points_.clear();
  known_points_.clear();
  moving_ = {};
  range_points_.clear();
  reconfigure();
  use_map(true);
}

void Senses::update() {
  choose_frame();
  if (frame_.empty()) return;
  if (const auto latest = transforms_.latest(frame_, base_frame_)) {
    robot_ = flat(latest->pose);
    robot_stamp_ = latest->stamp;
  }
  if (!robot_) return;
  place_costmaps();

  while (!scans_.empty() && take_in(scans_.front())) scans_.pop_front();
  std::erase_if(ranges_, [&](const auto& it) { return take_in(it.first, it.second); });
  for (LayeredCostmap* costmap : {&global_, &local_}) {
    costmap->lidar().clear_under(own_footprint_, *robot_);
    costmap->near_floor().clear_under(own_footprint_, *robot_);
  }
  mark_others();
  mark_expected();
}

// Where things will be that move, so that the robot does not get in their way, and leaves it.
void Senses::mark_expected() {
  constexpr double ahead_s = 2;
  const std::vector<Vec2> places = places_soon(moving_now(), ahead_s);
  for (LayeredCostmap* costmap : {&global_, &local_}) costmap->set_expected(places);
}

// The scan is some time old.
std::vector<SeenPoint> Senses::moving_now() const {
  return later(moving_.points(), seconds(node_.now() - moving_.stamp()));
}

void Senses::place_costmaps() {
  const CostmapsConfig& costmaps = navigation_.costmaps;
  local_.move_to(window_around(robot_->translation, costmaps.local_size_m, costmaps.resolution_m));
  if (!is_rolling()) {
    global_.move_to(frame_of(*map_, costmaps.resolution_m));
    return;
  }
  // it moves in leaps, so that it need not be made anew with every step of the robot
  const Vec2 corner = global_.frame().corner;
  const double half = costmaps.rolling_size_m / 2;
  const Vec2 off = robot_->translation - (corner + Vec2{half, half});
  if (global_.frame().width == 0 || std::max(std::abs(off.x), std::abs(off.y)) > half / 4)
    global_.move_to(
        window_around(robot_->translation, costmaps.rolling_size_m, costmaps.resolution_m));
}

std::optional<Pose2> Senses::sensor_at(const std::string& frame, SimTime time) const {
  const Result<Pose> pose = transforms_.lookup(frame_, frame, time);
  return pose ? std::optional(flat(*pose)) : std::nullopt;
}

std::optional<Pose2> Senses::robot_at(SimTime time) const { return sensor_at(base_frame_, time); }

// False when it has to wait for transforms.
bool Senses::take_in(const sensor_msgs::msg::LaserScan& scan) {
  const SimTime stamp = to_time(scan.header.stamp);
  const auto lidar = sensor_at(scan.header.frame_id, stamp);
  const auto robot = robot_at(stamp);
  if (!lidar || !robot) return node_.now() - stamp > config_.transform_timeout;

  const CostmapsConfig& costmaps = navigation_.costmaps;
  const Pose2 robot_from_frame = inverse(*robot);
  std::vector<Beam> beams;
  scan_points_.clear();
  for (std::size_t i = 0; i < scan.ranges.size(); ++i) {
    const double range = scan.ranges[i];
    const double angle = scan.angle_min + static_cast<double>(i) * scan.angle_increment;
    const bool is_hit = std::isfinite(range) && range >= scan.range_min && range <= scan.range_max;
    // too near, or no number; nothing in range is +infinity (REP-117) or the largest range
    if (!is_hit && !(range >= scan.range_max)) continue;
    const auto end_at = [&](double distance) {
      return *lidar * Vec2{distance * std::cos(angle), distance * std::sin(angle)};
    };
    if (is_hit) {
      const Vec2 end = end_at(range);
      if (own_footprint_.contains(robot_from_frame * end)) continue;
      scan_points_.push_back(end);
    }
    const bool is_noted = is_hit && range <= costmaps.obstacle_range_m;
    const double seen =
        is_noted ? range : std::min({range, costmaps.clear_range_m, double{scan.range_max}});
    beams.push_back({end_at(seen), is_noted});
  }
  for (LayeredCostmap* costmap : {&global_, &local_})
    costmap->lidar().observe(lidar->translation, beams);
  constexpr double mapped_m = 0.06;  // noise of the lidar, and cells of the map
  known_points_.clear();
  std::vector<Vec2> unknown;
  for (const Vec2 point : scan_points_)
    (global_.is_mapped_near(point, mapped_m) ? known_points_ : unknown).push_back(point);
  moving_.observe(stamp, lidar->translation, beams, unknown);
  scan_stamp_ = stamp;
  return true;
}

bool Senses::take_in(const std::string& topic, const sensor_msgs::msg::Range& range) {
  const SimTime stamp = to_time(range.header.stamp);
  const auto sensor = sensor_at(range.header.frame_id, stamp);
  const auto robot = robot_at(stamp);
  if (!sensor || !robot) return node_.now() - stamp > config_.transform_timeout;

  const CostmapsConfig& costmaps = navigation_.costmaps;
  std::vector<Vec2>& points = range_points_[topic].points;
  points.clear();
  range_points_[topic].stamp = stamp;
  if (std::isnan(range.range)) return true;
  const double limit = std::min<double>(costmaps.range_limit_m, range.max_range);
  const bool is_hit = range.range <= limit;
  // what is too near to be measured is at the nearest that can be
  const double distance = std::min(limit, std::max<double>(range.range, range.min_range));
  const Vec2 middle = *sensor * Vec2{distance, 0};
  if (is_hit && own_footprint_.contains(inverse(*robot) * middle)) return true;
  if (is_hit && is_seen_by_lidar(*sensor, range.field_of_view, distance)) return true;
  const std::vector<Beam> beams =
      cone_beams(*sensor, range.field_of_view, distance, is_hit, costmaps.resolution_m);
  if (is_hit)
    for (const Beam& beam : beams) points.push_back(beam.end);
  for (LayeredCostmap* costmap : {&global_, &local_})
    costmap->near_floor().observe(sensor->translation, beams);
  return true;
}

// Whether what a distance sensor sees somewhere in its cone is what the lidar sees in one place of
// it. The ends of the whole cone would close gaps beside things that are known better.
bool Senses::is_seen_by_lidar(const Pose2& sensor, double opening_rad, double range_m) const {
  constexpr double tolerance_m = 0.04, tolerance_rad = 0.1;
  const Pose2 sensor_from_frame = inverse(sensor);
  return std::ranges::any_of(scan_points_, [&](Vec2 point) {
    const Vec2 seen = sensor_from_frame * point;
    return std::abs(std::hypot(seen.x, seen.y) - range_m) < tolerance_m &&
           std::abs(std::atan2(seen.y, seen.x)) < opening_rad / 2 + tolerance_rad;
  });
}

std::optional<Loss> Senses::loss() const {
  const SimTime now = node_.now();
  const auto is_old = [&](const std::optional<SimTime>& stamp, Duration timeout) {
    return !stamp || now - *stamp > timeout;
  };
  const auto since = [&](const std::optional<SimTime>& stamp) {
    return stamp ? fmt::format("for {:.1f} s", seconds(now - *stamp)) : "yet";
  };
  if (is_old(odom_heard_, config_.odom_timeout))
    return Loss{Loss::Of::odometry,
                fmt::format("no odometry on {} {}", node_.resolve_topic(config_.odom_topic),
                            since(odom_heard_))};
  if (!robot_) {
    const auto latest = transforms_.latest(frame_.empty() ? odom_frame_ : frame_, base_frame_);
    return Loss{Loss::Of::transform,
                latest ? "the robot's place is not known yet" : latest.error()};
  }
  if (is_old(robot_stamp_, config_.transform_timeout))
    return Loss{Loss::Of::transform, fmt::format("no transform from {} to {} {}", frame_,
                                                 base_frame_, since(robot_stamp_))};
  if (is_old(scan_stamp_, config_.scan_timeout))
    return Loss{Loss::Of::scan,
                fmt::format("no scan on {} {}", node_.resolve_topic(config_.scan_topic),
                            since(scan_stamp_))};
  return {};
}

Situation Senses::situation(PlanMeter& meter) {
  assert(robot_);
  return {node_.now(), *robot_,    velocity_, global_,
          local_,      footprint_, meter,     Foresight(moving_now())};
}

std::vector<SeenPoint> Senses::points_in_base() const {
  std::vector<SeenPoint> points;
  if (!robot_) return points;
  const Pose2 base_from_frame = inverse(*robot_);
  const Pose2 turned{{}, base_from_frame.yaw};
  for (const Vec2 point : known_points_) points.push_back({base_from_frame * point, {}});
  for (const SeenPoint& point : moving_now())
    points.push_back({base_from_frame * point.at, turned * point.velocity});
  for (const Vec2 point : other_points_) points.push_back({base_from_frame * point, {}});
  for (const auto& [topic, seen] : range_points_)
    if (node_.now() - seen.stamp <= config_.scan_timeout)
      for (const Vec2 point : seen.points) points.push_back({base_from_frame * point, {}});
  return points;
}

Result<Pose2> Senses::in_frame(const geometry_msgs::msg::PoseStamped& pose) const {
  const auto& place = pose.pose.position;
  const auto& turned = pose.pose.orientation;
  if (!std::isfinite(place.x + place.y + turned.x + turned.y + turned.z + turned.w))
    return Error{"a pose whose values are no numbers"};
  const Quat rotation{turned.w, turned.x, turned.y, turned.z};
  const Pose in_its_frame{{place.x, place.y, 0}, normalized(rotation)};
  if (!std::isfinite(in_its_frame.rotation.yaw())) return Error{"a pose whose rotation is none"};
  if (frame_.empty()) return Error{"the robot's place is not known yet"};
  if (pose.header.frame_id.empty() || pose.header.frame_id == frame_) return flat(in_its_frame);
  const Result<StampedPose> frame_from_its = transforms_.latest(frame_, pose.header.frame_id);
  if (!frame_from_its) return Error{frame_from_its.error()};
  return flat(frame_from_its->pose * in_its_frame);
}

}  // namespace tandem
