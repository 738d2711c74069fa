// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "robot_fleet.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "base/random.h"

namespace tandem {

Scenario robot_fleet(const Scenario& empty, int count) {
  Scenario scenario = empty;
  const RobotConfig one = empty.robots.front();
  scenario.robots.clear();
  const int columns = static_cast<int>(std::ceil(std::sqrt(count)));
  Random random(1, "robots bench");
  for (int i = 0; i < count; ++i) {
    RobotConfig robot = one;
    robot.name = fmt::format("robot{}", i);
    robot.world_from_robot.translation.x = 0.8 * (i % columns - columns / 2);
    robot.world_from_robot.translation.y = 0.8 * (i / columns - columns / 2);
    robot.commands.clear();
    for (int second = 0; second < 60; ++second)
      robot.commands.push_back(
          {std::chrono::seconds(second), {}, {random.uniform(0.1, 0.4), random.uniform(-1, 1)}});
    scenario.robots.push_back(std::move(robot));
  }
  return scenario;
}

}  // namespace tandem
