// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <LinearMath/btVector3.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "physics/physics_memory.h"

namespace tandem {

struct Clump;

// A box along the axes of the world.
struct TreeBounds {
  btVector3 low;
  btVector3 high;

  bool meets(const TreeBounds& other) const {
    return low.x() <= other.high.x() && other.low.x() <= high.x() && low.y() <= other.high.y() &&
           other.low.y() <= high.y() && low.z() <= other.high.z() && other.low.z() <= high.z();
  }
  bool contains(const TreeBounds& other) const {
    return low.x() <= other.low.x() && other.high.x() <= high.x() && low.y() <= other.low.y() &&
           other.high.y() <= high.y() && low.z() <= other.low.z() && other.high.z() <= high.z();
  }
};

// Boxes by place. What it looks like inside, and so the order in which it visits, follows from the
// calls alone: never from addresses.
class BoxTree {
 public:
  static constexpr int none = -1;

  int insert(const TreeBounds& bounds, Clump& clump);
  void remove(int leaf);
  const TreeBounds& bounds(int leaf) const { return node(leaf).bounds; }

  template <typename Visit>  // void(Clump&)
  void visit_box(const TreeBounds& bounds, const Visit& visit) const;
  template <typename Visit>
  void visit_ray(const btVector3& from, const btVector3& to, const Visit& visit) const;

 private:
  struct Node {
    TreeBounds bounds;
    Clump* clump = nullptr;  // of a leaf
    int parent = none;       // or the next free node
    std::array<int, 2> child{none, none};
    int height = 0;  // of a leaf

    bool is_leaf() const { return child[0] == none; }
  };
  // Rotations keep the two sides of a node within one of each other: 64 is beyond any memory.
  static constexpr std::size_t max_depth = 64;

  Node& node(int index) { return nodes_[static_cast<std::size_t>(index)]; }
  const Node& node(int index) const { return nodes_[static_cast<std::size_t>(index)]; }
  int take_node();
  void free_node(int index);
  int best_sibling(const TreeBounds& bounds) const;
  void replace_child(int parent, int old_child, int new_child);
  void fit(int index);
  void mend_upwards(int index);
  int balance(int index);

  template <typename IsMet, typename Visit>
  void visit_where(const IsMet& is_met, const Visit& visit) const;

  PhysicsVector<Node> nodes_;
  int root_ = none;
  int first_free_ = none;
};

template <typename IsMet, typename Visit>
void BoxTree::visit_where(const IsMet& is_met, const Visit& visit) const {
  if (root_ == none) return;
  std::array<int, max_depth + 1> open;
  std::size_t count = 0;
  open[count++] = root_;
  while (count > 0) {
    const Node& here = node(open[--count]);
    if (!is_met(here.bounds)) continue;
    if (here.is_leaf()) {
      visit(*here.clump);
    } else {
      assert(count + 2 <= open.size());
      open[count++] = here.child[1];
      open[count++] = here.child[0];
    }
  }
}

template <typename Visit>
void BoxTree::visit_box(const TreeBounds& bounds, const Visit& visit) const {
  visit_where([&](const TreeBounds& box) { return box.meets(bounds); }, visit);
}

template <typename Visit>
void BoxTree::visit_ray(const btVector3& from, const btVector3& to, const Visit& visit) const {
  // the separating axes of a segment and a box: those of the box, and their products with the ray
  const btVector3 middle = 0.5f * (from + to), half_ray = 0.5f * (to - from);
  const btVector3 reach = half_ray.absolute();
  visit_where(
      [&](const TreeBounds& box) {
        const btVector3 half = 0.5f * (box.high - box.low);
        const btVector3 gap = middle - 0.5f * (box.high + box.low);
        const btVector3 distance = gap.absolute();
        for (int i = 0; i < 3; ++i)
          if (distance[i] > half[i] + reach[i]) return false;
        for (int i = 0; i < 3; ++i) {
          const int j = (i + 1) % 3, k = (i + 2) % 3;
          const btScalar across = std::abs(gap[j] * half_ray[k] - gap[k] * half_ray[j]);
          const btScalar allowed = half[j] * reach[k] + half[k] * reach[j];
          // long rays lose digits; rather visit a box too many
          if (across >
              allowed * 1.0001f + 1e-6f * (distance[j] * reach[k] + distance[k] * reach[j]))
            return false;
        }
        return true;
      },
      visit);
}

}  // namespace tandem
