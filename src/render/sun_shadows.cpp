// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/sun_shadows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <span>

namespace tandem {

namespace {

// Longer lists are slower than a search.
constexpr std::size_t most_items = 16;

// Shadow rays begin a little off their surface, so things count as wider than they are by more than
// that; but not neighbours in a mesh, which touch without being in front of each other.
constexpr float room_m = 2e-3f, touch_m = 1e-5f;

struct Point {
  float x, y;
};

Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }

// The shadow of a thing on the plane that the light falls straight on: a convex polygon, by its
// corners and the directions of its sides, and from where to where along the light it reaches.
struct Outline {
  std::array<Point, 8> corners;
  std::array<Point, 3> normals;  // of its sides; those of length 0 do not count
  int corner_count = 0;
  float low_x = 1e30f, high_x = -1e30f, low_y = 1e30f, high_y = -1e30f;
  float bottom = 1e30f, top = -1e30f;  // towards the light
  bool casts_shadow = false;

  void add(Point corner, float height) {
    corners[static_cast<std::size_t>(corner_count++)] = corner;
    low_x = std::min(low_x, corner.x);
    high_x = std::max(high_x, corner.x);
    low_y = std::min(low_y, corner.y);
    high_y = std::max(high_y, corner.y);
    bottom = std::min(bottom, height);
    top = std::max(top, height);
  }
  void set_side(std::size_t i, Point along) {
    const float length = std::hypot(along.x, along.y);
    normals[i] = length > 1e-9f ? Point{-along.y / length, along.x / length} : Point{0, 0};
  }
};

// Seen from the light.
struct Frame {
  float x[3], y[3], up[3];

  explicit Frame(const float* direction) {
    for (int i = 0; i < 3; ++i) up[i] = -direction[i];
    // any direction across it
    const bool is_steep = std::abs(up[2]) > 0.7f;
    const float other[] = {is_steep ? 1.0f : 0.0f, 0, is_steep ? 0.0f : 1.0f};
    cross(other, up, x);
    const float length = std::hypot(x[0], x[1], x[2]);
    for (float& part : x) part /= length;
    cross(up, x, y);
  }

  static void cross(const float* a, const float* b, float* to) {
    for (int i = 0; i < 3; ++i)
      to[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
  }
  static float dot(const float* a, const float* b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }
  Point place(const float* p) const { return {dot(x, p), dot(y, p)}; }
  float height(const float* p) const { return dot(up, p); }
};

Outline outline_of(const Frame& frame, const TriangleView& triangles, std::size_t number) {
  Outline outline;
  for (std::size_t i = 0; i < 3; ++i) {
    const float p[] = {triangles.corners[3 * i][number], triangles.corners[3 * i + 1][number],
                       triangles.corners[3 * i + 2][number]};
    outline.add(frame.place(p), frame.height(p));
  }
  for (std::size_t i = 0; i < 3; ++i)
    outline.set_side(i, outline.corners[(i + 1) % 3] - outline.corners[i]);
  outline.casts_shadow = (triangles.masks[number] & ray_sees_casters) != 0;
  return outline;
}

// Of the box around a primitive that is turned with it.
Outline outline_of(const Frame& frame, const Prim& prim) {
  float low[3], high[3];
  for (int i = 0; i < 3; ++i) {
    high[i] = prim.size[i];
    low[i] = -high[i];
    if (prim.kind == PrimKind::mesh) {
      low[i] = prim.size[i] * prim.mesh_bounds[i];
      high[i] = prim.size[i] * prim.mesh_bounds[3 + i];
    }
  }
  if (prim.kind == PrimKind::cylinder || prim.kind == PrimKind::capsule) {
    const float half = prim.size[1] + (prim.kind == PrimKind::capsule ? prim.size[0] : 0);
    low[1] = -prim.size[0];
    high[1] = prim.size[0];
    low[2] = -half;
    high[2] = half;
  }
  Outline outline;
  for (int corner = 0; corner < 8; ++corner) {
    const float local[] = {(corner & 1) != 0 ? high[0] : low[0],
                           (corner & 2) != 0 ? high[1] : low[1],
                           (corner & 4) != 0 ? high[2] : low[2]};
    float p[3];
    for (int i = 0; i < 3; ++i)
      p[i] = prim.position[i] + Frame::dot(prim.world_from_prim + 3 * i, local);
    outline.add(frame.place(p), frame.height(p));
  }
  for (std::size_t i = 0; i < 3; ++i)
    outline.set_side(i, outline.corners[std::size_t{1} << i] - outline.corners[0]);
  outline.casts_shadow = (prim.mask & ray_sees_casters) != 0;
  return outline;
}

bool share_a_corner(const Outline& a, const Outline& b) {
  if (a.corner_count != 3 || b.corner_count != 3) return false;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < 3; ++k)
      if (a.corners[i].x == b.corners[k].x && a.corners[i].y == b.corners[k].y) return true;
  return false;
}

// Whether a line along one of a's sides parts them, with `room` between.
bool are_parted_by_side(const Outline& a, const Outline& b, float room) {
  for (const Point& n : a.normals) {
    if (n.x == 0 && n.y == 0) continue;
    float low_a = 1e30f, high_a = -1e30f, low_b = 1e30f, high_b = -1e30f;
    for (int i = 0; i < a.corner_count; ++i) {
      const Point& p = a.corners[static_cast<std::size_t>(i)];
      const float at = n.x * p.x + n.y * p.y;
      low_a = std::min(low_a, at);
      high_a = std::max(high_a, at);
    }
    for (int i = 0; i < b.corner_count; ++i) {
      const Point& p = b.corners[static_cast<std::size_t>(i)];
      const float at = n.x * p.x + n.y * p.y;
      low_b = std::min(low_b, at);
      high_b = std::max(high_b, at);
    }
    if (high_a + room < low_b || high_b + room < low_a) return true;
  }
  return false;
}

// Whether `other` can be between the light and any part of `receiver`.
bool can_shade(const Outline& other, const Outline& receiver) {
  if (other.top + room_m < receiver.bottom) return false;
  if (other.low_x > receiver.high_x + room_m || receiver.low_x > other.high_x + room_m ||
      other.low_y > receiver.high_y + room_m || receiver.low_y > other.high_y + room_m)
    return false;
  const float room = share_a_corner(other, receiver) ? -touch_m : room_m;
  return !are_parted_by_side(other, receiver, room) && !are_parted_by_side(receiver, other, room);
}

// Things by the cells of a grid that they lie in.
class Grid {
 public:
  explicit Grid(const std::vector<Outline>& outlines) {
    float high_x = -1e30f, high_y = -1e30f;
    for (const Outline& outline : outlines) {
      low_x_ = std::min(low_x_, outline.low_x);
      low_y_ = std::min(low_y_, outline.low_y);
      high_x = std::max(high_x, outline.high_x);
      high_y = std::max(high_y, outline.high_y);
    }
    // a few things in each cell
    const float width = high_x - low_x_ + 4 * room_m, height = high_y - low_y_ + 4 * room_m;
    const float cells = std::clamp(static_cast<float>(outlines.size()) / 2, 1.0f, 250'000.0f);
    cell_m_ = std::max(std::sqrt(width * height / cells), std::max(width, height) / 2000);
    columns_ = static_cast<int>(width / cell_m_) + 1;
    rows_ = static_cast<int>(height / cell_m_) + 1;
    starts_.assign(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_) + 1, 0);
    for (const Outline& outline : outlines)
      if (outline.casts_shadow) for_each_cell(outline, [&](std::size_t cell) { ++starts_[cell]; });
    std::uint32_t sum = 0;
    for (std::uint32_t& start : starts_) start = sum += start;
    things_.resize(sum);
    for (std::size_t i = outlines.size(); i-- > 0;)
      if (outlines[i].casts_shadow)
        for_each_cell(outlines[i], [&](std::size_t cell) {
          things_[--starts_[cell]] = static_cast<std::uint32_t>(i);
        });
  }

  template <typename Work>
  void for_each_cell(const Outline& outline, Work&& work) const {
    const auto limit = [](float value, int count) {
      return std::clamp(static_cast<int>(value), 0, count - 1);
    };
    const int x0 = limit((outline.low_x - low_x_ - room_m) / cell_m_, columns_);
    const int x1 = limit((outline.high_x - low_x_ + room_m) / cell_m_, columns_);
    const int y0 = limit((outline.low_y - low_y_ - room_m) / cell_m_, rows_);
    const int y1 = limit((outline.high_y - low_y_ + room_m) / cell_m_, rows_);
    for (int y = y0; y <= y1; ++y)
      for (int x = x0; x <= x1; ++x)
        work(static_cast<std::size_t>(y) * static_cast<std::size_t>(columns_) +
             static_cast<std::size_t>(x));
  }

  std::span<const std::uint32_t> in(std::size_t cell) const {
    return std::span(things_).subspan(starts_[cell], starts_[cell + 1] - starts_[cell]);
  }

 private:
  float low_x_ = 1e30f, low_y_ = 1e30f, cell_m_ = 1;
  int columns_ = 1, rows_ = 1;
  std::vector<std::uint32_t> starts_, things_;
};

// Sorted, without repetition; more than most_items when they are too many.
std::vector<std::uint32_t> items_of(const std::vector<Outline>& outlines, const Grid& grid,
                                    std::size_t receiver, bool may_shade_itself) {
  std::vector<std::uint32_t> items;
  grid.for_each_cell(outlines[receiver], [&](std::size_t cell) {
    if (items.size() > most_items) return;
    for (const std::uint32_t other : grid.in(cell)) {
      if (other == receiver && !may_shade_itself) continue;
      if (std::ranges::find(items, other) != items.end()) continue;
      if (can_shade(outlines[other], outlines[receiver])) items.push_back(other);
      if (items.size() > most_items) return;
    }
  });
  std::ranges::sort(items);
  return items;
}

}  // namespace

SunShadows::SunShadows(const Level& still, const float* direction, ThreadPool* pool) {
  const Frame frame(direction);
  std::ranges::copy(frame.x, x_.begin());
  std::ranges::copy(frame.y, y_.begin());
  const TriangleView triangles = still.triangles->view();
  const auto triangle_count = static_cast<std::size_t>(triangles.count);
  const std::size_t count = triangle_count + still.prims.size();
  list_of_receiver_.resize(count);
  std::vector<Outline> outlines(count);
  const auto for_each_range = [&](auto&& work) {
    constexpr int grain = 1024;
    if (pool != nullptr)
      pool->for_each_range(static_cast<int>(count), grain, work);
    else
      work(0, static_cast<int>(count));
  };
  for_each_range([&](int begin, int end) {
    for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i)
      outlines[i] = i < triangle_count ? outline_of(frame, triangles, i)
                                       : outline_of(frame, still.prims[i - triangle_count]);
  });
  const Grid grid(outlines);
  std::vector<std::vector<std::uint32_t>> found(count);
  for_each_range([&](int begin, int end) {
    for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i)
      found[i] = items_of(outlines, grid, i, i >= triangle_count);
  });

  // the same list for all that have it in common
  std::map<std::vector<std::uint32_t>, std::uint32_t> known;
  known[{}] = sun_list_empty;
  starts_ = {0, 0, 0};  // of the empty list, of none, and of the first with items
  for (std::size_t i = 0; i < count; ++i) {
    if (found[i].size() > most_items) {
      list_of_receiver_[i] = sun_list_search;
      continue;
    }
    const auto [entry, is_new] =
        known.try_emplace(std::move(found[i]), static_cast<std::uint32_t>(starts_.size() - 1));
    list_of_receiver_[i] = entry->second;
    if (!is_new) continue;
    for (const std::uint32_t item : entry->first) {
      const Outline& outline = outlines[item];
      items_.push_back(item);
      bounds_.push_back({outline.low_x - room_m, outline.high_x + room_m, outline.low_y - room_m,
                         outline.high_y + room_m});
    }
    starts_.push_back(static_cast<std::uint32_t>(items_.size()));
  }
}

SunView SunShadows::view() const {
  SunView view{list_of_receiver_.data(), starts_.data(), items_.data(), bounds_.data()};
  std::ranges::copy(x_, view.x);
  std::ranges::copy(y_, view.y);
  return view;
}

void SunTables::make(const DrawScene& scene, const RayWorld::Parts& parts, ThreadPool* pool) {
  still_ = parts.still;
  receiver_of_instance_.clear();
  shadows_.clear();
  views_.clear();
  // in larger worlds lists take longer to make than they save
  constexpr std::size_t most_receivers = 500'000;
  if (!still_->triangles ||
      static_cast<std::size_t>(still_->triangles->view().count) + still_->prims.size() >
          most_receivers)
    return;
  for (int i = 0; i < scene.light_count; ++i) {
    const ShadeLight& light = scene.lights[i];
    views_.emplace_back();
    if (light.kind != ShadeLight::directional || !light.casts_shadows) continue;
    shadows_.emplace_back(*still_, light.direction, pool);
    views_.back() = shadows_.back().view();
  }
  if (shadows_.empty()) views_.clear();
}

void SunTables::add_to(DrawScene& scene, const RayWorld::Parts& parts, ThreadPool* pool) {
  if (still_ != parts.still) make(scene, parts, pool);
  if (views_.empty()) return;
  if (receiver_of_instance_.size() != parts.instances.size()) {
    receiver_of_instance_.assign(parts.instances.size(), -1);
    const int first = still_->triangles->view().count;
    for (std::size_t i = 0; i < still_->prims.size(); ++i)
      if (still_->prims[i].kind != PrimKind::mesh)
        receiver_of_instance_[still_->prims[i].instance] = first + static_cast<int>(i);
  }
  scene.suns = views_.data();
  scene.triangles = still_->triangles->view();
  scene.still_prims = still_->prims.data();
  scene.receiver_of_geometry = still_->triangles->first_of_geometry().data();
  scene.receiver_of_instance = receiver_of_instance_.data();
}

}  // namespace tandem
