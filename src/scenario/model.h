// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/findings.h"
#include "geometry/mass.h"
#include "geometry/mesh.h"
#include "geometry/pose.h"
#include "geometry/shape.h"
#include "geometry/surface.h"
#include "scenario/sensor_description.h"

namespace tandem {

struct Visual {
  std::string name;
  Pose link_from_visual;
  Shape shape;
  // What the file says about the surface; without it a mesh keeps its own materials.
  std::optional<Material> material;
  bool casts_shadows = true;
  std::optional<std::uint8_t> label;  // its class in segmented images, in place of the model's
};

struct Collision {
  std::string name;
  Pose link_from_collision;
  Shape shape;
  Surface surface;
  Place place{};
};

struct Link {
  std::string name;
  Pose model_from_link;  // with every joint at zero
  MassProperties mass;   // zero mass: a frame without matter of its own
  std::vector<Visual> visuals;
  std::vector<Collision> collisions;
  double linear_drag = 0.02;
  double angular_drag = 0.1;
  bool has_gravity = true;
  bool is_kinematic = false;
  Place place{};
};

enum class ModelJointType { fixed, revolute, continuous, prismatic };

struct Joint {
  std::string name;
  ModelJointType type = ModelJointType::fixed;
  std::string parent;  // link name, or "world"
  std::string child;
  Pose model_from_joint;
  Vec3 axis{0, 0, 1};           // in the joint's frame
  std::optional<double> lower;  // rad or m
  std::optional<double> upper;
  std::optional<double> max_effort;    // N m or N
  std::optional<double> max_velocity;  // rad/s or m/s
  double damping = 0;
  double friction = 0;
  Place place{};
};

// A named place on a link that carries nothing: SDF <frame>.
struct NamedFrame {
  std::string name;
  std::string link;
  Pose link_from_frame;
};

// A thing as its file describes it. Nested models are flattened: their links are "arm::hand".
struct Model {
  std::string name;
  Place place;
  bool is_static = false;
  bool self_collides = false;
  std::optional<std::uint8_t> label;  // its class in segmented images
  std::vector<Link> links;            // the first one carries the model's pose
  std::vector<Joint> joints;
  std::vector<NamedFrame> frames;
  std::shared_ptr<const std::string> urdf;  // the text it was read from, if that was URDF
  std::vector<SensorDescription> sensors;
};

// One of possibly many of a model.
struct ModelInstance {
  std::string name;
  std::shared_ptr<const Model> model;
  Pose world_from_model;
};

enum class LightType { directional, point, spot };

struct Light {
  std::string name;
  LightType type = LightType::directional;
  Pose world_from_light;
  Vec3 direction{0, 0, -1};  // in the light's frame
  Color diffuse{1, 1, 1, 1};
  Color specular{0.1f, 0.1f, 0.1f, 1};
  double intensity = 1;
  double range_m = 10;
  double attenuation_constant = 1, attenuation_linear = 0, attenuation_quadratic = 0;
  double spot_inner_angle = 0, spot_outer_angle = 0, spot_falloff = 0;  // rad
  bool casts_shadows = true;
};

// Where on Earth the world's origin is.
struct GeodeticOrigin {
  double latitude_deg = 0;
  double longitude_deg = 0;
  double elevation_m = 0;
  double heading_deg = 0;
};

struct Atmosphere {
  Color ambient{0.4f, 0.4f, 0.4f, 1};
  Color background{0.7f, 0.8f, 0.9f, 1};
  bool has_sky = false;
  bool has_shadows = true;
  struct Fog {
    Color color{1, 1, 1, 1};
    std::string type = "none";  // none, linear, quadratic
    double start_m = 1, end_m = 100, density = 1;
  } fog;
};

// A world as its file describes it.
struct WorldDescription {
  std::string name = "world";
  Vec3 gravity{0, 0, -9.81};
  std::vector<ModelInstance> models;
  std::vector<Light> lights;
  Atmosphere atmosphere;
  std::optional<GeodeticOrigin> origin;
  // SDF <frame>s of the world itself; a link is "model::link", or empty where the world holds it.
  std::vector<NamedFrame> frames;
};

}  // namespace tandem
