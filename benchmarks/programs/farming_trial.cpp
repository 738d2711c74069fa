// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/programs/farming_trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>
#include <optional>

#include "autonomy/behavior/planar.h"
#include "base/random.h"
#include "benchmarks/programs/mission_teller.h"

namespace tandem {

namespace {

constexpr Duration longest_mission = 30min;

double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// On the field of the shipped farm, or on the ways around it.
Pose2 drawn_start(std::uint64_t seed) {
  Random random(seed, "farming_start");
  const double yaw = random.uniform(-M_PI, M_PI);
  struct Strip {
    double west, east, south, north;
  };
  constexpr Strip field{-0.5, 1.1, -0.7, 0.5};
  constexpr Strip ways[]{{-1.15, -0.9, -1.1, 0.6}, {1.5, 1.65, -0.9, 0.8}, {-0.7, 1.3, -1.2, -1.1}};
  const Strip& strip = seed % 2 == 1 ? field : ways[random.below(std::size(ways))];
  return {{random.uniform(strip.west, strip.east), random.uniform(strip.south, strip.north)}, yaw};
}

LockstepWorldOptions world_options(const FarmingLaboratory::Options& options) {
  LockstepWorldOptions made{.is_twin = options.trial.is_twin};
  auto& overrides = made.scenario.overrides;
  overrides = options.overrides;
  overrides.emplace_back("seed", fmt::format("{}", options.trial.seed));
  if (!options.draws_start) return made;
  const auto set = [&](const std::string& key, double value) {
    overrides.emplace_back("robots.emaros." + key, fmt::format("{}", value));
  };
  const Pose2 start = drawn_start(options.trial.seed);
  set("pose.x", start.translation.x);
  set("pose.y", start.translation.y);
  set("pose.yaw_deg", start.yaw * 180 / M_PI);
  // what wheels of a real robot are off by
  Random random(options.trial.seed, "farming_wheels");
  for (const char* wheel : {"left_radius_error", "right_radius_error", "track_error"})
    set(std::string("odometry.") + wheel, random.uniform(-0.01, 0.01));
  return made;
}

}  // namespace

FarmingLaboratory::FarmingLaboratory(const Options& options)
    : world_(options.scenario, world_options(options)),
      perception_(std::make_unique<PerceptionNode>(
          world_.node_options(eye_arguments(options.trial.is_twin)))),
      // as the scenario starts it
      navigator_(std::make_unique<NavigatorNode>(world_.node_options(
          {"-p", options.trial.is_twin ? "parameter_set:=physical" : "parameter_set:=virtual", "-p",
           "recovery.room_m:=0"}))),
      program_(std::make_unique<FarmingNode>(world_.node_options(options.arguments))) {}

bool FarmingLaboratory::run_until_state(const std::string& path, Duration limit) {
  return world_.run_until([&] { return point().active == path; }, limit);
}

bool FarmingLaboratory::run_until_end(Duration limit) {
  return world_.run_until([&] { return !point().is_running(); }, limit);
}

double FarmingLaboratory::tiles(std::initializer_list<std::string_view> states) const {
  double count = 0;
  for (const std::shared_ptr<const RuleStatus>& status : *world_.frame().statuses)
    if (status->type == "field")
      for (const auto& [name, value] : status->values)
        if (std::ranges::find(states, name) != states.end())
          if (const double* number = std::get_if<double>(&value)) count += *number;
  return count;
}

double FarmingLaboratory::share_harvested() const {
  return tiles({"harvested"}) /
         tiles({"untouched", "ploughed", "seeded", "growing", "ripe", "harvested"});
}
double FarmingLaboratory::share_seeded() const {
  return tiles({"seeded", "growing", "ripe", "harvested"}) /
         tiles({"untouched", "ploughed", "seeded", "growing", "ripe", "harvested"});
}
double FarmingLaboratory::share_ploughed() const {
  return 1 - tiles({"untouched"}) /
                 tiles({"untouched", "ploughed", "seeded", "growing", "ripe", "harvested"});
}

// The field lies within its painted border, the last stroke.
std::vector<Vec2> FarmingLaboratory::true_corners() const {
  const auto& border = std::get<PaintLine>(world_.scenario().paint->initial.back().shape);
  const auto [west, east] = std::ranges::minmax(border.points, {}, &Vec2::x);
  const auto [south, north] = std::ranges::minmax(border.points, {}, &Vec2::y);
  const double half = border.width_m / 2;
  return {{west.x + half, south.y + half},
          {east.x - half, south.y + half},
          {east.x - half, north.y - half},
          {west.x + half, north.y - half}};
}

double FarmingLaboratory::corner_error_m() const {
  const auto found = program_->mission().blackboard().find<Blackboard::Poses>("corners");
  if (!found || found->size() != 4) return std::numeric_limits<double>::infinity();
  double worst = 0;
  for (const Vec2 corner : true_corners()) {
    double least = std::numeric_limits<double>::infinity();
    for (const auto& pose : *found)
      least = std::min(least, distance(to_pose2(pose.pose).translation, corner));
    worst = std::max(worst, least);
  }
  return worst;
}

FarmingTrialResult run_farming_trial(const TrialOptions& options,
                                     const std::function<void(FarmingLaboratory&)>& watch) {
  FarmingLaboratory farm({.trial = options});
  std::optional<MissionTeller> teller;
  if (options.tells) teller.emplace(farm.world());
  const double cpu_before = cpu_seconds();
  farm.world().run_until(
      [&] {
        if (watch) watch(farm);
        return !farm.point().is_running();
      },
      longest_mission);
  const MissionPoint& point = farm.point();
  return {.is_finished = point.status == MissionStatus::succeeded,
          .ending = fmt::format("{} in {}: {}", point.outcome, point.active, point.message),
          .corner_error_m = farm.corner_error_m(),
          .ploughed = farm.share_ploughed(),
          .seeded = farm.share_seeded(),
          .harvested = farm.share_harvested(),
          .simulated_s = seconds(farm.world().now()),
          .cpu_s = cpu_seconds() - cpu_before,
          .touched = farm.world().touched()};
}

}  // namespace tandem
