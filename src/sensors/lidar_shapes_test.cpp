// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
//
// What a lidar measures of shapes from files, held to the formulas of those shapes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

#include "scenario/image.h"
#include "sensors/test_world.h"

namespace tandem {
namespace {

constexpr double nothing = std::numeric_limits<double>::infinity();

// How far a beam gets, seen from the shape.
using Range = std::function<double(const Vec3& origin, const Vec3& direction)>;

double nearest_ahead(double a, double b) {
  if (a > 0 && b > 0) return std::min(a, b);
  return std::max(a, b) > 0 ? std::max(a, b) : nothing;
}

double to_plane(const Vec3& o, const Vec3& d, const Vec3& normal, double offset) {
  const double along = dot(d, normal);
  const double t = (offset - dot(o, normal)) / along;
  return std::abs(along) > 1e-12 && t > 0 ? t : nothing;
}

double to_box(const Vec3& o, const Vec3& d, const Vec3& half) {
  double enter = -nothing, leave = nothing;
  const auto cut = [&](double position, double direction, double limit) {
    const double a = (-limit - position) / direction, b = (limit - position) / direction;
    enter = std::max(enter, std::min(a, b));
    leave = std::min(leave, std::max(a, b));
  };
  cut(o.x, d.x, half.x);
  cut(o.y, d.y, half.y);
  cut(o.z, d.z, half.z);
  return enter <= leave && enter > 0 ? enter : nothing;
}

double to_sphere(const Vec3& o, const Vec3& d, double radius) {
  const double b = dot(o, d), c = dot(o, o) - radius * radius;
  if (b * b < c) return nothing;
  const double root = std::sqrt(b * b - c);
  return nearest_ahead(-b - root, -b + root);
}

double to_cylinder(const Vec3& o, const Vec3& d, double radius, double half_length) {
  double best = nothing;
  const double a = d.x * d.x + d.y * d.y, b = o.x * d.x + o.y * d.y,
               c = o.x * o.x + o.y * o.y - radius * radius;
  if (b * b >= a * c) {
    const double t = (-b - std::sqrt(b * b - a * c)) / a;
    if (t > 0 && std::abs(o.z + t * d.z) <= half_length) best = t;
  }
  for (const double end : {-half_length, half_length}) {
    const double t = (end - o.z) / d.z;
    if (t > 0 && std::hypot(o.x + t * d.x, o.y + t * d.y) <= radius) best = std::min(best, t);
  }
  return best;
}

// |x| + |y| + |z| = size, by its eight sides.
double to_octahedron(const Vec3& o, const Vec3& d, double size) {
  double best = nothing;
  for (const double x : {-1.0, 1.0})
    for (const double y : {-1.0, 1.0})
      for (const double z : {-1.0, 1.0}) {
        const double t = to_plane(o, d, {x, y, z}, size);
        const Vec3 at = o + t * d;
        if (t < best && at.x * x >= 0 && at.y * y >= 0 && at.z * z >= 0) best = t;
      }
  return best;
}

// The slope z = (x + 4) / 8 of 8 by 8 m, from either side.
double to_slope(const Vec3& o, const Vec3& d) {
  const double t = to_plane(o, d, {-1.0 / 8, 0, 1}, 0.5);
  const Vec3 at = o + t * d;
  return t < nothing && std::abs(at.x) <= 4 && std::abs(at.y) <= 4 ? t : nothing;
}

struct ShapeCase {
  std::string name;
  std::string geometry;
  Range range;
};

std::vector<ShapeCase> shape_cases() {
  return {
      {"box", "<box><size>0.8 1 1.2</size></box>",
       [](const Vec3& o, const Vec3& d) {
         return to_box(o, d, {0.4, 0.5, 0.6});
       }},
      {"sphere", "<sphere><radius>0.6</radius></sphere>",
       [](const Vec3& o, const Vec3& d) { return to_sphere(o, d, 0.6); }},
      {"cylinder", "<cylinder><radius>0.4</radius><length>1.2</length></cylinder>",
       [](const Vec3& o, const Vec3& d) { return to_cylinder(o, d, 0.4, 0.6); }},
      {"plane", "<plane><normal>0 0 1</normal><size>3 2</size></plane>",
       [](const Vec3& o, const Vec3& d) {
         const double t = to_plane(o, d, {0, 0, 1}, 0);
         const Vec3 at = o + t * d;
         return t < nothing && std::abs(at.x) <= 1.5 && std::abs(at.y) <= 1 ? t : nothing;
       }},
      {"mesh", "<mesh><uri>octahedron.obj</uri></mesh>",
       [](const Vec3& o, const Vec3& d) { return to_octahedron(o, d, 0.8); }},
      {"heightfield", "<heightmap><uri>slope.png</uri><size>8 8 1.328125</size></heightmap>",
       to_slope},
  };
}

void write_octahedron(const TestFolder& folder) {
  folder.write("octahedron.obj",
               "v 0.8 0 0\nv -0.8 0 0\nv 0 0.8 0\nv 0 -0.8 0\nv 0 0 0.8\nv 0 0 -0.8\n"
               "f 1 3 5\nf 3 2 5\nf 2 4 5\nf 4 1 5\nf 3 1 6\nf 2 3 6\nf 4 2 6\nf 1 4 6\n");
}

// 9 columns from 0 to 192 of 255 levels: 192/255 of 1.328125 m is 1 m.
void write_slope(const TestFolder& folder) {
  RgbaImage image;
  image.width = image.height = 9;
  for (int row = 0; row < 9; ++row)
    for (int column = 0; column < 9; ++column) {
      const auto level = static_cast<std::uint8_t>(24 * column);
      image.pixels.insert(image.pixels.end(), {level, level, level, 255});
    }
  ASSERT_TRUE(write_png(folder.path() / "slope.png", image));
}

TEST(LidarShapes, RangesAreRightWithinAMillimetre) {
  constexpr int rings = 61, columns = 121;
  constexpr double radians = std::numbers::pi / 180;
  const Pose world_from_shape{{3, 0.2, 0.9}, Quat::from_rpy(0.3, -0.2, 0.5)};
  for (const ShapeCase& shape : shape_cases()) {
    const TestFolder folder;
    write_octahedron(folder);
    write_slope(folder);
    const std::string sdf =
        folder
            .write("w.sdf", fmt::format("<sdf version=\"1.9\"><world name=\"w\">"
                                        "<gravity>0 0 0</gravity><model name=\"thing\">"
                                        "<static>true</static><pose>3 0.2 0.9 0.3 -0.2 0.5</pose>"
                                        "<link name=\"l\"><visual name=\"v\"><geometry>{}"
                                        "</geometry></visual></link></model></world></sdf>",
                                        shape.geometry))
            .string();
    SensorWorld world(
        fmt::format("step: 10ms\nworld: {}\n"
                    "robots: [{{name: r1, model: block.urdf, pose: {{z: 1}}, sensors: {{s: {{\n"
                    "  type: lidar_3d, organized: true, rings: {}, columns: {}, fov_deg: 60,\n"
                    "  fov_down_deg: -15, fov_up_deg: 15, range_max_m: 30}}}}}}]\n",
                    sdf, rings, columns));
    const auto cloud = world.next_as<CloudReading>("s");
    ASSERT_EQ(cloud.points.size(), static_cast<std::size_t>(rings) * columns);
    const Pose world_from_lidar = world.world->world_from(world.world->find("r1")->links[0]);
    const Pose shape_from_lidar = inverse(world_from_shape) * world_from_lidar;
    int hits = 0, doubtful = 0;
    for (int row = 0; row < rings; ++row)
      for (int column = 0; column < columns; ++column) {
        const CloudPoint& point = cloud.points[static_cast<std::size_t>(row * columns + column)];
        const double azimuth = (-30 + 60.0 * column / (columns - 1)) * radians;
        const double elevation = (15 - 30.0 * row / (rings - 1)) * radians;
        const Vec3 direction{std::cos(elevation) * std::cos(azimuth),
                             std::cos(elevation) * std::sin(azimuth), std::sin(elevation)};
        const double expected =
            shape.range(shape_from_lidar.translation, shape_from_lidar.rotation * direction);
        const Vec3 seen{point.x, point.y, point.z};
        const bool is_hit = std::isfinite(point.x);
        // on the very edge either answer will do
        if (is_hit != std::isfinite(expected)) {
          ++doubtful;
          continue;
        }
        if (!is_hit) continue;
        ++hits;
        ASSERT_NEAR(length(seen), expected, 1e-3) << shape.name << " " << row << " " << column;
      }
    EXPECT_GT(hits, 300) << shape.name;
    EXPECT_LE(doubtful, 2) << shape.name;
  }
}

}  // namespace
}  // namespace tandem
