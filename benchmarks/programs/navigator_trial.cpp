// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/programs/navigator_trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <numbers>
#include <optional>
#include <stdexcept>

#include "autonomy/navigation/navigator_node.h"
#include "base/random.h"
#include "benchmarks/programs/collision_judge.h"
#include "benchmarks/programs/free_floor.h"
#include "laboratory/lockstep_world.h"
#include "messages/nav2_msgs_action.h"
#include "scenario/newcomer.h"

namespace tandem {

namespace {

using nav2_msgs::action::NavigateToPose;

// more than planners ask for, also those of real robots: the robot's radius, the padding and two
// cells
constexpr double clearance_m = 0.125 + 0.04 + 2 * 0.025;
constexpr double goal_distance_m = 0.5;  // from where the robot is, at least
constexpr Duration goal_time = 120s;
constexpr double arrived_m = 0.1;  // by the truth
constexpr int goals_per_drop = 4;
constexpr double dropped_radius_m = 0.17;  // around a big_cube
constexpr const char* dropped_name = "dropped";

// Where people stop, and where the cart goes: no goals are drawn there, as somebody may be at them.
// They begin at the first ones, away from the robot. They do not search for ways, so nothing leads
// them into a bay that they would not find out of.
constexpr std::array<Vec2, 5> people_stop{
    {{0.9, 1.1}, {-0.3, 0.8}, {0.9, -1.1}, {0.25, -0.6}, {0.25, 1.15}}};
constexpr double cart_x = 1.2;

double distance(Vec2 a, Vec2 b) { return std::hypot(a.x - b.x, a.y - b.y); }

std::string people_rule() {
  std::string points;
  for (const Vec2 stop : people_stop)
    points += fmt::format("{}[{}, {}]", points.empty() ? "" : ", ", stop.x, stop.y);
  return fmt::format(
      "{{type: walkers, count: 2, speed_mps: 0.5, longest_wait: 5s, points: [{}], order: random}}",
      points);
}

LockstepWorldOptions world_options(const NavigatorTrialOptions& trial) {
  LockstepWorldOptions options;
  options.is_twin = trial.trial.is_twin;
  options.scenario.seed = trial.trial.seed;
  options.scenario.overrides = {
      {"robots.emaros.localization", "ideal"},
      {"rules.cart",
       // it turns where there is still room for the robot between it and the walls
       "{type: movers, object: {shape: box, size_m: [0.24, 0.2, 0.4], mass_kg: 5}, path: [[1.2, "
       "-0.9], [1.2, 0.9]], order: there_and_back, speed_mps: 0.25, wait: 4s}"},
      {"rules.people", people_rule()}};
  if (trial.has_low_goods) return options;
  // goods that the lidar sees and that people walk around: lower ones they kick, and what they have
  // kicked over lies lower than the lidar looks
  for (const char* goods : {"red_boxes", "green_boxes", "blue_boxes", "yellow_boxes"})
    options.scenario.overrides.emplace_back(fmt::format("spawn.{}.object", goods),
                                            "{shape: box, size_m: [0.15, 0.15, 0.45], mass_kg: 2}");
  for (const char* low : {"small_cubes", "long_bars", "flat_slabs"})
    options.scenario.overrides.emplace_back(fmt::format("spawn.{}.count", low), "0");
  return options;
}

// What the navigator thinks: "wants 0.45 -0.20, approach, sends 0.20 -0.09, 12 at (1.2, -0.7) move
// (0.00, 0.25)".
std::string thoughts(const NavigatorDecision& decision) {
  std::string text =
      fmt::format("; wants {:.2f} {:.2f}{}, {}, sends {:.2f} {:.2f}", decision.wanted.linear,
                  decision.wanted.angular, decision.gives_way ? ", gives way" : "",
                  to_string(decision.monitor), decision.sent.linear, decision.sent.angular);
  // points of one thing follow each other and have one velocity, or two by turns
  const auto add = [&](const std::vector<SeenPoint>& points, const char* what) {
    const auto is_as_fast = [](Vec2 a, Vec2 b) {
      return std::abs(std::abs(a.x) - std::abs(b.x)) + std::abs(std::abs(a.y) - std::abs(b.y)) == 0;
    };
    for (std::size_t begin = 0, end = 0; begin < points.size(); begin = end) {
      const Vec2 velocity = points[begin].velocity;
      while (end < points.size() && is_as_fast(points[end].velocity, velocity)) ++end;
      const Vec2 middle = points[begin + (end - begin) / 2].at;
      text += fmt::format(", {} at ({:.2f}, {:.2f}) {} ({:.2f}, {:.2f})", end - begin, middle.x,
                          middle.y, what, velocity.x, velocity.y);
    }
  };
  add(decision.moving, "move");
  add(decision.resting, "may move");
  return text;
}

// A warehouse in which things move, and somebody who sends goals.
class NavigatorTrial {
 public:
  explicit NavigatorTrial(const NavigatorTrialOptions& options)
      : world_("logistics", world_options(options)),
        random_(options.trial.seed, "navigator_trial"),
        user_("user", world_.node_options()),
        navigator_(world_.node_options(
            options.trial.is_twin ? std::vector<std::string>{"-p", "parameter_set:=physical"}
                                  : std::vector<std::string>{})),
        goals_(user_.action_client<NavigateToPose>("navigate_to_pose")),
        judge_(options.trial.is_twin),
        tells_(options.trial.tells) {
    user_.start();
  }

  NavigatorTrialResult run(int count) {
    for (int i = 0; i < 25; ++i) step();  // the first scans and transforms
    for (int number = 1; number <= count; ++number) pursue(number);
    result_.goals = count;
    result_.collisions = judge_.collisions();
    result_.bumps = judge_.bumps();
    result_.planning = navigator_.planning_times();
    result_.control = navigator_.control_times();
    result_.simulated_s = seconds(world_.frame().time_in_episode);
    return std::move(result_);
  }

 private:
  void pursue(int number) {
    const FreeFloor floor = floor_now();
    const Pose2 goal = drawn_goal(floor);
    if (tells_)
      fmt::print(stderr, "{:8.2f} s goal {} at ({:.2f}, {:.2f})\n", seconds(world_.now()), number,
                 goal.translation.x, goal.translation.y);
    std::optional<Outcome<NavigateToPose>> outcome;
    auto sent = goals_.send_goal({.pose = to_message(goal, "map", {})},
                                 {.on_result = [&](const Result<Outcome<NavigateToPose>>& result) {
                                   if (result) outcome = *result;
                                 }});
    bool may_drop = number % goals_per_drop == 0;
    for (const SimTime end = world_.now() + goal_time; !outcome && world_.now() < end;) {
      step();
      if (may_drop && drop_before_robot(floor, goal.translation)) may_drop = false;
    }
    const bool has_ended = outcome.has_value();
    if (!has_ended) sent.cancel();
    while (!outcome) step();  // it hears of the cancel
    if (is_dropped_) world_.inbox().edits.put({.edit = RemoveEntity{dropped_name}});
    is_dropped_ = false;

    const double off = distance(world_.place().translation, goal.translation);
    if (outcome && outcome->status == GoalStatus::succeeded && off < arrived_m) {
      ++result_.reached;
      return;
    }
    std::string text =
        fmt::format("goal {} at ({:.2f}, {:.2f}) at {:.0f} s, {:.2f} m away: {}", number,
                    goal.translation.x, goal.translation.y, seconds(world_.frame().time_in_episode),
                    off, has_ended ? outcome->result.error_msg : "no end");
    if (tells_) tell(text + surroundings());
    result_.misses.push_back(std::move(text));
  }

  // What people do, and what is near the robot.
  std::string surroundings() const {
    constexpr double near_m = 1.5;
    std::string text;
    for (const auto& status : *world_.frame().statuses)
      if (status->rule == "people")
        for (const auto& [person, doing] : status->values)
          if (const auto* words = std::get_if<std::string>(&doing))
            text += fmt::format("; {} {}", person, *words);
    for (const Entity& entity : *world_.frame().entities) {
      const Vec3 at = world_.pose_of(entity.name).translation;
      if (distance({at.x, at.y}, world_.place().translation) < near_m)
        text += fmt::format("; {} at ({:.2f}, {:.2f}, {:.2f})", entity.name, at.x, at.y, at.z);
    }
    return text;
  }

  // As it is without the robot, and without those who do not stay where they are.
  FreeFloor floor_now() {
    std::vector<BodyId> ignored;
    for (const Entity& entity : *world_.frame().entities)
      if (entity.id == world_.robot().entity || entity.name.starts_with("cart_") ||
          entity.name.starts_with("people_"))
        ignored.insert(ignored.end(), entity.bodies.begin(), entity.bodies.end());
    return {world_.simulation().world().physics(), world_.scenario().projection->floor, clearance_m,
            ignored};
  }

  Pose2 drawn_goal(const FreeFloor& floor) {
    const Vec2 here = world_.place().translation;
    const std::vector<Vec2> places = floor.reachable_from(here);
    if (places.empty()) throw std::runtime_error("nothing can be reached from where the robot is");
    const auto is_fair = [&](Vec2 place) {
      constexpr double cart_room_m = 0.35, people_room_m = 0.5;
      return distance(place, here) >= goal_distance_m && std::abs(place.x - cart_x) > cart_room_m &&
             std::ranges::none_of(people_stop,
                                  [&](Vec2 it) { return distance(place, it) < people_room_m; });
    };
    Vec2 place = here;
    for (int i = 0; i < 1000 && !is_fair(place); ++i) place = places[random_.below(places.size())];
    return {place, random_.uniform(-std::numbers::pi, std::numbers::pi)};
  }

  // As soon as it drives, and there is a way around.
  bool drop_before_robot(const FreeFloor& floor, Vec2 goal) {
    const Pose2 robot = world_.place();
    const Vec3 velocity = world_.robot().velocity.linear;
    if (std::hypot(velocity.x, velocity.y) < 0.2) return false;
    const Vec2 at = robot * Vec2{0.65, 0};
    const FreeFloor::Obstacle box{at, dropped_radius_m};
    if (distance(at, goal) < dropped_radius_m + clearance_m) return false;
    if (!floor.leads(robot.translation, goal, box)) return false;
    const Pose world_from_box{{at.x, at.y, 0.13}, {}};
    const auto fits = world_.simulation().world().physics().overlapping(Box{{0.26, 0.26, 0.24}},
                                                                        world_from_box, {});
    if (!fits.empty()) return false;
    Newcomer box_model = read_newcomer({.name = dropped_name, .uri = "big_cube"});
    if (!box_model.what) throw std::runtime_error(box_model.reason);
    std::get<ModelInstance>(*box_model.what).world_from_model = world_from_box;
    world_.inbox().edits.put({.edit = Spawn{.what = *std::move(box_model.what)}});
    is_dropped_ = true;
    ++result_.boxes_dropped;
    return true;
  }

  void step() {
    world_.step();
    if (tells_) trace();
    for (const RobotTouch& touch : judge_.look(world_.frame())) {
      const Vec2 at = world_.place().translation;
      std::string text = fmt::format(
          "{} {} with {:.2f} m/s at {:.1f} s, at ({:.2f}, {:.2f}); {:.2f} m nearer in the last 2 s",
          touch.is_own_fault ? "drove into" : "was run into by", touch.thing, touch.speed_mps,
          seconds(world_.frame().time_in_episode), at.x, at.y, touch.brought_nearer_m);
      if (tells_) tell(text);
      result_.misses.push_back(std::move(text));
    }
  }

  // Where the robot and what moves were in the last seconds, to see how it came to a touch.
  void trace() {
    constexpr Duration apart = 200ms;
    constexpr std::size_t most = 20;
    if (world_.now() - traced_at_ < apart) return;
    traced_at_ = world_.now();
    const Pose2 robot = world_.place();
    const Twist& velocity = world_.robot().velocity;
    std::string line =
        fmt::format("{:8.2f} s robot ({:.2f}, {:.2f}, {:4.0f} deg) {:.2f} m/s {:5.2f} rad/s",
                    seconds(world_.now()), robot.translation.x, robot.translation.y,
                    robot.yaw * 180 / std::numbers::pi,
                    std::hypot(velocity.linear.x, velocity.linear.y), velocity.angular.z);
    for (const char* name : {"cart_1", "people_1", "people_2"}) {
      const Vec3 at = world_.pose_of(name).translation;
      line += fmt::format(", {} ({:.2f}, {:.2f})", name, at.x, at.y);
    }
    line += thoughts(navigator_.last_decision());
    if (traces_.size() == most) traces_.pop_front();
    traces_.push_back(std::move(line));
  }
  void tell(const std::string& what) {
    for (const std::string& line : traces_) fmt::print(stderr, "{}\n", line);
    traces_.clear();
    fmt::print(stderr, "{:8.2f} s {}\n", seconds(world_.now()), what);
  }

  LockstepWorld world_;
  Random random_;
  Node user_;
  NavigatorNode navigator_;
  ActionClient<NavigateToPose> goals_;
  CollisionJudge judge_;
  NavigatorTrialResult result_;
  bool is_dropped_ = false;
  const bool tells_;
  SimTime traced_at_{};
  std::deque<std::string> traces_;
};

}  // namespace

NavigatorTrialResult run_navigator_trial(const NavigatorTrialOptions& options) {
  return NavigatorTrial(options).run(options.goals);
}

}  // namespace tandem
