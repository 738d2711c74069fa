// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/spawn.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

#include "base/episode_seed.h"
#include "base/random.h"
#include "scenario/ground.h"
#include "scenario/occupancy.h"
#include "scenario/spawn_file.h"

namespace tandem {

namespace {

// Land that things stand on, by its shape or its extent; what is smaller is in their way.
bool is_terrain(const Collision& collision, const Bounds& bounds) {
  constexpr double land_m = 10;
  if (std::holds_alternative<HeightfieldShape>(collision.shape)) return true;
  return std::holds_alternative<MeshShape>(collision.shape) &&
         std::max(bounds.size().x, bounds.size().y) > land_m;
}

// Where the things are that were there before: boxes around each of their parts.
std::vector<Bounds> obstacles_in(std::span<const ModelInstance> things) {
  std::vector<Bounds> obstacles;
  for (const ModelInstance& instance : things) {
    if (!instance.model) continue;
    for (const Link& link : instance.model->links) {
      const Pose world_from_link = instance.world_from_model * link.model_from_link;
      for (const Collision& collision : link.collisions) {
        const Bounds bounds =
            bounds_of(collision.shape, world_from_link * collision.link_from_collision);
        if (!bounds.is_empty() && !is_terrain(collision, bounds)) obstacles.push_back(bounds);
      }
    }
  }
  return obstacles;
}

bool overlap(const Bounds& a, const Bounds& b) {
  constexpr double touching = 1e-3;  // standing on a floor is no overlap
  return a.low.x < b.high.x - touching && b.low.x < a.high.x - touching &&
         a.low.y < b.high.y - touching && b.low.y < a.high.y - touching &&
         a.low.z < b.high.z - touching && b.low.z < a.high.z - touching;
}

// Which kind each thing of an entry is.
std::vector<std::size_t> drawn_kinds(const SpawnEntry& entry, std::uint64_t seed) {
  std::vector<std::size_t> kinds(static_cast<std::size_t>(entry.count), 0);
  if (entry.kinds.size() == 1) return kinds;
  double sum = 0;
  for (const SpawnKind& kind : entry.kinds) sum += kind.weight;
  Random random(seed, fmt::format("spawn/{}/kinds", entry.name));
  for (std::size_t& kind : kinds) {
    double left = random.uniform(0, sum);
    while (kind + 1 < entry.kinds.size() && left >= entry.kinds[kind].weight)
      left -= entry.kinds[kind++].weight;
  }
  return kinds;
}

// Draws places for one entry after the other.
class Spawner {
 public:
  Spawner(const Scenario& scenario, std::uint64_t episode)
      : scenario_(scenario),
        seed_(episode_seed(scenario.seed, episode)),
        ground_(lasting_things(scenario)),
        obstacles_(obstacles_in(lasting_things(scenario))) {}

  void spawn(const SpawnEntry& entry) {
    if (entry.count == 0) return;
    Random random(seed_, fmt::format("spawn/{}", entry.name));
    kinds_ = drawn_kinds(entry, seed_);
    keep_clear_of_robots(entry.keep_clear_m);
    std::vector<Pose> columns = entry.arrangement == Arrangement::grid
                                    ? grid_columns(entry, random)
                                    : scattered_columns(entry, random);
    const int layers = entry.layers > 0 ? entry.layers : layers_needed(entry, columns.size());
    const double room = static_cast<double>(columns.size()) * layers;
    int count = entry.count;
    if (room < count) {
      count = static_cast<int>(room);
      draw_.shortages.push_back({entry.name, entry.place, count, entry.count});
      if (count == 0) return;
    }
    // no more columns than the stack height asks for
    const int wanted = (count + layers - 1) / layers;
    columns.resize(static_cast<std::size_t>(wanted));

    for (const Pose& column : columns)
      taken_.add({column.translation.x, column.translation.y}, entry.radius_m);
    for (int i = 0; i < count; ++i) {
      const std::size_t kind = kinds_[static_cast<std::size_t>(i)];
      const auto& model = entry.kinds[kind].model;
      Pose pose = columns[static_cast<std::size_t>(i % wanted)];
      if (kind != kinds_[static_cast<std::size_t>(i % wanted)])
        pose.translation.z = ground_.standing_height(*model, pose) + entry.height_m;
      pose.translation.z += (i / wanted) * entry.layer_m();
      if (entry.turns() && i >= wanted) pose.rotation = drawn_rotation(entry, random);
      draw_.things.push_back({fmt::format("{}_{}", entry.name, i + 1), model, pose});
    }
  }

  SpawnDraw take() { return std::move(draw_); }

 private:
  static Quat drawn_rotation(const SpawnEntry& entry, Random& random) {
    if (!entry.has_random_tilt)
      return Quat::from_axis_angle({0, 0, 1}, random.uniform(-std::numbers::pi, std::numbers::pi));
    // four normal numbers point in every direction alike
    const Quat drawn{random.normal(0, 1), random.normal(0, 1), random.normal(0, 1),
                     random.normal(0, 1)};
    return normalized(drawn);
  }

  static int layers_needed(const SpawnEntry& entry, std::size_t columns) {
    if (columns == 0 || entry.arrangement == Arrangement::scattered) return 1;
    const std::size_t count = static_cast<std::size_t>(entry.count);
    return static_cast<int>(std::min<std::size_t>((count + columns - 1) / columns, most_layers));
  }

  void keep_clear_of_robots(double distance_m) {
    clear_ = Occupancy();
    for (const RobotConfig& robot : scenario_.robots) {
      const Vec3 at = robot.world_from_robot.translation;
      clear_.add({at.x, at.y}, footprint_radius(*robot.model) + distance_m);
    }
  }

  // The world without what was drawn for another episode.
  static std::span<const ModelInstance> lasting_things(const Scenario& scenario) {
    return std::span(scenario.world.models).first(scenario.spawned_from);
  }

  // The pose of the lowest object of a column, the given one, unless something is there already.
  std::optional<Pose> pose_at(const SpawnEntry& entry, std::size_t column, Vec2 in_area,
                              const Quat& rotation) {
    const Model& model = *entry.kinds[kinds_[column]].model;
    const Vec2 at = entry.area.world_from_center * in_area;
    if (!taken_.has_room(at, entry.radius_m) || !clear_.has_room(at, entry.radius_m))
      return std::nullopt;
    Pose pose{{at.x, at.y, 0}, rotation};
    pose.translation.z = ground_.standing_height(model, pose) + entry.height_m;
    Bounds bounds = bounds_of(model, pose);
    bounds.high.z += std::max(entry.layers - 1, 0) * entry.layer_m();
    for (const Bounds& obstacle : obstacles_)
      if (overlap(bounds, obstacle)) return std::nullopt;
    return pose;
  }

  Quat column_rotation(const SpawnEntry& entry, Random& random) {
    return entry.turns() ? drawn_rotation(entry, random)
                         : Quat::from_axis_angle({0, 0, 1}, entry.area.world_from_center.yaw);
  }

  // Cells that one object fits into at any heading it may have, in random order.
  std::vector<Pose> grid_columns(const SpawnEntry& entry, Random& random) {
    const SpawnGrid grid = grid_of(entry);
    const int columns = static_cast<int>(grid.columns), rows = static_cast<int>(grid.rows);
    std::vector<int> order(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows));
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);

    // an object whose origin is off its middle still stands in the middle of its cell
    const Vec2 off =
        entry.turns() ? Vec2{} : Vec2{entry.bounds.center().x, entry.bounds.center().y};
    std::vector<Pose> found;
    for (const int cell : order) {
      if (found.size() == static_cast<std::size_t>(entry.count)) break;
      const Vec2 in_area{(cell % columns - (columns - 1) / 2.0) * grid.cell_x_m - off.x,
                         (cell / columns - (rows - 1) / 2.0) * grid.cell_y_m - off.y};
      if (const auto pose = pose_at(entry, found.size(), in_area, column_rotation(entry, random)))
        found.push_back(*pose);
    }
    return found;
  }

  // Places anywhere in the area, each drawn until it has room.
  std::vector<Pose> scattered_columns(const SpawnEntry& entry, Random& random) {
    const int layers = std::max(entry.layers, 1);
    const int wanted = (entry.count + layers - 1) / layers;
    const double radius = entry.radius_m;
    const double half_x = entry.area.size_x_m / 2 - radius;
    const double half_y = entry.area.size_y_m / 2 - radius;
    std::vector<Pose> found;
    if (half_x < 0 || half_y < 0) return found;
    const double reach = radius + entry.spacing_m / 2;
    Occupancy own;
    constexpr int most_in_vain = 2000;  // beyond, the area is as good as full
    for (int in_vain = 0; in_vain < most_in_vain; ++in_vain) {
      if (found.size() == static_cast<std::size_t>(wanted)) break;
      const Vec2 in_area{random.uniform(-half_x, half_x), random.uniform(-half_y, half_y)};
      const Quat rotation = column_rotation(entry, random);
      const Vec2 at = entry.area.world_from_center * in_area;
      if (!own.has_room(at, reach)) continue;
      const auto pose = pose_at(entry, found.size(), in_area, rotation);
      if (!pose) continue;
      own.add(at, reach);
      found.push_back(*pose);
      in_vain = 0;
    }
    return found;
  }

  const Scenario& scenario_;
  std::uint64_t seed_;
  Ground ground_;
  std::vector<Bounds> obstacles_;
  Occupancy taken_;                 // by what was spawned so far
  Occupancy clear_;                 // for robots
  std::vector<std::size_t> kinds_;  // of the entry whose turn it is, thing by thing
  SpawnDraw draw_;
};

}  // namespace

SpawnDraw draw_spawned(const Scenario& scenario, const SpawnPlan& plan, std::uint64_t episode) {
  Spawner spawner(scenario, episode);
  for (const SpawnEntry& entry : plan.entries) spawner.spawn(entry);
  return spawner.take();
}

std::string to_string(const SpawnShortage& shortage) {
  return fmt::format(
      "only {} of {} objects have room; enlarge the area, add layers, or lower count or spacing_m",
      shortage.placed, shortage.asked);
}

SpawnGrid grid_of(const SpawnEntry& entry) {
  const double turned = 2 * entry.radius_m;
  SpawnGrid grid;
  grid.cell_x_m = (entry.turns() ? turned : entry.bounds.size().x) + entry.spacing_m;
  grid.cell_y_m = (entry.turns() ? turned : entry.bounds.size().y) + entry.spacing_m;
  // the last cell of a row needs no spacing after it; half a micrometre forgives rounding
  const auto cells = [&](double size_m, double cell_m) {
    return std::floor((size_m + entry.spacing_m) / cell_m + 5e-7);
  };
  grid.columns = cells(entry.area.size_x_m, grid.cell_x_m);
  grid.rows = cells(entry.area.size_y_m, grid.cell_y_m);
  return grid;
}

void spawn_objects(const YamlNode& node, Scenario& scenario, LoadContext& context) {
  scenario.spawned_from = scenario.world.models.size();
  scenario.spawn_plan = read_spawn_plan(node, scenario, context);
  if (!scenario.spawn_plan) return;
  SpawnDraw drawn = draw_spawned(scenario, *scenario.spawn_plan, 0);
  for (const SpawnShortage& shortage : drawn.shortages)
    context.findings().error(shortage.place, to_string(shortage));
  std::ranges::move(drawn.things, std::back_inserter(scenario.world.models));
}

}  // namespace tandem
