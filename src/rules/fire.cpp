// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>

#include "rules/rule_kind.h"
#include "scenario/world_parts.h"

namespace tandem {

namespace {

constexpr Duration flicker_period = 32ms;  // what is seen at 30 pictures a second
constexpr double floor_gap_m = 0.002;      // between what lies on the floor and the floor

// So much is seen by cameras, and passed through by lidars, ranges and depth.
constexpr float flame_opacity = 0.42f;

// A part of the fire that moves about its place.
struct Wisp {
  Vec3 base_from_wisp;
  Vec3 sway_m;
  double rate_hz = 1;
  double phase = 0;

  Vec3 at(double time_s) const {
    const double angle = 2 * std::numbers::pi * rate_hz * time_s + phase;
    // not in step, so that it goes around
    return base_from_wisp + Vec3{sway_m.x * std::sin(angle), sway_m.y * std::sin(1.3 * angle + 1),
                                 sway_m.z * std::sin(1.7 * angle + 2)};
  }
};

Material flaming(Color color, float opacity, float glow) {
  Material material;
  material.base_color = {color.r, color.g, color.b, opacity};
  material.emissive = {glow * color.r, glow * color.g, glow * color.b, 1};
  material.roughness = 1;
  return material;
}

// A fire with smoke. It is hot where its collider is; flames and smoke are for eyes only.
class Fire : public Rule {
 public:
  struct Config : RuleConfig {
    double x_m = 0, y_m = 0;
    double radius_m = 0.2;
    double smoke_m = 1.2;  // how high it rises; 0: none
  };

  static std::vector<std::string_view> keys() { return {"x", "y", "radius_m", "smoke_m"}; }
  static void read(const Fields& fields, const RuleSource&, Config& config) {
    fields.require("x");
    fields.require("y");
    fields.read("x", config.x_m);
    fields.read("y", config.y_m);
    fields.read("radius_m", config.radius_m, {0.05, 2});
    fields.read("smoke_m", config.smoke_m, {0, 20});
  }

  explicit Fire(std::shared_ptr<const Config> config) : config_(std::move(config)) {}

  void begin(Stage& stage) override {
    Random random = stage.random("wisps");
    fire_ = stage
                .add({stage.rule().name, make_model(random), {{config_->x_m, config_->y_m, 0}, {}}},
                     EntityCategory::static_object)
                .id;
    report(stage, {{"burning", true}});
  }

  void act(Stage& stage) override {
    const Entity* entity = stage.world().entities().find(fire_);
    if (!entity) {
      if (is_burning_) report(stage, {{"burning", false}});
      is_burning_ = false;
      return;
    }
    if (stage.now() < next_flicker_) return;
    next_flicker_ = stage.now() + flicker_period;
    const double time_s = seconds(stage.now() + stage.dt());
    const Pose world_from_base = stage.world().world_from(entity->links.front());
    for (std::size_t i = 0; i < wisps_.size(); ++i)
      stage.move_to(entity->links[i + 1].body,
                    {world_from_base * wisps_[i].at(time_s), world_from_base.rotation});
  }

  void add_to(Hash& hash) const override {
    hash.add(static_cast<std::uint64_t>(next_flicker_.count()));
  }

 private:
  std::shared_ptr<const Model> make_model(Random& random);
  void add_wisp(Model& model, const std::string& name, const Vec3& radii, const Material& material,
                const Wisp& wisp);

  std::shared_ptr<const Config> config_;
  EntityId fire_{};
  std::vector<Wisp> wisps_;  // as the links after the first
  SimTime next_flicker_{};
  bool is_burning_ = true;
};

// Logs over embers, flames that rise from between them, and smoke above. All sizes are shares of
// the radius.
std::shared_ptr<const Model> Fire::make_model(Random& random) {
  const double r = config_->radius_m;
  Model model;
  model.name = "fire";
  Link base;
  base.name = "base";
  base.is_kinematic = true;
  base.collisions.push_back({.name = "heat",
                             .link_from_collision = {{0, 0, r / 2}, {}},
                             .shape = Cylinder{r, r},
                             .surface = {}});
  const auto show = [&](const std::string& name, const Shape& shape, const Pose& pose,
                        const Material& material) {
    Visual visual;
    visual.name = name;
    visual.shape = shape;
    visual.link_from_visual = pose;
    visual.material = material;
    base.visuals.push_back(std::move(visual));
  };
  show("ash", Cylinder{r, 0.04 * r}, {{0, 0, 0.02 * r + floor_gap_m}, {}},
       matte({0.07f, 0.065f, 0.06f}));
  show("embers", Ellipsoid{{0.6 * r, 0.6 * r, 0.14 * r}}, {{0, 0, 0.05 * r}, {}},
       flaming({1, 0.3f, 0.04f}, 1, 0.7f));
  constexpr int logs = 5;
  for (int i = 0; i < logs; ++i) {
    const double yaw = std::numbers::pi * i / logs + random.uniform(-0.2, 0.2);
    const double lean = random.uniform(0.1, 0.25);
    // a cylinder lies along z: over onto its side, then around
    const Quat rotation = Quat::from_rpy(0, std::numbers::pi / 2 - lean, yaw);
    show(fmt::format("log_{}", i + 1), Cylinder{0.11 * r, 1.5 * r},
         {{0.1 * r * std::cos(yaw + 1), 0.1 * r * std::sin(yaw + 1), 0.26 * r}, rotation},
         matte(i % 2 ? Color{0.16f, 0.09f, 0.05f} : Color{0.1f, 0.06f, 0.04f}));
  }
  model.links.push_back(std::move(base));

  constexpr int flames = 9;
  for (int i = 0; i < flames; ++i) {
    // the inner ones are taller and yellow, the outer ones red
    const double out = i == 0 ? 0 : (i < 4 ? 0.26 : 0.5) * r;
    const double turn = 2 * std::numbers::pi * i / (i < 4 ? 3 : 5) + random.uniform(-0.3, 0.3);
    const double tall = (i == 0 ? 1.15 : i < 4 ? 0.85 : 0.55) * r * random.uniform(0.85, 1.15);
    const Color color = i == 0  ? Color{1, 0.85f, 0.25f}
                        : i < 4 ? Color{1, 0.55f, 0.08f}
                                : Color{1, 0.26f, 0.03f};
    add_wisp(model, fmt::format("flame_{}", i + 1),
             {(i < 4 ? 0.26 : 0.2) * r, (i < 4 ? 0.26 : 0.2) * r, tall},
             flaming(color, flame_opacity, 0.9f),
             {.base_from_wisp = {out * std::cos(turn), out * std::sin(turn), 0.3 * r + 0.55 * tall},
              .sway_m = {0.06 * r, 0.06 * r, 0.25 * tall},
              .rate_hz = random.uniform(1.2, 2.4),
              .phase = random.uniform(0, 6)});
  }

  // renderers blend eight surfaces one behind the other: few puffs that hardly overlap
  constexpr int puffs = 7;
  for (int i = 0; config_->smoke_m > 0 && i < puffs; ++i) {
    const double up = (i + 0.5) / puffs;
    const double size = (0.42 + 0.75 * up) * r * random.uniform(0.85, 1.15);
    const double gray = 0.16 + 0.22 * up;
    const double drift = 0.35 * up * up * config_->smoke_m;  // the draught of the room
    add_wisp(model, fmt::format("smoke_{}", i + 1), {size, size, 0.8 * size},
             flaming({static_cast<float>(gray), static_cast<float>(gray),
                      static_cast<float>(1.05 * gray), 1},
                     static_cast<float>(0.36 - 0.24 * up), 0.05f),
             {.base_from_wisp = {drift + random.uniform(-0.3, 0.3) * size,
                                 random.uniform(-0.4, 0.4) * size, 1.5 * r + up * config_->smoke_m},
              .sway_m = {0.3 * size, 0.3 * size, 0.2 * size},
              .rate_hz = random.uniform(0.12, 0.3),
              .phase = random.uniform(0, 6)});
  }
  return std::make_shared<const Model>(std::move(model));
}

void Fire::add_wisp(Model& model, const std::string& name, const Vec3& radii,
                    const Material& material, const Wisp& wisp) {
  Visual visual;
  visual.name = name;
  visual.shape = Ellipsoid{radii};
  visual.material = material;
  visual.casts_shadows = false;
  Link link;
  link.name = name;
  link.is_kinematic = true;
  link.model_from_link = {wisp.at(0), {}};
  link.visuals.push_back(std::move(visual));
  model.links.push_back(std::move(link));
  wisps_.push_back(wisp);
}

}  // namespace

RuleKind fire_kind() { return rule_kind_of<Fire>("fire"); }

}  // namespace tandem
