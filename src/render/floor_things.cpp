// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/floor_things.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace tandem {

namespace {

constexpr double highest_m = 2.0;  // what begins higher above the floor is no thing on it
constexpr double ground_brightness = 0.3;
constexpr double mask_margin_m = 0.02;
// What one can see through has no edge to look at: fires are many balls, moved thirty times a
// second.
constexpr double coarser_if_blended = 4;

double srgb(float linear) { return srgb_from_linear(std::clamp(linear, 0.0f, 1.0f)); }

Vec3 seen_color(const SceneMaterial& material, const RenderScene& scene) {
  Vec3f color = material.base_color;
  if (material.base_color_texture != no_texture) {
    const Vec3f mean = scene.texture(material.base_color_texture).mean();
    color = {color.x * mean.x, color.y * mean.y, color.z * mean.z};
  }
  return {srgb(color.x + material.emissive.x), srgb(color.y + material.emissive.y),
          srgb(color.z + material.emissive.z)};
}

// A turn and a shift on the floor.
Pose lifted(const Pose2& pose) {
  return {{pose.translation.x, pose.translation.y, 0}, Quat::from_axis_angle({0, 0, 1}, pose.yaw)};
}

std::array<Vec3, 8> box_corners(const Vec3& low, const Vec3& high) {
  std::array<Vec3, 8> corners;
  for (std::size_t i = 0; i < 8; ++i)
    corners[i] = {(i & 1) != 0 ? high.x : low.x, (i & 2) != 0 ? high.y : low.y,
                  (i & 4) != 0 ? high.z : low.z};
  return corners;
}

Vec3 times(const Vec3& a, const Vec3& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }

bool is_terrain(const Shape& shape) {
  return std::holds_alternative<Plane>(shape) || std::holds_alternative<HeightfieldShape>(shape);
}

}  // namespace

const FloorThings::MeshBuffers& FloorThings::buffers_of(const Shape& shape, const FloorForm& form) {
  const auto [found, is_new] = meshes_.try_emplace(form.identity());
  MeshBuffers& buffers = found->second;
  buffers.is_used = true;
  if (!is_new) return buffers;

  if (instances_ == 0) instances_ = make_buffer();
  const FloorMesh mesh = floor_mesh(shape, form);
  buffers.shape = shape;
  buffers.low = mesh.low;
  buffers.high = mesh.high;
  constexpr std::size_t few = 20'000;
  if (mesh.vertices.size() <= few) {
    for (const FloorVertex& vertex : mesh.vertices) buffers.points.push_back(vertex.position);
  } else {
    for (const Vec3& corner : box_corners(mesh.low, mesh.high))
      buffers.points.push_back(to_float(corner));
  }
  buffers.index_count = static_cast<std::uint32_t>(mesh.indices.size());
  buffers.vertices = make_buffer();
  buffers.indices = make_buffer();
  buffers.array = make_vertex_array();
  fill(buffers.vertices, mesh.vertices.data(), mesh.vertices.size() * sizeof(FloorVertex));
  fill(buffers.indices, mesh.indices.data(), mesh.indices.size() * sizeof(std::uint32_t));
  const GLuint array = buffers.array;
  gl::glVertexArrayVertexBuffer(array, 0, buffers.vertices, 0, sizeof(FloorVertex));
  gl::glVertexArrayVertexBuffer(array, 1, instances_, 0, sizeof(GpuItem));
  gl::glVertexArrayBindingDivisor(array, 1, 1);
  gl::glVertexArrayElementBuffer(array, buffers.indices);
  const auto attribute = [&](GLuint at, GLuint binding, GLint count, std::size_t offset) {
    gl::glEnableVertexArrayAttrib(array, at);
    gl::glVertexArrayAttribFormat(array, at, count, GL_FLOAT, GL_FALSE,
                                  static_cast<GLuint>(offset));
    gl::glVertexArrayAttribBinding(array, at, binding);
  };
  attribute(0, 0, 3, offsetof(FloorVertex, position));
  attribute(1, 0, 3, offsetof(FloorVertex, normal));
  for (GLuint row = 0; row < 3; ++row)
    attribute(2 + row, 1, 4, offsetof(GpuItem, rows) + row * 4 * sizeof(float));
  attribute(5, 1, 4, offsetof(GpuItem, color));
  attribute(6, 1, 4, offsetof(GpuItem, special));
  return buffers;
}

void FloorThings::take_instances(const RenderScene& scene, double pixel_m) {
  items_.clear();
  for (auto& [key, mesh] : meshes_) mesh.is_used = false;
  for (std::size_t i = 0; i < scene.instances().size(); ++i) {
    const SceneInstance& instance = scene.instances()[i];
    const bool is_painted = instance.entity == scene.painted_entity();
    // what is real is there already; but paint lies on real floors, too
    if (instance.is_real && !is_painted) continue;
    const bool is_blended =
        scene.materials()[scene.part_materials()[instance.first_part]].is_blended();
    const FloorForm form =
        form_of(*instance.shape, is_blended ? coarser_if_blended * pixel_m : pixel_m);
    const MeshBuffers& mesh = buffers_of(*instance.shape, form);
    if (mesh.index_count == 0) continue;
    const auto add = [&](std::uint32_t part, std::uint32_t first, std::uint32_t count) {
      const SceneMaterial& material =
          scene.materials()[scene.part_materials()[instance.first_part + part]];
      Item& item = items_.emplace_back();
      item.mesh = &mesh;
      item.first_index = first;
      item.index_count = count;
      item.instance = i;
      item.entity = instance.entity;
      item.is_still = instance.is_still;
      item.is_blended = material.is_blended();
      item.is_painted = is_painted;
      item.is_real = instance.is_real;
      item.scale = form.scale;
      item.color = seen_color(material, scene);
      item.opacity = material.opacity;
      item.gpu.special[3] = static_cast<float>(form.edges) + (is_painted ? 4.0f : 0.0f);
    };
    if (instance.has_own_materials) {
      const Mesh& own = *std::get<MeshShape>(*instance.shape).mesh;
      for (std::uint32_t part = 0; part < own.submeshes.size(); ++part)
        add(part, own.submeshes[part].first_index, own.submeshes[part].index_count);
    } else {
      add(0, 0, mesh.index_count);
    }
  }
  std::erase_if(meshes_, [](const auto& entry) { return !entry.second.is_used; });
  // by mesh, so that few calls draw them all; meshes as they come, so that surfaces at the same
  // height are always drawn in the same order
  std::map<const MeshBuffers*, std::size_t> order;
  for (const Item& item : items_) order.try_emplace(item.mesh, order.size());
  std::ranges::stable_sort(items_, {}, [&](const Item& item) {
    return std::tuple(item.is_blended, order[item.mesh], item.first_index);
  });
}

void FloorThings::place(Item& item, const RenderScene& scene, const FloorPicture& picture,
                        const FloorProjection& projection, const FloorRobot* robot) {
  const SceneInstance& instance = scene.instances()[item.instance];
  Pose pose = instance.world_from_instance;
  if (robot != nullptr) pose = lifted(robot->shown_from_world) * pose;
  const auto corners =
      box_corners(times(item.mesh->low, item.scale), times(item.mesh->high, item.scale));
  std::array<Vec2, 8> on_floor;
  double low = 1e9, high = -1e9, x0 = 1e9, x1 = -1e9, y0 = 1e9, y1 = -1e9;
  for (std::size_t i = 0; i < 8; ++i) {
    const Vec3 corner = pose * corners[i];
    on_floor[i] = projection.local({corner.x, corner.y});
    low = std::min(low, corner.z);
    high = std::max(high, corner.z);
    x0 = std::min(x0, corner.x);
    x1 = std::max(x1, corner.x);
    y0 = std::min(y0, corner.y);
    y1 = std::max(y1, corner.y);
  }

  item.is_mask = robot != nullptr && robot->is_real;
  const FloorBodies bodies = picture.layers.bodies;
  if (robot != nullptr && robot->is_real)
    item.is_shown = bodies == FloorBodies::all;
  else if (robot != nullptr)
    item.is_shown = bodies != FloorBodies::none;
  else
    item.is_shown = low < picture.floor_height_m + highest_m;
  if (item.is_mask && item.is_shown) item.is_mask = false;

  // ground is dim, so that what lies on it can be seen
  const bool is_ground =
      is_terrain(*instance.shape) || item.is_painted ||
      (item.is_still && std::min(x1 - x0, y1 - y0) > 5) ||
      (item.is_still && std::min(x1 - x0, y1 - y0) > 2 && high < picture.floor_height_m + 0.05);
  Vec3 color = item.color;
  if (is_ground) color = ground_brightness * color;
  if (item.is_real || item.is_mask) color = {};
  item.gpu.color = {static_cast<float>(color.x), static_cast<float>(color.y),
                    static_cast<float>(color.z), item.is_mask ? 1 : item.opacity};

  // a mask is a little larger, because a tracker is not exact
  Vec3 at =
      pose.translation - Vec3{projection.origin.x, projection.origin.y, picture.floor_height_m};
  double grown = 1;
  Vec2 around{};
  if (item.is_mask) {
    const double radius = reach_of(item.entity).radius_m;
    grown = (radius + mask_margin_m) / radius;
    around = projection.local((robot->shown_from_world * robot->world_from_robot).translation);
    for (Vec2& corner : on_floor) corner = around + grown * (corner - around);
    at.x = around.x + grown * (at.x - around.x);
    at.y = around.y + grown * (at.y - around.y);
  }
  const Vec3 axes[3] = {pose.rotation * Vec3{item.scale.x, 0, 0},
                        pose.rotation * Vec3{0, item.scale.y, 0},
                        pose.rotation * Vec3{0, 0, item.scale.z}};
  for (std::size_t i = 0; i < 3; ++i) {
    item.gpu.rows[i] = static_cast<float>(grown * axes[i].x);
    item.gpu.rows[4 + i] = static_cast<float>(grown * axes[i].y);
    item.gpu.rows[8 + i] = static_cast<float>(axes[i].z);
  }
  item.gpu.rows[3] = static_cast<float>(at.x);
  item.gpu.rows[7] = static_cast<float>(at.y);
  item.gpu.rows[11] = static_cast<float>(at.z);
  item.gpu.special[0] = static_cast<float>(item.scale.x);
  item.gpu.special[1] = static_cast<float>(item.scale.y);
  item.gpu.special[2] = static_cast<float>(item.scale.z);
  item.rect = projection.around(on_floor);
}

void FloorThings::measure_robots(const RenderScene& scene, const FloorPicture& picture) {
  reaches_.clear();
  for (const FloorRobot& robot : picture.robots) {
    const Pose2 robot_from_world = inverse(robot.world_from_robot);
    RobotReach reach{0, 0};
    for (const Item& item : items_) {
      if (item.entity != robot.entity) continue;
      const Pose& pose = scene.instances()[item.instance].world_from_instance;
      for (const Vec3f& point : item.mesh->points) {
        const Vec3 in_world = pose * times(to_double(point), item.scale);
        const Vec2 in_robot = robot_from_world * Vec2{in_world.x, in_world.y};
        reach.rear_m = std::max(reach.rear_m, -in_robot.x);
        reach.radius_m = std::max(reach.radius_m, std::hypot(in_robot.x, in_robot.y));
      }
    }
    if (reach.radius_m > 0) reaches_[robot.entity] = reach;
  }
}

RobotReach FloorThings::reach_of(EntityId robot) const {
  const auto found = reaches_.find(robot);
  return found != reaches_.end() ? found->second : RobotReach{};
}

void FloorThings::update(const RenderScene& scene, const FloorPicture& picture,
                         const FloorProjection& projection, DirtyPixels& behind,
                         DirtyPixels& before) {
  const bool is_all = behind.rects().size() == 1 && behind.rects()[0] == behind.all();
  std::vector<EntityId> robots;
  for (const FloorRobot& robot : picture.robots) robots.push_back(robot.entity);
  const bool are_new = scene.id() != scene_id_ ||
                       scene.instances_changed_at() != instances_changed_at_ ||
                       scene.painted_entity() != painted_ || projection.pixel_m != pixel_m_;
  if (are_new) {
    scene_id_ = scene.id();
    instances_changed_at_ = scene.instances_changed_at();
    painted_ = scene.painted_entity();
    pixel_m_ = projection.pixel_m;
    take_instances(scene, pixel_m_);
    behind.add_all();
    before.add_all();
  }
  if (are_new || robots != robots_) measure_robots(scene, picture);
  robots_ = std::move(robots);
  if (scene.still_changed_at() != still_changed_at_) {
    still_changed_at_ = scene.still_changed_at();
    behind.add_all();
    before.add_all();
  }

  std::map<EntityId, const FloorRobot*> robot_of;
  for (const FloorRobot& robot : picture.robots) robot_of[robot.entity] = &robot;
  for (Item& item : items_) {
    const auto robot = robot_of.find(item.entity);
    const bool has_moved = scene.instances()[item.instance].moved_at > revision_;
    if (!are_new && !is_all && !has_moved && robot == robot_of.end()) continue;
    const GpuItem old = item.gpu;
    const FloorRect old_rect = item.rect;
    const bool was_shown = item.is_shown, was_mask = item.is_mask;
    place(item, scene, picture, projection, robot != robot_of.end() ? robot->second : nullptr);
    if (robot != robot_of.end()) item.is_still = false;
    if (item.gpu == old && item.is_shown == was_shown && item.is_mask == was_mask) continue;
    if (was_shown || was_mask) before.add(old_rect);
    if (item.is_shown || item.is_mask) before.add(item.rect);
  }
  revision_ = scene.revision();
}

FloorThings::Range FloorThings::collect(Which which, const FloorRect& rect) {
  Range range{batches_.size(), batches_.size()};
  for (const Item& item : items_) {
    const bool is_wanted = which == Which::mask
                               ? item.is_mask
                               : item.is_shown && item.is_still == (which == Which::still);
    if (!is_wanted || !overlap(item.rect, rect)) continue;
    const bool is_blended = item.is_blended && which != Which::mask;
    Batch* last = batches_.size() > range.first ? &batches_.back() : nullptr;
    if (last == nullptr || last->mesh != item.mesh || last->first_index != item.first_index ||
        last->is_blended != is_blended)
      last = &batches_.emplace_back(
          Batch{item.mesh, item.first_index, item.index_count, ready_.size(), 0, is_blended});
    ready_.push_back(item.gpu);
    ++last->count;
  }
  range.end = batches_.size();
  return range;
}

void FloorThings::upload() {
  if (instances_ != 0) fill(instances_, ready_.data(), ready_.size() * sizeof(GpuItem));
}

void FloorThings::draw(const Range& range) const {
  for (std::size_t i = range.first; i < range.end; ++i) {
    const Batch& batch = batches_[i];
    if (batch.is_blended) gl::glEnable(GL_BLEND);
    gl::glBindVertexArray(batch.mesh->array);
    gl::glDrawElementsInstancedBaseInstance(
        GL_TRIANGLES, static_cast<GLsizei>(batch.index_count), GL_UNSIGNED_INT,
        reinterpret_cast<const void*>(batch.first_index * sizeof(std::uint32_t)),
        static_cast<GLsizei>(batch.count), static_cast<GLuint>(batch.first));
    if (batch.is_blended) gl::glDisable(GL_BLEND);
  }
}

}  // namespace tandem
