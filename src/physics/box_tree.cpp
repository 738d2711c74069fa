// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "physics/box_tree.h"

namespace tandem {

namespace {

// Planes and such have no end; in sums over them floats would overflow.
constexpr btScalar endless_m = 1e6f;

TreeBounds united(const TreeBounds& a, const TreeBounds& b) {
  TreeBounds both = a;
  both.low.setMin(b.low);
  both.high.setMax(b.high);
  return both;
}

// What a query pays for a node grows with its surface.
btScalar surface(const TreeBounds& bounds) {
  btVector3 size = bounds.high - bounds.low;
  size.setMin(btVector3(endless_m, endless_m, endless_m));
  return size.x() * size.y() + size.y() * size.z() + size.z() * size.x();
}

}  // namespace

int BoxTree::take_node() {
  if (first_free_ == none) {
    nodes_.emplace_back();
    return static_cast<int>(nodes_.size()) - 1;
  }
  const int index = first_free_;
  first_free_ = node(index).parent;
  node(index) = {};
  return index;
}

void BoxTree::free_node(int index) {
  node(index).parent = first_free_;
  first_free_ = index;
}

int BoxTree::insert(const TreeBounds& bounds, Clump& clump) {
  const int leaf = take_node();
  node(leaf).bounds = bounds;
  node(leaf).clump = &clump;
  if (root_ == none) {
    root_ = leaf;
    return leaf;
  }
  const int sibling = best_sibling(bounds);
  const int parent = take_node();
  replace_child(node(sibling).parent, sibling, parent);
  node(parent).child = {sibling, leaf};
  node(sibling).parent = node(leaf).parent = parent;
  mend_upwards(parent);
  return leaf;
}

void BoxTree::remove(int leaf) {
  const int parent = node(leaf).parent;
  free_node(leaf);
  if (parent == none) {
    root_ = none;
    return;
  }
  const int sibling = node(parent).child[node(parent).child[0] == leaf ? 1 : 0];
  const int grandparent = node(parent).parent;
  replace_child(grandparent, parent, sibling);
  free_node(parent);
  mend_upwards(grandparent);
}

// Goes down to where the new leaf adds the least surface.
int BoxTree::best_sibling(const TreeBounds& bounds) const {
  int index = root_;
  while (!node(index).is_leaf()) {
    const Node& here = node(index);
    const btScalar grown = surface(united(here.bounds, bounds));
    const btScalar cost_here = 2 * grown;
    const btScalar inherited = 2 * (grown - surface(here.bounds));
    std::array<btScalar, 2> cost{};
    for (std::size_t i = 0; i < 2; ++i) {
      const Node& child = node(here.child[i]);
      cost[i] = surface(united(child.bounds, bounds)) + inherited;
      if (!child.is_leaf()) cost[i] -= surface(child.bounds);
    }
    if (cost_here < cost[0] && cost_here < cost[1]) break;
    index = here.child[cost[1] < cost[0] ? 1 : 0];
  }
  return index;
}

void BoxTree::replace_child(int parent, int old_child, int new_child) {
  node(new_child).parent = parent;
  if (parent == none)
    root_ = new_child;
  else
    node(parent).child[node(parent).child[0] == old_child ? 0 : 1] = new_child;
}

void BoxTree::fit(int index) {
  Node& here = node(index);
  const Node& a = node(here.child[0]);
  const Node& b = node(here.child[1]);
  here.bounds = united(a.bounds, b.bounds);
  here.height = 1 + std::max(a.height, b.height);
}

void BoxTree::mend_upwards(int index) {
  while (index != none) {
    index = balance(index);
    fit(index);
    index = node(index).parent;
  }
}

// Where one side is two higher than the other, its top takes the place of the node and hands its
// lower child down. Returns what stands at the node's place now.
int BoxTree::balance(int index) {
  const int difference = node(node(index).child[1]).height - node(node(index).child[0]).height;
  if (std::abs(difference) < 2) return index;
  const std::size_t high_side = difference > 0 ? 1 : 0;
  const int riser = node(index).child[high_side];
  const std::size_t low_child =
      node(node(riser).child[0]).height <= node(node(riser).child[1]).height ? 0 : 1;
  const int handed_down = node(riser).child[low_child];

  replace_child(node(index).parent, index, riser);
  node(riser).child[low_child] = index;
  node(index).parent = riser;
  node(index).child[high_side] = handed_down;
  node(handed_down).parent = index;
  fit(index);
  return riser;
}

}  // namespace tandem
