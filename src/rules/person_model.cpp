// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "rules/person_model.h"

#include <cmath>
#include <string>

#include "scenario/world_parts.h"

namespace tandem {

namespace {

constexpr double usual_height = 1.75;  // m; all measures here are those of a person so tall
constexpr double hip_height = 0.90;
constexpr double hip_apart = 0.095;  // from the middle
constexpr double shoulder_height = 1.42;
constexpr double shoulder_apart = 0.225;
constexpr double leg_swing = 0.42;  // rad
constexpr double arm_swing = 0.35;

template <std::size_t N>
Color one_of(const std::array<Color, N>& colors, Random& random) {
  return colors[random.below(N)];
}

constexpr std::array<Color, 5> skins{{{0.93f, 0.76f, 0.65f, 1},
                                      {0.85f, 0.65f, 0.52f, 1},
                                      {0.72f, 0.51f, 0.38f, 1},
                                      {0.52f, 0.35f, 0.25f, 1},
                                      {0.36f, 0.24f, 0.18f, 1}}};
constexpr std::array<Color, 5> hairs{{{0.08f, 0.06f, 0.05f, 1},
                                      {0.25f, 0.15f, 0.09f, 1},
                                      {0.45f, 0.29f, 0.15f, 1},
                                      {0.75f, 0.58f, 0.32f, 1},
                                      {0.62f, 0.62f, 0.63f, 1}}};
constexpr std::array<Color, 8> shirts{{{0.16f, 0.32f, 0.58f, 1},
                                       {0.70f, 0.16f, 0.18f, 1},
                                       {0.16f, 0.45f, 0.34f, 1},
                                       {0.88f, 0.88f, 0.86f, 1},
                                       {0.92f, 0.66f, 0.20f, 1},
                                       {0.45f, 0.28f, 0.50f, 1},
                                       {0.30f, 0.55f, 0.70f, 1},
                                       {0.80f, 0.45f, 0.33f, 1}}};
constexpr std::array<Color, 4> trousers{{{0.10f, 0.13f, 0.22f, 1},
                                         {0.20f, 0.20f, 0.22f, 1},
                                         {0.42f, 0.37f, 0.30f, 1},
                                         {0.16f, 0.24f, 0.38f, 1}}};
constexpr std::array<Color, 3> shoes{
    {{0.07f, 0.07f, 0.08f, 1}, {0.30f, 0.18f, 0.10f, 1}, {0.80f, 0.80f, 0.80f, 1}}};

// Measures of a person of the usual height, made as tall as this one.
class Tailor {
 public:
  explicit Tailor(double scale) : scale_(scale) {}

  Vec3 at(double x, double y, double z) const { return scale_ * Vec3{x, y, z}; }
  Pose upright(double x, double y, double z) const { return {at(x, y, z), {}}; }
  Shape ellipsoid(double x, double y, double z) const { return Ellipsoid{at(x, y, z)}; }
  Shape sphere(double radius) const { return Sphere{scale_ * radius}; }
  Shape capsule(double radius, double length) const {
    return Capsule{scale_ * radius, scale_ * length};
  }

 private:
  double scale_;
};

void show(Link& link, const std::string& name, const Shape& shape, const Pose& link_from_part,
          Color color, float roughness = 0.9f) {
  link.visuals.push_back({name, link_from_part, shape, matte(color, roughness), true, {}});
}

void feel(Link& link, const std::string& name, const Shape& shape, const Pose& link_from_part) {
  link.collisions.push_back({name, link_from_part, shape, {}});
}

Link kinematic_link(const std::string& name, const Pose& model_from_link) {
  Link link;
  link.name = name;
  link.model_from_link = model_from_link;
  link.is_kinematic = true;
  return link;
}

// The origin of the trunk is that of the person: on the floor.
Link trunk(const PersonLook& look, const Tailor& of) {
  Link link = kinematic_link("trunk", {});
  const Quat lying = Quat::from_rpy(std::acos(0.0), 0, 0);
  show(link, "hips", of.ellipsoid(0.125, 0.175, 0.14), of.upright(0, 0, 0.95), look.trousers);
  show(link, "chest", of.ellipsoid(0.12, 0.185, 0.30), of.upright(0, 0, 1.20), look.shirt);
  show(link, "shoulders", of.capsule(0.075, 0.28), {of.at(0, 0, 1.40), lying}, look.shirt);
  show(link, "neck", of.capsule(0.052, 0.08), of.upright(0.005, 0, 1.49), look.skin);
  show(link, "head", of.ellipsoid(0.098, 0.080, 0.122), of.upright(0.015, 0, 1.625), look.skin);
  show(link, "hair", of.ellipsoid(0.102, 0.088, 0.105), of.upright(-0.012, 0, 1.655), look.hair);
  show(link, "nose", of.sphere(0.016), of.upright(0.112, 0, 1.61), look.skin);
  for (const double side : {0.03, -0.03})
    show(link, side > 0 ? "left_eye" : "right_eye", of.sphere(0.012), of.upright(0.097, side, 1.64),
         {0.06f, 0.05f, 0.05f, 1}, 0.3f);
  feel(link, "trunk", of.capsule(0.17, 0.30), of.upright(0, 0, 1.15));
  feel(link, "head", of.sphere(0.12), of.upright(0, 0, 1.63));
  return link;
}

// Hangs from the hip.
Link leg(const std::string& name, double side, const PersonLook& look, const Tailor& of) {
  Link link = kinematic_link(name, of.upright(0, side * hip_apart, hip_height));
  show(link, "thigh", of.capsule(0.083, 0.30), of.upright(0, 0, -0.20), look.trousers);
  show(link, "shin", of.capsule(0.062, 0.36), of.upright(-0.01, 0, -0.60), look.trousers);
  show(link, "shoe", of.ellipsoid(0.135, 0.052, 0.05), of.upright(0.045, 0, -0.85), look.shoes,
       0.5f);
  feel(link, "leg", of.capsule(0.08, 0.66), of.upright(0, 0, -0.46));
  return link;
}

// Hangs from the shoulder.
Link arm(const std::string& name, double side, const PersonLook& look, const Tailor& of) {
  Link link = kinematic_link(name, of.upright(0, side * shoulder_apart, shoulder_height));
  show(link, "sleeve", of.capsule(0.053, 0.24), of.upright(0, 0, -0.15), look.shirt);
  show(link, "forearm", of.capsule(0.040, 0.22), of.upright(0.015, 0, -0.40), look.skin);
  show(link, "hand", of.ellipsoid(0.045, 0.03, 0.075), of.upright(0.025, 0, -0.585), look.skin);
  feel(link, "arm", of.capsule(0.05, 0.54), of.upright(0.01, 0, -0.31));
  return link;
}

}  // namespace

PersonLook drawn_look(Random& random) {
  PersonLook look;
  look.height_m = random.uniform(1.58, 1.90);
  look.skin = one_of(skins, random);
  look.hair = one_of(hairs, random);
  look.shirt = one_of(shirts, random);
  look.trousers = one_of(trousers, random);
  look.shoes = one_of(shoes, random);
  return look;
}

std::shared_ptr<const Model> person_model(const PersonLook& look) {
  const Tailor of(look.height_m / usual_height);
  auto model = std::make_shared<Model>();
  model->name = "person";
  model->links = {trunk(look, of), leg("left_leg", 1, look, of), leg("right_leg", -1, look, of),
                  arm("left_arm", 1, look, of), arm("right_arm", -1, look, of)};
  return model;
}

std::array<Pose, body_part_count> posture(const PersonLook& look, const Gait& gait) {
  const double scale = look.height_m / usual_height;
  const double wave = gait.swing * std::sin(gait.phase);
  // both feet stay on the floor, so the hips sink as the legs part
  const double sunk = scale * hip_height * (1 - std::cos(leg_swing * wave));
  const auto limb = [&](double side, double height, double angle) {
    const double apart = height == hip_height ? hip_apart : shoulder_apart;
    return Pose{{0, scale * side * apart, scale * height - sunk},
                Quat::from_axis_angle({0, 1, 0}, angle)};
  };
  return {Pose{{0, 0, -sunk}, {}}, limb(1, hip_height, -leg_swing * wave),
          limb(-1, hip_height, leg_swing * wave), limb(1, shoulder_height, arm_swing * wave),
          limb(-1, shoulder_height, -arm_swing * wave)};
}

double step_length_m(const PersonLook& look) {
  return 2 * look.height_m / usual_height * hip_height * std::sin(leg_swing);
}

}  // namespace tandem
