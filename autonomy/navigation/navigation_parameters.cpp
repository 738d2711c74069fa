// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/navigation/navigation_parameters.h"

#include <string>
#include <utility>

namespace tandem {

namespace {

Duration from_seconds(double value) {
  return std::chrono::duration_cast<Duration>(std::chrono::duration<double>(value));
}

// Ties parameters to the fields that they are kept in.
class Declarer {
 public:
  Declarer(Node& node, std::function<void()> after_change)
      : node_(node), after_change_(std::move(after_change)) {}

  void number(const std::string& name, double& field, double low, double high,
              const std::string& description) {
    field = node_
                .parameter(name, field,
                           {.description = description,
                            .range = {low, high},
                            .after_change = telling<double>([&field](double it) { field = it; })})
                .value();
  }
  void time(const std::string& name, Duration& field, double low, double high,
            const std::string& description) {
    field = from_seconds(node_
                             .parameter(name, seconds(field),
                                        {.description = description,
                                         .range = {low, high},
                                         .after_change = telling<double>(
                                             [&field](double it) { field = from_seconds(it); })})
                             .value());
  }
  void count(const std::string& name, int& field, int low, int high,
             const std::string& description) {
    field = static_cast<int>(
        node_
            .parameter(name, field,
                       {.description = description,
                        .range = {low, high},
                        .after_change = telling<std::int64_t>(
                            [&field](std::int64_t it) { field = static_cast<int>(it); })})
            .value());
  }
  void corners(const std::string& name, std::vector<Vec2>& field, const std::string& description) {
    const auto why_not = [](const std::string& text) -> std::optional<std::string> {
      const auto read = read_corners(text);
      return read ? std::nullopt : std::optional(read.error());
    };
    const std::string text =
        node_
            .parameter(name, "[]",
                       {.description = description,
                        .on_change = why_not,
                        .after_change = telling<std::string>(
                            [&field](const std::string& it) { field = *read_corners(it); })})
            .value();
    field = *read_corners(text);
  }
  void flag(const std::string& name, bool& field, const std::string& description) {
    field = node_
                .parameter(name, field,
                           {.description = description,
                            .after_change = telling<bool>([&field](bool it) { field = it; })})
                .value();
  }

 private:
  template <class T, class Set>
  std::function<void(const T&)> telling(Set set) {
    return [set, after = after_change_](const T& value) {
      set(value);
      after();
    };
  }

  Node& node_;
  std::function<void()> after_change_;
};

}  // namespace

ParameterSet declare_parameter_set(Node& node) {
  const auto is_known = [](const std::string& name) -> std::optional<std::string> {
    if (name == "virtual" || name == "physical") return {};
    return "parameter_set is virtual or physical";
  };
  const std::string name = node.parameter("parameter_set", "virtual",
                                          {.description = "Defaults of the other parameters: "
                                                          "virtual or physical.",
                                           .is_read_only = true,
                                           .on_change = is_known})
                               .value();
  return name == "physical" ? ParameterSet::physical : ParameterSet::simulated;
}

void declare_parameters(Node& node, NavigationConfig& config, std::function<void()> after_change) {
  Declarer declare(node, std::move(after_change));

  CostmapsConfig& costmaps = config.costmaps;
  declare.number("robot_radius_m", costmaps.robot_radius_m, 0.01, 5,
                 "Of a round robot; a polygon on local_costmap/footprint takes its place.");
  declare.corners("footprint", costmaps.footprint,
                  "Of a robot that is not round: its corners as [[x, y], ...], in its base frame.");
  declare.number("footprint_padding_m", costmaps.padding_m, 0, 1,
                 "Around the footprint, for planning and following.");
  declare.number("costmap.resolution_m", costmaps.resolution_m, 0.005, 0.5,
                 "Side of a cell of both costmaps.");
  declare.number("costmap.rolling_size_m", costmaps.rolling_size_m, 1, 100,
                 "Side of the global costmap where there is no map.");
  declare.number("costmap.local_size_m", costmaps.local_size_m, 1, 20,
                 "Side of the local costmap.");
  declare.number("costmap.obstacle_range_m", costmaps.obstacle_range_m, 0.1, 100,
                 "What the lidar sees farther away is not noted.");
  declare.number("costmap.clear_range_m", costmaps.clear_range_m, 0.1, 100,
                 "How far beams of the lidar clear.");
  declare.number("costmap.range_limit_m", costmaps.range_limit_m, 0, 10,
                 "What sensors of range_topics see farther away may be the floor.");
  declare.number("costmap.inflation_radius_m", config.inflation.radius_m, 0, 5,
                 "How far things have an effect.");
  declare.number("costmap.cost_scaling", config.inflation.scaling, 0.1, 100,
                 "How fast costs fall with the distance, 1/m.");

  declare.number("planner.cost_factor", config.planner.cost_factor, 0, 100,
                 "A way right beside things counts as so many times longer than a free one.");
  declare.flag("planner.allow_unknown", config.planner.allows_unknown,
               "Whether paths go where the map knows nothing.");
  declare.time("planner.replan_period_s", config.routing.replan_period, 0.1, 60,
               "Between two plans on the way.");
  declare.number("planner.look_ahead_m", config.routing.look_ahead_m, 0.1, 10,
                 "A path that is blocked so near is planned anew at once.");
  declare.number("planner.passing_radius_m", config.routing.passing_radius_m, 0.01, 5,
                 "Poses on the way count as passed so near.");

  MotionLimits& limits = config.limits;
  declare.number("controller.max_speed_mps", limits.max_speed_mps, 0.01, 5, "How fast it drives.");
  declare.number("controller.min_speed_mps", limits.min_speed_mps, -5, 0,
                 "Below zero: it may drive backwards.");
  declare.number("controller.max_yaw_rate_radps", limits.max_yaw_rate_radps, 0.05, 20,
                 "How fast it turns.");
  declare.number("controller.acceleration_mps2", limits.acceleration_mps2, 0.01, 20,
                 "Of the speed, also when it gets slower.");
  declare.number("controller.yaw_acceleration_radps2", limits.yaw_acceleration_radps2, 0.05, 100,
                 "Of turning.");
  DynamicWindowConfig& window = config.window;
  declare.count("controller.speed_samples", window.speed_samples, 2, 100,
                "So many speeds are tried,");
  declare.count("controller.yaw_rate_samples", window.yaw_rate_samples, 3, 200,
                "each with so many rates of turning.");
  declare.number("controller.horizon_s", window.horizon_s, 0.2, 10,
                 "How long arcs are driven in thought.");
  declare.number("controller.path_weight", window.path_weight, 0, 1000,
                 "What being off the path costs, per m.");
  declare.number("controller.progress_weight", window.progress_weight, 0, 1000,
                 "What not getting on costs, per m.");
  declare.number("controller.alignment_weight", window.alignment_weight, 0, 1000,
                 "What heading elsewhere costs, per m.");
  declare.number("controller.obstacle_weight", window.obstacle_weight, 0, 1000,
                 "What being near things costs.");
  declare.number("controller.forward_weight", window.forward_weight, 0, 1000,
                 "What turning on the spot and driving backwards cost.");
  declare.number("moving.weight", window.moving_weight, 0, 1000,
                 "What coming near to things that move costs.");
  declare.number("moving.comfort_m", window.moving_comfort_m, 0.01, 5,
                 "So near it begins to cost something.");
  declare.number("moving.margin_m", window.moving_margin_m, 0, 1,
                 "Nothing that moves may come nearer on an arc, wherever it is by then.");
  declare.number("moving.horizon_s", window.moving_horizon_s, 0.2, 10,
                 "How far ahead that is looked at.");
  declare.number("moving.start_horizon_s", window.start_horizon_s, 0, 10,
                 "The same for what has come to rest, as if it set out again now.");

  WayOutConfig& way_out = config.way_out;
  declare.number("giving_way.horizon_s", way_out.horizon_s, 0.2, 10,
                 "Who would be run into within this time gets out of the way.");
  declare.number("giving_way.margin_m", way_out.margin_m, 0, 1,
                 "What comes nearer than this would run into it.");
  declare.number("giving_way.clearance_m", way_out.enough_m, 0.01, 5,
                 "It looks for a place that is so far from what comes.");
  declare.number("giving_way.distance_m", way_out.farthest_m, 0.05, 5, "How far it goes for that.");

  FollowerConfig& follower = config.follower;
  declare.number("goal.tolerance_m", follower.goal_tolerance_m, 0.005, 2,
                 "So near is at the goal.");
  declare.number("goal.tolerance_rad", follower.goal_tolerance_rad, 0.01, 3.2,
                 "So near is the heading of the goal.");
  declare.number("rotation_shim.from_rad", follower.turn_from_rad, 0.05, 3.2,
                 "A path so far to the side is turned to on the spot first.");
  declare.number("rotation_shim.until_rad", follower.turn_until_rad, 0.01, 3.2,
                 "It turns until the path is so far to the side.");
  declare.number("progress.distance_m", follower.progress_m, 0.01, 10,
                 "A robot that moves so far gets on.");
  declare.number("progress.angle_rad", follower.progress_rad, 0.01, 10,
                 "A robot that turns so far gets on.");
  declare.time("progress.time_s", follower.progress_time, 0.5, 600,
               "How long it may take to get on.");
  declare.time("controller.patience_s", follower.patience, 0, 600,
               "How long it waits for a way when all are blocked.");

  RecoveryConfig& recovery = config.recovery;
  declare.count("recovery.retries", recovery.retries, 0, 100,
                "Recoveries without getting on before it gives up.");
  declare.number("recovery.spin_rad", recovery.spin_rad, 0.1, 12.6, "How far it spins.");
  declare.time("recovery.wait_s", recovery.wait, 0, 600, "How long it waits.");
  declare.number("recovery.back_up_m", recovery.back_up_m, 0.01, 5, "How far it backs up.");
  declare.number("recovery.back_up_speed_mps", recovery.back_up_speed_mps, 0.01, 5,
                 "How fast it backs up.");
  declare.number("recovery.room_m", recovery.room_m, 0, 10,
                 "So far from what stands in its way it goes to wait for it; 0: it stays.");

  CollisionMonitorConfig& monitor = config.monitor;
  declare.number("monitor.stop_margin_m", monitor.stop_margin_m, 0, 1,
                 "Around the footprint: nothing is driven into it.");
  declare.number("monitor.slow_margin_m", monitor.slow_margin_m, 0, 2,
                 "Nearer to things than this it drives slowly towards them.");
  declare.number("monitor.slow_speed_mps", monitor.slow_speed_mps, 0.01, 10,
                 "The largest speed within the slow margin.");
  declare.number("monitor.slow_yaw_rate_radps", monitor.slow_yaw_rate_radps, 0.05, 10,
                 "The largest speed of turning there.");
  declare.number("monitor.time_to_collision_s", monitor.time_to_collision_s, 0.1, 10,
                 "Within this time before a touch it gets slower in proportion.");
}

SensesConfig declare_senses(Node& node) {
  SensesConfig config;
  const auto text = [&](const std::string& name, std::string& field,
                        const std::string& description) {
    field = node.parameter(name, field, {.description = description, .is_read_only = true}).value();
  };
  const auto time = [&](const std::string& name, Duration& field, const std::string& description) {
    field = from_seconds(
        node.parameter(name, seconds(field),
                       {.description = description, .range = {0.05, 600}, .is_read_only = true})
            .value());
  };
  text("map_topic", config.map_topic, "Of the map.");
  text("scan_topic", config.scan_topic, "Of the lidar.");
  text("odom_topic", config.odom_topic, "Of the odometry.");
  config.range_topics =
      node.parameter("range_topics", config.range_topics,
                     {.description =
                          "Distance sensors near the floor; those that are silent do not matter.",
                      .is_read_only = true})
          .value();
  text("tf_topic", config.tf_topic, "Of transforms.");
  text("tf_static_topic", config.tf_static_topic, "Of transforms that never change.");
  text("map_frame", config.map_frame, "The frame of the map.");
  text("odom_frame", config.odom_frame, "Frame of the odometry; empty: as it says.");
  text("base_frame", config.base_frame, "Frame of the robot; empty: as the odometry says.");
  time("scan_timeout_s", config.scan_timeout,
       "Without a scan for so long the robot stops and goals fail.");
  time("odom_timeout_s", config.odom_timeout,
       "Without odometry for so long the robot stops and goals fail.");
  time("transform_timeout_s", config.transform_timeout,
       "With its place unknown for so long the robot stops and goals fail.");
  return config;
}

}  // namespace tandem
