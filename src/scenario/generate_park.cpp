// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/random.h"
#include "scenario/generators.h"
#include "scenario/occupancy.h"
#include "scenario/park_things.h"
#include "scenario/terrain.h"
#include "scenario/world_parts.h"

namespace tandem {

namespace {

constexpr double size_m = 60;
constexpr int samples = 301;  // every 0.2 m
constexpr double path_half_width_m = 1;
constexpr double plaza_radius_m = 4;
constexpr double hollow_radius_m = 5.5, hollow_depth_m = 0.8;
constexpr Vec2 hollow{-11, 4};  // inside the loop, away from both paths

// The lie of the land: a plaza in the middle, a path through it from south to north, and another
// that loops around.
class Land {
 public:
  Land(const ParkSettings& settings, Random& random)
      : hills_(random.next()),
        patches_(random.next()),
        hill_height_m_(settings.hill_height_m),
        phase_(random.uniform(-std::numbers::pi, std::numbers::pi)) {}

  double loop_radius(double angle) const { return 20 + 1.8 * std::cos(3 * angle + phase_); }
  Vec2 on_loop(double angle) const {
    return {loop_radius(angle) * std::cos(angle), loop_radius(angle) * std::sin(angle)};
  }
  static double middle_path_x(double y) { return 1.6 * std::sin(y / 6); }

  // From the nearest path or the plaza; 0 on them. Exact enough a few metres around.
  double distance_to_path(double x, double y) const {
    return std::max(0.0, std::min({beside_loop(x, y), beside_middle(x, y), beside_plaza(x, y)}));
  }

  // How far outside of each, negative inside.
  double beside_loop(double x, double y) const {
    return std::abs(std::hypot(x, y) - loop_radius(std::atan2(y, x))) * 0.97 - path_half_width_m;
  }
  static double beside_middle(double x, double y) {
    const double lean = 1.6 / 6 * std::cos(y / 6);  // a leaning path is narrower across
    return std::abs(x - middle_path_x(y)) / std::sqrt(1 + lean * lean) - path_half_width_m;
  }
  static double beside_plaza(double x, double y) { return std::hypot(x, y) - plaza_radius_m; }
  static double beside_mud(double x, double y) {
    return std::hypot(x - hollow.x, y - hollow.y) - 0.72 * hollow_radius_m;
  }
  double beside_meadow(double x, double y) const { return 0.12 - patches_.layers(x / 5, y / 5, 2); }

  // Along which the drawn ground is cut.
  std::vector<Border> borders() const {
    return {[this](double x, double y) { return beside_loop(x, y); }, beside_middle, beside_plaza,
            beside_mud, [this](double x, double y) { return beside_meadow(x, y); }};
  }

  double height(double x, double y) const {
    const double off_path = smooth_step(0, 6, distance_to_path(x, y));
    const double inside = smooth_step(0, 4, size_m / 2 - std::max(std::abs(x), std::abs(y)));
    const double r = std::hypot(x - hollow.x, y - hollow.y) / hollow_radius_m;
    const double around_hollow = smooth_step(0.9, 1.8, r);
    const double hill = hill_height_m_ * 1.6 * hills_.layers(x / 15, y / 15, 3);
    return hill * inside * around_hollow * (0.12 + 0.88 * off_path) -
           hollow_depth_m * (1 - smooth_step(0.25, 1, r));
  }

  std::size_t material(double x, double y) const {
    if (beside_plaza(x, y) < 0) return paving;
    if (distance_to_path(x, y) <= 0) return gravel;
    if (beside_mud(x, y) < 0) return mud;
    return beside_meadow(x, y) < 0 ? meadow : lawn;
  }

  static std::vector<Material> materials() {
    return {textured("grass", {0.72f, 0.88f, 0.66f}, {0.30f, 0.49f, 0.17f}),
            textured("grass", {0.86f, 0.96f, 0.72f}, {0.37f, 0.52f, 0.19f}),
            textured("gravel", {1, 1, 1}, {0.66f, 0.59f, 0.47f}),
            textured("paving", {1, 1, 1}, {0.58f, 0.57f, 0.55f}),
            textured("soil", {0.85f, 0.85f, 0.85f}, {0.40f, 0.33f, 0.24f})};
  }

 private:
  enum Ground : std::size_t { lawn, meadow, gravel, paving, mud };

  TerrainNoise hills_;
  TerrainNoise patches_;
  double hill_height_m_;
  double phase_;
};

class Park {
 public:
  explicit Park(const ParkSettings& settings)
      : settings_(settings), random_(settings.seed, "park"), land_(settings, random_) {}

  WorldDescription make() {
    world_.name = "park";
    world_.atmosphere.has_sky = true;
    world_.atmosphere.background = {0.62f, 0.76f, 0.92f, 1};
    world_.lights.push_back(sun({-0.5, 0.35, -0.9}, {1, 0.97f, 0.9f, 1}));
    add_ground();
    add_hedge();
    add_benches();
    add_lamps();
    add_stones();
    add_trees();
    return std::move(world_);
  }

 private:
  void add(const std::string& name, std::shared_ptr<const Model> model, Vec2 place, double yaw,
           double keep_free_m) {
    taken_.add(place, keep_free_m);
    const double z = height_at(*field_, place.x, place.y);
    world_.models.push_back(
        {name, std::move(model), {{place.x, place.y, z}, Quat::from_axis_angle({0, 0, 1}, yaw)}});
  }

  // Drawn as a mesh with paths in it, touched as the same surface in a heightfield.
  void add_ground() {
    auto field = std::make_shared<Heightfield>();
    field->columns = field->rows = samples;
    field->size_x_m = field->size_y_m = size_m;
    fill(*field, [&](double x, double y) { return land_.height(x, y); });
    field_ = field;
    Model ground = static_model("ground");
    constexpr double texture_m = 2.5;
    const auto mesh = terrain_mesh(
        *field_, Land::materials(), land_.borders(),
        [&](double x, double y) { return land_.material(x, y); }, texture_m);
    ground.links[0].visuals.push_back({"ground", {}, MeshShape{mesh, {1, 1, 1}}, {}, true});
    ground.links[0].collisions.push_back({"ground", {}, HeightfieldShape{field_}, {}});
    world_.models.push_back({"ground", std::make_shared<const Model>(std::move(ground)), {}});
  }

  void add_hedge() {
    Model hedge = static_model("hedge");
    const Material leaves = matte({0.16f, 0.33f, 0.12f});
    constexpr double thick = 0.8, high = 1.3, deep = 0.3;
    constexpr double off = (size_m - thick) / 2, middle = (high - deep) / 2;
    const Box along_x{{size_m, thick, high + deep}};
    const Box along_y{{thick, size_m - 2 * thick, high + deep}};
    Link& link = hedge.links[0];
    add_part(link, "north", along_x, {{0, off, middle}, {}}, leaves);
    add_part(link, "south", along_x, {{0, -off, middle}, {}}, leaves);
    add_part(link, "east", along_y, {{off, 0, middle}, {}}, leaves);
    add_part(link, "west", along_y, {{-off, 0, middle}, {}}, leaves);
    world_.models.push_back({"hedge", std::make_shared<const Model>(std::move(hedge)), {}});
  }

  struct Spot {
    Vec2 place;
    double angle;
  };

  // Beside the loop, `off_m` outside of its middle, moved along where the other path comes by.
  Spot beside_loop(double angle, double off_m, double clear_m) const {
    constexpr double nudge = 0.06;
    Spot spot;
    for (int attempt = 0; attempt < 10; ++attempt, angle += nudge) {
      const double r = land_.loop_radius(angle) + off_m;
      spot = {{r * std::cos(angle), r * std::sin(angle)}, angle};
      if (land_.distance_to_path(spot.place.x, spot.place.y) >= clear_m) break;
    }
    return spot;
  }

  // Inside of the loop, looking at it.
  void add_benches() {
    const auto bench = park_bench();
    for (int i = 0; i < settings_.benches; ++i) {
      const double angle = 2 * std::numbers::pi * (i + 0.5) / settings_.benches;
      const Spot spot = beside_loop(angle, -path_half_width_m - 0.8, 0.4);
      add("bench_" + std::to_string(i + 1), bench, spot.place, spot.angle, 1.2);
    }
  }

  // Outside of the loop.
  void add_lamps() {
    const auto lamp = park_lamp();
    for (int i = 0; i < settings_.lamps; ++i) {
      const double angle = 2 * std::numbers::pi * i / settings_.lamps + 0.2;
      const Spot spot = beside_loop(angle, path_half_width_m + 0.5, 0.2);
      add("lamp_" + std::to_string(i + 1), lamp, spot.place, 0, 0.5);
    }
  }

  void add_stones() {
    const auto stones = park_stones(settings_.seed);
    constexpr int count = 14;
    for (int i = 0; i < count; ++i) {
      const double angle = 2 * std::numbers::pi * (i + random_.uniform(-0.3, 0.3)) / count;
      const double r = hollow_radius_m * random_.uniform(0.85, 1.0);
      const auto& stone = stones[random_.below(stones.size())];
      add("stone_" + std::to_string(i + 1), stone,
          hollow + Vec2{r * std::cos(angle), r * std::sin(angle)}, random_.uniform(-3, 3), 0.5);
    }
  }

  void add_trees() {
    const auto trees = park_trees();
    constexpr double edge = size_m / 2 - 3;
    int planted = 0;
    for (int attempt = 0; planted < settings_.trees && attempt < 100 * settings_.trees; ++attempt) {
      const Vec2 place{random_.uniform(-edge, edge), random_.uniform(-edge, edge)};
      const std::size_t kind = random_.below(trees.size());
      const double yaw = random_.uniform(-std::numbers::pi, std::numbers::pi);
      constexpr double room_m = 1.3;
      if (land_.distance_to_path(place.x, place.y) < 1.2 || !taken_.has_room(place, room_m) ||
          std::hypot(place.x - hollow.x, place.y - hollow.y) < hollow_radius_m + 0.8)
        continue;
      add("tree_" + std::to_string(++planted), trees[kind], place, yaw, room_m);
    }
  }

  ParkSettings settings_;
  Random random_;
  Land land_;
  WorldDescription world_;
  std::shared_ptr<const Heightfield> field_;
  Occupancy taken_;
};

}  // namespace

WorldDescription generate_park(const ParkSettings& settings) { return Park(settings).make(); }

}  // namespace tandem
