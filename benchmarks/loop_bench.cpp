// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench_list.h"
#include "measure.h"
#include "office.h"
#include "sensors/suite.h"

namespace tandem {

namespace {

// A pose comes in; a picture, a cloud and whether the robot touches anything come out. What moves
// is moved by script, and no physics step is made. Adds the mean to the rows, and what 99 of 100
// rounds keep to if that has a target.
void loop_in(const std::string& what, const OfficeSettings& settings, double target_ms,
             std::optional<double> p99_target_ms, std::vector<BenchRow>& rows) {
  const auto scenario = office(settings);
  if (!scenario) return rows.push_back(failed(what, "the robot did not load"));
  auto interest = std::make_shared<SensorInterest>();
  const auto camera = interest->want("emaros", "camera", streams::main);
  const auto lidar = interest->want("emaros", "lidar_3d");
  World world(PhysicsConfig{});
  for (const ModelInstance& model : scenario->world.models) world.add(model);
  std::vector<Robot> robots;
  robots.emplace_back(std::shared_ptr<const RobotConfig>(scenario, &scenario->robots[0]), world, 1);
  SensorSuite suite(scenario, {.interest = interest, .renderer = RendererChoice::ray});
  suite.take_changes(world, robots, {});

  PoseTable poses;
  struct Mover {
    std::size_t body;
    Pose start;
  };
  std::vector<Mover> movers;
  for (const Entity& entity : world.entities())
    for (const BodyId body : entity.bodies) {
      poses.set(static_cast<std::size_t>(body), world.physics().world_from(body));
      if (entity.name.starts_with("parcel"))
        movers.push_back({static_cast<std::size_t>(body), world.physics().world_from(body)});
    }
  const Entity& robot = *world.find("emaros");
  const std::vector<EntityId> posed{robot.id};
  const QueryFilter others{.ignored = robot.bodies};

  std::vector<double> times;
  double cpu = 0;
  std::size_t readings = 0, touches = 0;
  constexpr int warm_up = 20, rounds = 200;
  for (int round = 0; round < warm_up + rounds; ++round) {
    for (const Mover& mover : movers) {
      Pose pose = mover.start;
      pose.translation.x += 0.3 * std::sin(0.05 * round + static_cast<double>(mover.body));
      poses.set(mover.body, pose);
    }
    const double angle = 0.03 * round;
    const double wall_start = wall_seconds(), cpu_start = cpu_seconds();

    // pose in
    const Pose pose{{1.5 * std::cos(angle), 1.5 * std::sin(angle), 0.035},
                    Quat::from_axis_angle({0, 0, 1}, angle + 1.57)};
    world.place(robot, pose);
    suite.take_changes(world, robots, robot.bodies);
    for (const BodyId body : robot.bodies)
      poses.set(static_cast<std::size_t>(body), world.physics().world_from(body));
    // data out
    const std::vector<RobotState> states{robots[0].state(world)};
    const SimTime time = (round + 1) * 50ms;
    readings += suite
                    .measure({.time = time,
                              .time_in_episode = time,
                              .dt = 1ns,
                              .world = world,
                              .robots = states,
                              .snapshot = {world.share_entities(), poses.share(), nullptr}},
                             posed)
                    .size();
    touches += world.physics()
                   .overlapping(Cylinder{0.125, 0.15}, pose * Pose{{0, 0, 0.1}, {}}, others)
                   .size();
    if (round < warm_up) continue;
    times.push_back((wall_seconds() - wall_start) * 1000);
    cpu += cpu_seconds() - cpu_start;
  }
  if (readings != 2 * (warm_up + rounds))
    return rows.push_back(failed(what, "a picture or a cloud is missing"));
  double sum = 0;
  for (const double time : times) sum += time;
  std::ranges::sort(times);
  const double p99 = times[static_cast<std::size_t>(rounds * 99 / 100)];
  rows.push_back(
      {.what = what,
       .value = sum / rounds,
       .unit = "ms",
       .target = target_ms,
       .note = fmt::format("with a GPU; {:.1f} ms CPU, p99 {:.1f} ms", cpu / rounds * 1000, p99),
       .peer = 47.0});
  if (p99_target_ms)
    rows.push_back({.what = what + ", p99",
                    .value = p99,
                    .unit = "ms",
                    .target = p99_target_ms,
                    .note = "with a GPU, its worst",
                    .peer = 66});
}

}  // namespace

std::vector<BenchRow> bench_loop() {
  std::vector<BenchRow> rows;
  loop_in("office of 50 things", {}, 20, 30, rows);
  loop_in("and 3,000 moving", {.moving = 3000}, 28, {}, rows);
  loop_in("and 30,000 still", {.still = 30'000}, 33, {}, rows);
  return rows;
}

}  // namespace tandem
