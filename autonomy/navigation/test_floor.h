// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "autonomy/navigation/inflation.h"
#include "autonomy/navigation/layered_costmap.h"
#include "autonomy/navigation/situation.h"

namespace tandem {

// A floor drawn with characters, the northernmost row first: '#' is occupied, '?' unknown. Its
// south-west corner is the origin.
inline std::shared_ptr<const StaticMap> drawn_map(const std::vector<std::string>& rows,
                                                  double resolution_m = 0.1) {
  auto map = std::make_shared<StaticMap>();
  map->grid = {{}, resolution_m, static_cast<int>(rows[0].size()), static_cast<int>(rows.size())};
  for (auto row = rows.rbegin(); row != rows.rend(); ++row)
    for (const char cell : *row)
      map->occupancy.push_back(cell == '#'   ? std::int8_t{100}
                               : cell == '?' ? std::int8_t{-1}
                                             : std::int8_t{0});
  return map;
}

// The world of a robot in a test.
struct TestFloor {
  explicit TestFloor(const std::vector<std::string>& rows, double resolution_m = 0.1,
                     Footprint robot = Footprint::round(0.12))
      : footprint(std::move(robot)) {
    const auto map = drawn_map(rows, resolution_m);
    for (LayeredCostmap* costmap : {&global, &local}) {
      costmap->set_map(map);
      costmap->set_robot(footprint, inflation);
      costmap->move_to(frame_of(*map, 0.025));
    }
  }

  Situation at(const Pose2& robot, SimTime now = {}, const Twist2& velocity = {}) {
    return {now, robot, velocity, global, local, footprint, meter, moving};
  }
  // Something stands there from now on that is not on the map.
  void put(Vec2 place) {
    const Beam beam{place, true};
    for (LayeredCostmap* costmap : {&global, &local})
      costmap->lidar().observe(place, std::span(&beam, 1));
  }

  Footprint footprint;
  InflationConfig inflation{.radius_m = 0.3, .scaling = 8};
  LayeredCostmap global, local;
  PlanMeter meter;
  Foresight moving;
};

}  // namespace tandem
