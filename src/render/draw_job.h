// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "render/ray_parts.h"

namespace tandem {

// What the drawing kernels read and write: plain numbers and arrays. docs/rendering.md has the
// formulas that these numbers go into; the GL renderer's shaders follow the same ones.

constexpr int most_texture_levels = 16;

// Colours are the roots of light in 10 bits each, everything else bytes: see pack_texels().
struct TextureView {
  const std::uint32_t* texels = nullptr;
  const std::uint32_t* alphas = nullptr;  // a byte for each texel; null when all are opaque
  int width = 0, height = 0;              // powers of two
  int level_count = 0;
  int first_of_level[most_texture_levels] = {};
  bool is_color = false;
};

// Paint as tiles of a fixed size on every level, each level half as fine as the one before.
struct PaintView {
  const std::uint32_t* texels = nullptr;  // tile after tile
  const std::int32_t* tiles = nullptr;    // number of each tile, negative where nothing is painted
  int level_count = 0;
  int first_of_level[most_texture_levels] = {};    // in tiles
  int columns_of_level[most_texture_levels] = {};  // of tiles
  int rows_of_level[most_texture_levels] = {};
  // How many tiles of the finest level are painted left of and above each corner between tiles;
  // rows of columns_of_level[0] + 1.
  const std::int32_t* painted_before = nullptr;
  int width = 0, height = 0;       // in pixels
  float pixel_from_world[6] = {};  // column = [0] x + [1] y + [2], row = [3] x + [4] y + [5]
  float pixels_a_metre = 0;
  std::uint32_t instance_id = 0;  // of the entity that is painted
};

struct ShadeMaterial {
  float base_color[3];
  float opacity;
  float emissive[3];
  float metalness;
  float roughness;
  // numbers of textures, negative without
  std::int32_t base_color_texture, normal_texture, roughness_texture, metalness_texture,
      emissive_texture;
};

// The arrays of a mesh that are needed to draw what a ray met.
struct ShadeMesh {
  const std::uint32_t* indices = nullptr;
  const std::uint32_t* first_index = nullptr;  // of each submesh
  const float* positions = nullptr;
  const float* normals = nullptr;
  const float* texture_coordinates = nullptr;  // null without
};

struct ShadeField {
  const float* heights = nullptr;
  int columns = 0, rows = 0;
  float size_x = 0, size_y = 0;
};

enum class ShadeKind : std::uint32_t {
  box,
  ellipsoid,
  cylinder,
  capsule,
  rectangle,
  mesh,
  heightfield
};

struct ShadeInstance {
  ShadeKind kind;
  float position[3];
  float world_from_instance[9];  // row by row
  float size[3];
  std::uint32_t instance_id;
  std::uint32_t first_part;
  std::uint8_t label;
  bool has_own_materials;
  ShadeMesh mesh;
  ShadeField field;
};

struct ShadeLight {
  enum Kind : std::uint32_t { directional, point, spot } kind;
  float position[3];
  float direction[3];  // in which it shines
  float color[3];
  float range;
  float attenuation[3];  // constant, linear, quadratic
  float cos_inner, cos_outer, falloff;
  bool casts_shadows;
};

struct ShadeSky {
  float horizon[3], zenith[3], ground[3];  // equal without a sky
  float ambient[3];
  float mirrored_up[3], mirrored_down[3];  // what smooth surfaces reflect
  int fog;                                 // 0 none, 1 linear, 2 quadratic
  float fog_color[3];
  float fog_start, fog_end, fog_density;
};

// Boxes along the axes, each of their sides in an array of its own. Arrays of these lists go on for
// `list_padding` elements after the last one, so that whole packets can be read.
constexpr int list_padding = 16;
struct BoxView {
  const float* low[3] = {};
  const float* high[3] = {};
  int count = 0;
};

// Triangles in the world: x y z of the first, second and third corner.
struct TriangleView {
  const float* corners[9] = {};
  const std::uint32_t* geometries = nullptr;  // their number in the still scene
  const std::uint32_t* numbers = nullptr;     // and in that geometry
  const std::uint32_t* masks = nullptr;
  int count = 0;
};

// What can come between a light and things that never move. Receivers are the triangles of
// TriangleView, then the primitives of the still scene, and so are the items of lists.
constexpr std::uint32_t sun_list_empty = 0;   // always in the light
constexpr std::uint32_t sun_list_search = 1;  // too much for a list
// Where something casts its shadow, on the plane that the light falls straight on.
struct SunBounds {
  float low_x, high_x, low_y, high_y;
};
struct SunView {
  const std::uint32_t* list_of_receiver = nullptr;  // null for a light without lists
  const std::uint32_t* starts = nullptr;            // by list, and one after the last
  const std::uint32_t* items = nullptr;
  const SunBounds* bounds = nullptr;  // of the items
  float x[3] = {}, y[3] = {};         // directions of that plane
};

struct DrawScene {
  RayScenes rays;
  const ShadeInstance* instances = nullptr;
  const std::uint32_t* part_materials = nullptr;
  const ShadeMaterial* materials = nullptr;
  const TextureView* textures = nullptr;
  const ShadeLight* lights = nullptr;
  int light_count = 0;
  const SunView* suns = nullptr;  // one for each light; null when none has lists
  TriangleView triangles;         // for suns, like the next three
  const Prim* still_prims = nullptr;
  const std::int32_t* receiver_of_geometry = nullptr;  // that of its first triangle
  const std::int32_t* receiver_of_instance = nullptr;  // negative where a search is needed
  ShadeSky sky{};
  PaintView paint;
  const float* srgb_table = nullptr;  // see srgb_table.h
};

// Pixels that something can be seen in, the last ones included; none when x1 < x0.
struct PixelRect {
  std::int16_t x0, y0, x1, y1;
};

// What can be seen in each tile of a picture, so that its rays need not search the world. Lists of
// tile t of part p begin at starts[p][t] and end at starts[p][t + 1].
constexpr int triangle_parts = 8;
struct TileLists {
  TriangleView triangles;
  const std::uint32_t* triangle_starts[triangle_parts] = {};
  const std::uint32_t* triangle_numbers[triangle_parts] = {};
  // still ones, then moving ones
  const Prim* still_prims = nullptr;
  const Prim* moving_prims = nullptr;
  std::uint32_t still_prim_count = 0;
  const std::uint32_t* prim_starts = nullptr;
  const std::uint32_t* prim_numbers = nullptr;
  const PixelRect* prim_rects = nullptr;
};

struct DrawView {
  int width, height;
  float position[3];
  float world_from_camera[9];  // row by row
  const float* directions;     // three a pixel, of length 1; null for a pinhole
  float inverse_fx, inverse_fy, cx, cy;
  float near_m, far_m;
  bool is_along_ray;  // near, far and depth, with a fisheye
  float pixel_angle;  // of a pixel in the middle
  float exposure;
  bool has_shadows;
  std::uint32_t ignored_entity;
  bool ignores_still;
  std::uint32_t mask;      // what first looks want to meet, a RayMask
  const TileLists* lists;  // null when rays have to search
};

// Null for what is not wanted.
struct DrawTarget {
  std::uint32_t* first = nullptr;  // colours of the first look, and a mark of what was seen
  std::uint8_t* rgb = nullptr;
  float* depth_m = nullptr;
  std::uint8_t* labels = nullptr;
  std::uint32_t* instances = nullptr;
};

constexpr int most_tile_pixels = 32;  // along each side
struct Tile {
  int x, y, width, height;
  int number;  // in TileLists
};

}  // namespace tandem
