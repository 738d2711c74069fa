// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/spawn.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "base/random.h"
#include "scenario/bounds.h"
#include "scenario/fields.h"
#include "scenario/ground.h"
#include "scenario/occupancy.h"
#include "scenario/outlook.h"
#include "scenario/robot_file.h"
#include "scenario/spawn_object.h"

namespace tandem {

namespace {

constexpr int max_count = 200'000;
constexpr int max_layers = 1000;
constexpr double max_cells = 1e6;  // of a grid; more would take seconds to fill

enum class Arrangement { grid, scattered };

struct SpawnEntry {
  std::string name;
  Place place;
  std::shared_ptr<const Model> model;
  Bounds bounds;        // of the model
  double radius_m = 0;  // around its origin, at any heading
  int count = 1;
  Area area;
  Arrangement arrangement = Arrangement::grid;
  double spacing_m = 0.02;
  int layers = 0;  // 0: as many as it takes
  double height_m = 0;
  double keep_clear_m = 0.2;
  bool has_random_yaw = false;
  bool has_random_tilt = false;  // any orientation: to be dropped

  bool turns() const { return has_random_yaw || has_random_tilt; }
  // From one layer to the next.
  double layer_m() const { return (has_random_tilt ? 2 * radius_m : bounds.size().z) + spacing_m; }
};

// The farthest corner of a model's bounds from its origin.
double reach_of(const Bounds& bounds) {
  const auto farther = [](double low, double high) {
    return std::max(std::abs(low), std::abs(high));
  };
  return length({farther(bounds.low.x, bounds.high.x), farther(bounds.low.y, bounds.high.y),
                 farther(bounds.low.z, bounds.high.z)});
}

std::optional<SpawnEntry> read_entry(const YamlEntry& written, LoadContext& context) {
  Findings& findings = context.findings();
  const int errors_before = findings.error_count();
  SpawnEntry entry;
  entry.name = written.key;
  entry.place = written.place;
  if (!is_plain_name(entry.name))
    findings.error(written.place,
                   "a spawn's name has letters, digits and underscores, a letter first");
  const Fields fields(written.value, schema::spawn, findings);
  fields.read("count", entry.count, 0, max_count);
  if (const YamlNode* area = fields.require("area")) entry.area = read_area(*area, findings);
  if (const YamlNode* object = fields.require("object"))
    entry.model = read_spawned_object(*object, entry.name, context);
  constexpr std::array<std::string_view, 2> arrangements{"grid", "scattered"};
  if (const auto choice = fields.read_choice("arrangement", arrangements))
    entry.arrangement = static_cast<Arrangement>(*choice);
  fields.read("spacing_m", entry.spacing_m, {0, 1000});
  fields.read("layers", entry.layers, 1, max_layers);
  fields.read("height_m", entry.height_m, {0, 1000});
  fields.read("keep_clear_m", entry.keep_clear_m, {0, 1000});
  const YamlNode* yaw = fields.find("yaw");
  if (yaw && yaw->is_text() && yaw->text == "random") {
    entry.has_random_yaw = true;
  } else if (yaw) {
    findings.error(yaw->place, fmt::format("'yaw' can only be random, is {}; turn the area with "
                                           "its 'yaw_deg'",
                                           describe(*yaw)));
  }
  const YamlNode* tilt = fields.find("tilt");
  if (tilt && tilt->is_text() && tilt->text == "random") {
    entry.has_random_tilt = true;
  } else if (tilt) {
    findings.error(tilt->place, fmt::format("'tilt' can only be random, is {}", describe(*tilt)));
  }
  if (!entry.model || findings.error_count() > errors_before) return std::nullopt;
  entry.bounds = bounds_of(*entry.model, {});
  entry.radius_m = entry.has_random_tilt ? reach_of(entry.bounds) : footprint_radius(*entry.model);
  if (entry.bounds.is_empty()) {
    findings.error(entry.place, "the object has no collision shape, so it has no size");
    return std::nullopt;
  }
  return entry;
}

// Land that things stand on, by its shape or its extent; what is smaller is in their way.
bool is_terrain(const Collision& collision, const Bounds& bounds) {
  constexpr double land_m = 10;
  if (std::holds_alternative<HeightfieldShape>(collision.shape)) return true;
  return std::holds_alternative<MeshShape>(collision.shape) &&
         std::max(bounds.size().x, bounds.size().y) > land_m;
}

// Where the things are that were there before: boxes around each of their parts.
std::vector<Bounds> obstacles_in(const WorldDescription& world) {
  std::vector<Bounds> obstacles;
  for (const ModelInstance& instance : world.models) {
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

// Draws places for one entry after the other.
class Spawner {
 public:
  Spawner(Scenario& scenario, Findings& findings)
      : scenario_(scenario),
        findings_(findings),
        ground_(scenario.world),
        obstacles_(obstacles_in(scenario.world)) {}

  void spawn(const SpawnEntry& entry) {
    if (entry.count == 0) return;
    Random random(scenario_.seed, fmt::format("spawn/{}", entry.name));
    keep_clear_of_robots(entry.keep_clear_m);
    std::vector<Pose> columns = entry.arrangement == Arrangement::grid
                                    ? grid_columns(entry, random)
                                    : scattered_columns(entry, random);
    const int layers = entry.layers > 0 ? entry.layers : layers_needed(entry, columns.size());
    const double room = static_cast<double>(columns.size()) * layers;
    if (room < entry.count) {
      findings_.error(entry.place,
                      fmt::format("only {} of {} objects have room; enlarge the area, add layers, "
                                  "or lower count or spacing_m",
                                  room, entry.count));
      return;
    }
    // no more columns than the stack height asks for
    const int wanted = (entry.count + layers - 1) / layers;
    columns.resize(static_cast<std::size_t>(wanted));

    for (const Pose& column : columns)
      taken_.add({column.translation.x, column.translation.y}, entry.radius_m);
    for (int i = 0; i < entry.count; ++i) {
      Pose pose = columns[static_cast<std::size_t>(i % wanted)];
      pose.translation.z += (i / wanted) * entry.layer_m();
      if (entry.turns() && i >= wanted) pose.rotation = drawn_rotation(entry, random);
      scenario_.world.models.push_back(
          {fmt::format("{}_{}", entry.name, i + 1), entry.model, pose});
    }
  }

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
    return static_cast<int>(std::min<std::size_t>((count + columns - 1) / columns, max_layers));
  }

  void keep_clear_of_robots(double distance_m) {
    clear_ = Occupancy();
    for (const RobotConfig& robot : scenario_.robots) {
      const Vec3 at = robot.world_from_robot.translation;
      clear_.add({at.x, at.y}, footprint_radius(*robot.model) + distance_m);
    }
  }

  // The pose of the lowest object of a column, unless something is there already.
  std::optional<Pose> pose_at(const SpawnEntry& entry, Vec2 in_area, const Quat& rotation) {
    const Vec2 at = entry.area.world_from_center * in_area;
    if (!taken_.has_room(at, entry.radius_m) || !clear_.has_room(at, entry.radius_m))
      return std::nullopt;
    Pose pose{{at.x, at.y, 0}, rotation};
    pose.translation.z = ground_.standing_height(*entry.model, pose) + entry.height_m;
    Bounds bounds = bounds_of(*entry.model, pose);
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
    const Bounds& bounds = entry.bounds;
    const double turned = 2 * entry.radius_m;
    const double cell_x = (entry.turns() ? turned : bounds.size().x) + entry.spacing_m;
    const double cell_y = (entry.turns() ? turned : bounds.size().y) + entry.spacing_m;
    // the last cell of a row needs no spacing after it; half a micrometre forgives rounding
    const double nx = std::floor((entry.area.size_x_m + entry.spacing_m) / cell_x + 5e-7);
    const double ny = std::floor((entry.area.size_y_m + entry.spacing_m) / cell_y + 5e-7);
    if (nx * ny > max_cells) {
      findings_.error(entry.place,
                      fmt::format("a grid of {} by {} cells is too fine; make the area "
                                  "smaller, or scatter the objects",
                                  nx, ny));
      return {};
    }
    const int columns = static_cast<int>(nx), rows = static_cast<int>(ny);
    std::vector<int> order(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows));
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);

    // an object whose origin is off its middle still stands in the middle of its cell
    const Vec2 off = entry.turns() ? Vec2{} : Vec2{bounds.center().x, bounds.center().y};
    std::vector<Pose> found;
    for (const int cell : order) {
      if (found.size() == static_cast<std::size_t>(entry.count)) break;
      const Vec2 in_area{(cell % columns - (columns - 1) / 2.0) * cell_x - off.x,
                         (cell / columns - (rows - 1) / 2.0) * cell_y - off.y};
      if (const auto pose = pose_at(entry, in_area, column_rotation(entry, random)))
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
      const auto pose = pose_at(entry, in_area, rotation);
      if (!pose) continue;
      own.add(at, reach);
      found.push_back(*pose);
      in_vain = 0;
    }
    return found;
  }

  Scenario& scenario_;
  Findings& findings_;
  Ground ground_;
  std::vector<Bounds> obstacles_;
  Occupancy taken_;  // by what was spawned so far
  Occupancy clear_;  // for robots
};

}  // namespace

void spawn_objects(const YamlNode& node, Scenario& scenario, LoadContext& context) {
  if (!node.is_map()) {
    context.findings().error(
        node.place,
        fmt::format("'spawn' expects a map from names to things to spawn, is {}", describe(node)));
    return;
  }
  Spawner spawner(scenario, context.findings());
  for (const YamlEntry& written : node.entries)
    if (const std::optional<SpawnEntry> entry = read_entry(written, context)) spawner.spawn(*entry);
}

}  // namespace tandem
