// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/gl_scene.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <set>
#include <tuple>

#include "render/mesh_rays.h"
#include "render/ray_world.h"
#include "render/shade_tables.h"

namespace tandem {

// As in the shaders.
struct GlScene::GpuInstance {
  float position[4];
  float rows[3][4];
  float size[4];
  std::uint32_t info[4];
};

namespace {

struct GpuMaterial {
  float base[4];
  float emissive[4];
  float more[4];
  std::int32_t textures[4];
  std::int32_t others[4];
};

// Names of the bindings in the shaders.
enum Binding : GLuint { instances, draw_list, materials, lights, paint_tiles, paint_texels };

GlVertexArray make_array(GLuint vertices, GLuint indices) {
  GlVertexArray array = make_vertex_array();
  for (GLuint attribute = 0; attribute < 2; ++attribute) {
    gl::glEnableVertexArrayAttrib(array, attribute);
    gl::glVertexArrayAttribFormat(array, attribute, 3, GL_FLOAT, GL_FALSE, attribute * 12);
    gl::glVertexArrayAttribBinding(array, attribute, 0);
  }
  gl::glVertexArrayVertexBuffer(array, 0, vertices, 0, 24);
  gl::glVertexArrayElementBuffer(array, indices);
  return array;
}

// From -1 to 1, each face with its normal, counter-clockwise from outside.
void fill_box(const GlBuffer& vertices, const GlBuffer& indices) {
  std::vector<float> data;
  std::vector<std::uint32_t> order;
  for (int axis = 0; axis < 3; ++axis)
    for (const float side : {-1.0f, 1.0f}) {
      const auto first = static_cast<std::uint32_t>(data.size() / 6);
      for (int corner = 0; corner < 4; ++corner) {
        float p[3] = {}, n[3] = {};
        p[axis] = n[axis] = side;
        p[(axis + 1) % 3] = corner == 1 || corner == 2 ? 1.0f : -1.0f;
        p[(axis + 2) % 3] = corner >= 2 ? 1.0f : -1.0f;
        data.insert(data.end(), p, p + 3);
        data.insert(data.end(), n, n + 3);
      }
      if (side > 0)
        order.insert(order.end(), {first, first + 1, first + 2, first, first + 2, first + 3});
      else
        order.insert(order.end(), {first, first + 2, first + 1, first, first + 3, first + 2});
    }
  fill(vertices, data.data(), data.size() * sizeof(float));
  fill(indices, order.data(), order.size() * sizeof(std::uint32_t));
}

constexpr std::uint32_t box_index_count = 36;
constexpr std::uint32_t rectangle_index_count = 6;

void fill_rectangle(const GlBuffer& vertices, const GlBuffer& indices) {
  const float data[] = {-1, -1, 0, 0, 0, 1, 1, -1, 0, 0, 0, 1, 1, 1, 0, 0, 0, 1, -1, 1, 0, 0, 0, 1};
  const std::uint32_t order[] = {0, 1, 2, 0, 2, 3};
  fill(vertices, data, sizeof data);
  fill(indices, order, sizeof order);
}

GlShape shape_of(const Shape& shape) {
  constexpr GlShape shapes[] = {GlShape::box,     GlShape::quadric, GlShape::quadric,
                                GlShape::quadric, GlShape::quadric, GlShape::rectangle,
                                GlShape::mesh,    GlShape::field};
  static_assert(std::variant_size_v<Shape> == std::size(shapes));
  return shapes[shape.index()];
}

// The shaders' numbers for the round shapes.
std::uint32_t kind_of(const Shape& shape) {
  if (std::holds_alternative<Cylinder>(shape)) return 2;
  if (std::holds_alternative<Capsule>(shape)) return 3;
  return 1;
}

bool is_blended(const RenderScene& scene, const SceneMaterial& material) {
  return material.is_blended() || (material.base_color_texture != no_texture &&
                                   scene.texture(material.base_color_texture).has_transparency());
}

GlTexture upload(const Texture& texture) {
  GlTexture made =
      make_texture(texture.use() == TextureUse::color ? GL_SRGB8_ALPHA8 : GL_RGBA8, texture.width(),
                   texture.height(), static_cast<int>(texture.levels().size()));
  gl::glTextureParameteri(made, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  gl::glTextureParameteri(made, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  gl::glTextureParameteri(made, GL_TEXTURE_WRAP_S, GL_REPEAT);
  gl::glTextureParameteri(made, GL_TEXTURE_WRAP_T, GL_REPEAT);
  for (std::size_t i = 0; i < texture.levels().size(); ++i) {
    const Texture::Level& level = texture.levels()[i];
    gl::glTextureSubImage2D(made, static_cast<GLint>(i), 0, 0, level.width, level.height, GL_RGBA,
                            GL_UNSIGNED_BYTE, texture.texels().data() + level.first);
  }
  return made;
}

}  // namespace

GlScene::GlScene()
    : box_vertices_(make_buffer()),
      box_indices_(make_buffer()),
      rectangle_vertices_(make_buffer()),
      rectangle_indices_(make_buffer()),
      instances_(make_buffer()),
      draw_list_(make_buffer()),
      material_buffer_(make_buffer()),
      paint_tiles_(make_buffer()),
      paint_texels_(make_buffer()) {
  fill_box(box_vertices_, box_indices_);
  fill_rectangle(rectangle_vertices_, rectangle_indices_);
  box_array_ = make_array(box_vertices_, box_indices_);
  rectangle_array_ = make_array(rectangle_vertices_, rectangle_indices_);
  for (const GlBuffer* buffer :
       {&instances_, &draw_list_, &material_buffer_, &paint_tiles_, &paint_texels_})
    fill(*buffer, nullptr, 0);
}

const GlScene::MeshBuffers& GlScene::buffers_of(const std::shared_ptr<const Mesh>& shared) {
  const Mesh& mesh = *shared;
  const auto [found, is_new] = meshes_.try_emplace(&mesh);
  MeshBuffers& buffers = found->second;
  if (!is_new) return buffers;
  buffers.mesh = shared;
  buffers.array = make_vertex_array();
  const auto attribute = [&](GLuint number, GlBuffer& buffer, const auto& values) {
    if (values.empty()) return;
    buffer = make_buffer();
    fill(buffer, values.data(), values.size() * sizeof values[0]);
    gl::glEnableVertexArrayAttrib(buffers.array, number);
    gl::glVertexArrayAttribFormat(buffers.array, number, static_cast<GLint>(values[0].size()),
                                  GL_FLOAT, GL_FALSE, 0);
    gl::glVertexArrayAttribBinding(buffers.array, number, number);
    gl::glVertexArrayVertexBuffer(buffers.array, number, buffer, 0,
                                  static_cast<GLsizei>(sizeof values[0]));
  };
  attribute(0, buffers.positions, mesh.positions);
  attribute(1, buffers.normals, mesh.normals);
  attribute(2, buffers.coordinates, mesh.texture_coordinates);
  buffers.indices = make_buffer();
  fill(buffers.indices, mesh.indices.data(), mesh.indices.size() * sizeof(std::uint32_t));
  gl::glVertexArrayElementBuffer(buffers.array, buffers.indices);
  return buffers;
}

const GlScene::FieldBuffers& GlScene::buffers_of(const std::shared_ptr<const Heightfield>& shared) {
  const Heightfield& field = *shared;
  const auto [found, is_new] = fields_.try_emplace(&field);
  FieldBuffers& buffers = found->second;
  if (!is_new) return buffers;
  buffers.field = shared;
  buffers.array = make_vertex_array();
  buffers.heights = make_buffer();
  fill(buffers.heights, field.heights_m.data(), field.heights_m.size() * sizeof(float));
  std::vector<std::uint32_t> order;
  order.reserve(3 * field.triangle_count());
  const auto columns = static_cast<std::uint32_t>(field.columns);
  for (std::uint32_t row = 0; row + 1 < static_cast<std::uint32_t>(field.rows); ++row)
    for (std::uint32_t column = 0; column + 1 < columns; ++column) {
      const std::uint32_t near = row * columns + column, right = near + 1, up = near + columns;
      order.insert(order.end(), {near, right, up, right, up + 1, up});
    }
  buffers.indices = make_buffer();
  fill(buffers.indices, order.data(), order.size() * sizeof(std::uint32_t));
  gl::glVertexArrayElementBuffer(buffers.array, buffers.indices);
  return buffers;
}

void GlScene::take_materials(const RenderScene& scene) {
  materials_ = scene.materials();
  textures_.clear();
  for (std::uint32_t i = 0; i < scene.texture_count(); ++i)
    textures_.push_back(upload(scene.texture(TextureId{i})));
  std::vector<GpuMaterial> all;
  const auto is_there = [](TextureId id) { return id == no_texture ? 0 : 1; };
  for (const SceneMaterial& m : materials_)
    all.push_back({{m.base_color.x, m.base_color.y, m.base_color.z, m.opacity},
                   {m.emissive.x, m.emissive.y, m.emissive.z, m.metalness},
                   {m.roughness, 0, 0, 0},
                   {is_there(m.base_color_texture), is_there(m.normal_texture),
                    is_there(m.roughness_texture), is_there(m.metalness_texture)},
                   {is_there(m.emissive_texture), 0, 0, 0}});
  fill(material_buffer_, all.data(), all.size() * sizeof(GpuMaterial));
}

namespace {

// Everything about an instance that goes to the GPU.
template <typename GpuInstance>
GpuInstance gpu_instance(const SceneInstance& source) {
  GpuInstance instance{};
  Prim prim{};
  place_prim(source, prim);
  set_size(*source.shape, prim.size);
  for (std::size_t i = 0; i < 3; ++i) {
    instance.position[i] = prim.position[i];
    instance.size[i] = prim.size[i];
    for (std::size_t j = 0; j < 3; ++j) instance.rows[i][j] = prim.world_from_prim[3 * i + j];
  }
  instance.info[0] = kind_of(*source.shape);
  instance.info[1] = instance_id(source.entity);
  instance.info[2] = static_cast<std::uint32_t>(source.entity);
  return instance;
}

}  // namespace

void GlScene::take_instances(const RenderScene& scene) {
  // what can be drawn together comes together, in a fixed order
  using Key = std::tuple<bool, GlShape, const void*, std::uint32_t, std::uint32_t, bool>;
  std::map<Key, std::pair<GlGroup, std::vector<std::uint32_t>>> sorted;
  std::vector<GpuInstance> all;
  shown_.clear();
  for (std::uint32_t number = 0; number < scene.instances().size(); ++number) {
    const SceneInstance& source = scene.instances()[number];
    all.push_back(gpu_instance<GpuInstance>(source));
    shown_.push_back({instance_id(source.entity), source.label});
    float ignored[3];
    if (!set_size(*source.shape, ignored)) continue;

    const auto* mesh = std::get_if<MeshShape>(source.shape);
    const auto* terrain = std::get_if<HeightfieldShape>(source.shape);
    std::vector<Submesh> parts{{}};
    if (mesh != nullptr) {
      parts = mesh->mesh->submeshes;
      if (parts.empty())
        parts = {{"", 0, static_cast<std::uint32_t>(mesh->mesh->indices.size()), 0}};
    }
    for (std::uint32_t part = 0; part < parts.size(); ++part) {
      const std::uint32_t material =
          scene.part_materials()[source.first_part + (source.has_own_materials ? part : 0)];
      const SceneMaterial& look = scene.materials()[material];
      const bool blends = is_blended(scene, look);
      const bool casts = source.casts_shadows && !look.is_see_through();
      const GlShape shape = shape_of(*source.shape);
      const void* geometry = mesh != nullptr      ? static_cast<const void*>(mesh->mesh.get())
                             : terrain != nullptr ? terrain->field.get()
                                                  : nullptr;
      auto& [group, list] = sorted[{blends, shape, geometry, part, material, casts}];
      list.push_back(number);
      if (list.size() > 1) continue;
      group.shape = shape;
      group.material = material;
      group.is_blended = blends;
      group.casts_shadows = casts;
      switch (shape) {
        case GlShape::box:
        case GlShape::quadric:
          group.vertices = box_array_;
          group.index_count = box_index_count;
          break;
        case GlShape::rectangle:
          group.vertices = rectangle_array_;
          group.index_count = rectangle_index_count;
          break;
        case GlShape::mesh:
          group.vertices = buffers_of(mesh->mesh).array;
          group.first_index = parts[part].first_index;
          group.index_count = parts[part].index_count;
          break;
        case GlShape::field:
          group.vertices = buffers_of(terrain->field).array;
          group.heights = buffers_of(terrain->field).heights;
          group.field = terrain->field.get();
          group.index_count = static_cast<std::uint32_t>(3 * terrain->field->triangle_count());
          break;
      }
    }
  }
  groups_.clear();
  std::vector<std::uint32_t> list;
  for (auto& [key, entry] : sorted) {
    GlGroup& group = groups_.emplace_back(entry.first);
    group.first = static_cast<std::uint32_t>(list.size());
    group.count = static_cast<std::uint32_t>(entry.second.size());
    list.insert(list.end(), entry.second.begin(), entry.second.end());
  }
  fill(draw_list_, list.data(), list.size() * sizeof(std::uint32_t));
  fill(instances_, all.data(), all.size() * sizeof(GpuInstance));
}

void GlScene::move_instances(const RenderScene& scene) {
  for (std::size_t i = 0; i < scene.instances().size(); ++i) {
    const SceneInstance& source = scene.instances()[i];
    if (source.moved_at <= revision_) continue;
    const auto instance = gpu_instance<GpuInstance>(source);
    gl::glNamedBufferSubData(instances_, static_cast<GLintptr>(i * sizeof instance),
                             sizeof instance, &instance);
  }
}

void GlScene::forget_unused(const RenderScene& scene) {
  std::set<const void*> used;
  for (const SceneInstance& instance : scene.instances()) used.insert(mesh_key(*instance.shape));
  std::erase_if(meshes_, [&](const auto& entry) { return !used.contains(entry.first); });
  std::erase_if(fields_, [&](const auto& entry) { return !used.contains(entry.first); });
  std::erase_if(mesh_bounds_, [&](const auto& entry) { return !used.contains(entry.first.get()); });
}

void GlScene::measure(const RenderScene& scene) {
  for (int axis = 0; axis < 3; ++axis) {
    bounds_.low[axis] = std::numeric_limits<float>::max();
    bounds_.high[axis] = std::numeric_limits<float>::lowest();
  }
  for (const SceneInstance& source : scene.instances()) {
    std::array<float, 6>* corners = nullptr;
    if (const auto* mesh = std::get_if<MeshShape>(source.shape)) {
      const auto [found, is_new] = mesh_bounds_.try_emplace(mesh->mesh);
      corners = &found->second;
      for (std::size_t axis = 0; is_new && axis < 3; ++axis) {
        (*corners)[axis] = std::numeric_limits<float>::max();
        (*corners)[3 + axis] = std::numeric_limits<float>::lowest();
        for (const auto& p : mesh->mesh->positions) {
          (*corners)[axis] = std::min((*corners)[axis], p[axis]);
          (*corners)[3 + axis] = std::max((*corners)[3 + axis], p[axis]);
        }
      }
    } else if (const auto* terrain = std::get_if<HeightfieldShape>(source.shape)) {
      const Heightfield& field = *terrain->field;
      const auto [found, is_new] = mesh_bounds_.try_emplace(terrain->field);
      corners = &found->second;
      if (is_new) {
        const auto [low, high] = std::ranges::minmax(field.heights_m);
        const auto x = static_cast<float>(field.size_x_m / 2),
                   y = static_cast<float>(field.size_y_m / 2);
        *corners = {-x, -y, low, x, y, high};
      }
    }
    Prim prim{};
    if (!set_prim(source, corners != nullptr ? corners->data() : nullptr, prim)) continue;
    const PrimBounds bounds = bounds_of(prim);
    for (int axis = 0; axis < 3; ++axis) {
      bounds_.low[axis] = std::min(bounds_.low[axis], bounds.low[axis]);
      bounds_.high[axis] = std::max(bounds_.high[axis], bounds.high[axis]);
    }
  }
  if (bounds_.low[0] > bounds_.high[0]) bounds_ = {};
}

void GlScene::take_paint(const RenderScene& scene) {
  paint_.show(scene.paint());
  paint_view_ = paint_.view();
  paint_view_.instance_id = scene.painted_entity() ? instance_id(*scene.painted_entity()) : 0;
  if (paint_view_.instance_id == 0) paint_view_.level_count = 0;
  if (paint_.table_revision() != paint_table_) {
    fill(paint_tiles_, paint_.tiles().data(), paint_.tiles().size() * sizeof(std::int32_t));
    paint_table_ = paint_.table_revision();
  }
  // only the tiles that changed travel, as long as there is room for all of them
  constexpr std::size_t tile_bytes = PaintImage::tile_pixels * sizeof(std::uint32_t);
  const std::size_t bytes = paint_.texels().size() * sizeof(std::uint32_t);
  if (bytes > paint_capacity_) {
    paint_capacity_ = 2 * bytes;
    fill(paint_texels_, nullptr, paint_capacity_);
    gl::glNamedBufferSubData(paint_texels_, 0, static_cast<GLsizeiptr>(bytes),
                             paint_.texels().data());
  } else {
    for (const std::int32_t tile : paint_.changed_tiles()) {
      const auto at = static_cast<std::size_t>(tile) * tile_bytes;
      gl::glNamedBufferSubData(paint_texels_, static_cast<GLintptr>(at), tile_bytes,
                               paint_.texels().data() + at / sizeof(std::uint32_t));
    }
  }
}

void GlScene::update(const RenderScene& scene) {
  if (scene.revision() == revision_) return;
  if (scene.id() != scene_id_ || scene.instances_changed_at() != instances_changed_at_) {
    take_materials(scene);
    take_instances(scene);
    forget_unused(scene);
    lights_ = make_lights(scene);
    sky_ = make_sky(scene.atmosphere());
  } else {
    move_instances(scene);
  }
  measure(scene);
  take_paint(scene);
  scene_id_ = scene.id();
  revision_ = scene.revision();
  instances_changed_at_ = scene.instances_changed_at();
}

bool GlScene::has_blended() const { return std::ranges::any_of(groups_, &GlGroup::is_blended); }

void GlScene::bind() const {
  gl::glBindBufferBase(GL_SHADER_STORAGE_BUFFER, Binding::instances, instances_);
  gl::glBindBufferBase(GL_SHADER_STORAGE_BUFFER, Binding::draw_list, draw_list_);
  gl::glBindBufferBase(GL_SHADER_STORAGE_BUFFER, Binding::materials, material_buffer_);
  gl::glBindBufferBase(GL_SHADER_STORAGE_BUFFER, Binding::paint_tiles, paint_tiles_);
  gl::glBindBufferBase(GL_SHADER_STORAGE_BUFFER, Binding::paint_texels, paint_texels_);
}

void GlScene::bind_textures(const SceneMaterial& material) const {
  const TextureId ids[] = {material.base_color_texture, material.normal_texture,
                           material.roughness_texture, material.metalness_texture,
                           material.emissive_texture};
  for (GLuint unit = 0; unit < std::size(ids); ++unit)
    if (ids[unit] != no_texture)
      gl::glBindTextureUnit(unit, textures_[static_cast<std::size_t>(ids[unit])]);
}

}  // namespace tandem
