// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <span>
#include <vector>

#include "render/floor_panels.h"
#include "render/floor_projection.h"
#include "render/floor_shapes.h"
#include "render/floor_view.h"
#include "render/gl_objects.h"
#include "render/render_scene.h"

namespace tandem {

// Things of a scene in the memory of OpenGL, and where in the picture they are.
class FloorThings {
 public:
  enum class Which { still, moving, mask };

  // Finds what is to be drawn again: in the background of what never moves, and before it.
  void update(const RenderScene& scene, const FloorPicture& picture,
              const FloorProjection& projection, DirtyPixels& behind, DirtyPixels& before);

  // What to draw in one part of the picture; begin() first, then upload() once, then draw().
  void begin() { ready_.clear(), batches_.clear(); }
  struct Range {
    std::size_t first = 0, end = 0;  // of batches
  };
  Range collect(Which which, const FloorRect& rect);
  void upload();
  void draw(const Range& range) const;

  // How far a robot reaches back and around, in metres.
  RobotReach reach_of(EntityId robot) const;

 private:
  struct MeshBuffers {
    Shape shape;  // keeps its mesh alive: nothing else gets its address
    GlVertexArray array;
    GlBuffer vertices, indices;
    std::uint32_t index_count = 0;
    Vec3 low, high;
    std::vector<Vec3f> points;  // that reach farthest: all of them, or the corners of a large mesh
    bool is_used = false;
  };
  struct GpuItem {
    std::array<float, 12> rows{};  // floor_from_unit, three rows of four
    std::array<float, 4> color{};
    std::array<float, 4> special{};  // scale and kind

    friend bool operator==(const GpuItem&, const GpuItem&) = default;
  };
  // One part of one instance.
  struct Item {
    const MeshBuffers* mesh = nullptr;
    std::uint32_t first_index = 0, index_count = 0;
    std::size_t instance = 0;
    EntityId entity{};
    bool is_still = false, is_blended = false, is_painted = false, is_real = false;
    bool is_shown = false, is_mask = false;
    Vec3 scale{1, 1, 1};
    Vec3 color;
    float opacity = 1;
    GpuItem gpu;
    FloorRect rect;
  };
  struct Batch {
    const MeshBuffers* mesh = nullptr;
    std::uint32_t first_index = 0, index_count = 0;
    std::size_t first = 0, count = 0;  // of ready_
    bool is_blended = false;
  };

  const MeshBuffers& buffers_of(const Shape& shape, const FloorForm& form);
  void take_instances(const RenderScene& scene, double pixel_m);
  void place(Item& item, const RenderScene& scene, const FloorPicture& picture,
             const FloorProjection& projection, const FloorRobot* robot);
  void measure_robots(const RenderScene& scene, const FloorPicture& picture);

  using Key = decltype(FloorForm{}.identity());
  std::map<Key, MeshBuffers> meshes_;
  std::vector<Item> items_;
  std::map<EntityId, RobotReach> reaches_;
  GlBuffer instances_;
  std::vector<GpuItem> ready_;
  std::vector<Batch> batches_;
  std::uint64_t scene_id_ = 0, revision_ = 0, instances_changed_at_ = 0, still_changed_at_ = 0;
  std::optional<EntityId> painted_;
  double pixel_m_ = 0;
  std::vector<EntityId> robots_;
};

}  // namespace tandem
