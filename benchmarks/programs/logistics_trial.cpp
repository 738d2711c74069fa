// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/programs/logistics_trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <ctime>
#include <numbers>
#include <optional>
#include <stdexcept>

#include "base/random.h"
#include "benchmarks/programs/logistics_crew.h"
#include "benchmarks/programs/mission_teller.h"
#include "laboratory/lockstep_world.h"
#include "messages/nav_msgs.h"
#include "messages/tandem_msgs.h"
#include "scenario/newcomer.h"

namespace tandem {

namespace {

using MissionMessage = tandem_msgs::msg::Mission;

constexpr std::array<const char*, 4> colors{"red", "green", "blue", "yellow"};

double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double distance(Vec2 a, Vec2 b) { return std::hypot(a.x - b.x, a.y - b.y); }

LockstepWorldOptions world_options(const LogisticsTrialOptions& options, Random& random) {
  LockstepWorldOptions world{.scenario = {.seed = options.trial.seed},
                             .is_twin = options.trial.is_twin,
                             .episode = options.trial.seed};
  const auto set = [&](const std::string& key, const std::string& value) {
    world.scenario.overrides.emplace_back(key, value);
  };
  for (std::size_t i = 0; i < colors.size(); ++i)
    set(fmt::format("spawn.{}_boxes.count", colors[i]), std::to_string(options.boxes.at(i)));
  // anywhere in the free middle of the warehouse, 9 cm and more from the racks
  set("robots.emaros.pose.x", fmt::format("{}", random.uniform(0.0, 0.3)));
  set("robots.emaros.pose.y", fmt::format("{}", random.uniform(-0.9, -0.1)));
  set("robots.emaros.pose.yaw_deg", fmt::format("{}", random.uniform(-180, 180)));
  set("robots.emaros.localization", "ideal");
  return world;
}

// A person who puts a block into the way that the navigator has planned, where the robot can still
// go around it.
class Meddler {
 public:
  Meddler(LockstepWorld& world, Random& random, int obstacles)
      : world_(world), node_("meddler", world.node_options()) {
    for (int i = 0; i < obstacles; ++i)
      times_.push_back(std::chrono::duration_cast<Duration>(
          std::chrono::duration<double>(random.uniform(10 + 60 * i, 60 + 60 * i))));
    plans_ = node_.subscribe<nav_msgs::msg::Path>(
        "plan", qos::reliable, [this](const nav_msgs::msg::Path& path) {
          plan_.clear();
          for (const auto& pose : path.poses)
            plan_.push_back({pose.pose.position.x, pose.pose.position.y});
        });
    maps_ = node_.subscribe<nav_msgs::msg::OccupancyGrid>(
        "/map", qos::latched, [this](const nav_msgs::msg::OccupancyGrid& map) { map_ = map; });
    node_.start();
  }

  int dropped() const { return dropped_; }

  void step() {
    const auto next = static_cast<std::size_t>(dropped_);
    if (next >= times_.size() || world_.frame().time_in_episode < times_[next]) return;
    for (const Vec2 place : plan_)
      if (is_in_the_way(place)) return drop(place);
  }

 private:
  // Before a robot that is on its way, with room to stop, and room on both sides.
  bool is_in_the_way(Vec2 place) const {
    constexpr double nearest_m = 0.6, farthest_m = 1.2, room_m = 0.42, zone_m = 0.45;
    if (world_.robot().command.linear < 0.1) return false;
    const double away = distance(place, world_.place().translation);
    if (away < nearest_m || away > farthest_m) return false;
    const Vec2 ahead = inverse(world_.place()) * place;
    if (ahead.x < nearest_m / 2) return false;  // the plan may be an old one
    if (!is_free(map_, place, room_m)) return false;
    // in a zone, or at its border, it would not be in the way but where the box belongs
    for (const std::string color : colors) {
      const Vec3 zone = world_.pose_of(color + "_zone").translation;
      if (std::max(std::abs(place.x - zone.x), std::abs(place.y - zone.y)) < zone_m) return false;
    }
    for (const Entity& entity : *world_.frame().entities) {
      if (entity.name == world_.frame().robots.at(0).name) continue;
      if (entity.model->is_static) continue;
      const Vec3 at = world_.pose_of(entity.name).translation;
      if (distance({at.x, at.y}, place) < room_m + 0.1) return false;
    }
    return true;
  }

  void drop(Vec2 place) {
    Newcomer block = read_newcomer({.name = fmt::format("dropped_{}", ++dropped_),
                                    .uri = "tall_block",
                                    .world_from_model = {{place.x, place.y, 0.111}, {}}});
    if (!block.what) throw std::runtime_error(block.reason);
    world_.inbox().edits.put({.edit = Spawn{.what = *std::move(block.what)}});
  }

  LockstepWorld& world_;
  Node node_;
  std::vector<Duration> times_;
  std::vector<Vec2> plan_;
  nav_msgs::msg::OccupancyGrid map_;
  int dropped_ = 0;
  Subscription plans_, maps_;
};

// What the robot and its load touch, besides the box that the robot has just put down.
class Touches {
 public:
  void look(LockstepWorld& world, bool tells) {
    for (const Carried& carried : world.frame().carried) {
      held_ = carried.load_name;
      held_at_ = world.now();
    }
    for (const std::string& thing : world.touched()) {
      if (thing == held_ && world.now() - held_at_ < 3s) continue;
      if (!all_.insert(thing).second || !tells) continue;
      const Pose2 at = world.place();
      const Pose its = world.pose_of(thing);
      fmt::print(stderr,
                 "{:8.2f} s at ({:.2f}, {:.2f}, {:4.0f} deg) TOUCHES {} at ({:.2f}, {:.2f}, "
                 "{:4.0f} deg)\n",
                 seconds(world.now()), at.translation.x, at.translation.y, at.yaw * 180 / M_PI,
                 thing, its.translation.x, its.translation.y, its.rotation.yaw() * 180 / M_PI);
    }
    world.forget_contacts();
  }
  const std::set<std::string>& all() const { return all_; }

 private:
  std::set<std::string> all_;
  std::string held_;
  SimTime held_at_{};
};

}  // namespace

LogisticsTrialResult run_logistics_trial(const LogisticsTrialOptions& options) {
  Random random(options.trial.seed, "logistics_trial");
  LockstepWorld world("logistics", world_options(options, random));
  Node watcher("watcher", world.node_options());
  const LogisticsCrew crew(world, options.trial.is_twin);
  Meddler meddler(world, random, options.obstacles);
  std::optional<MissionTeller> teller;
  if (options.trial.tells) teller.emplace(world);

  LogisticsTrialResult result;
  for (const int count : options.boxes) result.boxes += count;
  result.obstacles = options.obstacles;
  std::set<std::string> used_zones;  // that a box was brought to
  MissionMessage mission;
  const Subscription missions = watcher.subscribe<MissionMessage>(
      "mission", qos::latched, [&](const MissionMessage& message) {
        const bool is_new = message.active != mission.active || message.status != mission.status;
        mission = message;
        if (!is_new) return;
        if (message.active != "find_zone" || message.status != MissionMessage::RUNNING) return;
        ++result.zone_searches;
        for (const auto& value : message.blackboard)
          if (value.key == "carries" && used_zones.contains(value.value))
            ++result.known_zones_searched;
      });
  watcher.start();

  const auto begin = std::chrono::steady_clock::now();
  const double cpu_begin = cpu_seconds();
  const SimTime end = world.now() + options.limit;
  const auto is_over = [&] {
    return !mission.program.empty() && mission.status != MissionMessage::RUNNING &&
           !mission.outcome.empty();
  };
  Touches touches;
  while (!is_over() && world.now() < end) {
    meddler.step();
    world.step();
    touches.look(world, options.trial.tells);
    for (const WorldEvent& event : world.frame().events) {
      if (event.name != "delivered") continue;
      ++result.delivered;
      for (const auto& [key, value] : event.values)
        if (key == "type") used_zones.insert(value);
    }
  }
  result.is_over = is_over();
  result.outcome = mission.outcome;
  result.message = mission.message;
  result.touched = touches.all();
  result.obstacles_dropped = meddler.dropped();
  result.simulated_s = seconds(world.frame().time_in_episode);
  result.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  result.cpu_s = cpu_seconds() - cpu_begin;
  return result;
}

}  // namespace tandem
