// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/still_triangles.h"

#include <algorithm>
#include <limits>

namespace tandem {

void BoxList::resize(std::size_t count) {
  constexpr float big = std::numeric_limits<float>::max();
  for (auto& side : low_) side.assign(count + list_padding, big);
  for (auto& side : high_) side.assign(count + list_padding, -big);
  count_ = count;
}

void BoxList::set(std::size_t i, const float* low, const float* high) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    low_[axis][i] = low[axis];
    high_[axis][i] = high[axis];
  }
}

void BoxList::grow(std::size_t i, const float* point) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    low_[axis][i] = std::min(low_[axis][i], point[axis]);
    high_[axis][i] = std::max(high_[axis][i], point[axis]);
  }
}

BoxView BoxList::view() const {
  BoxView view;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    view.low[axis] = low_[axis].data();
    view.high[axis] = high_[axis].data();
  }
  view.count = static_cast<int>(count_);
  return view;
}

void StillTriangles::add(const float* vertices, const std::uint32_t* indices, std::size_t triangles,
                         std::uint32_t geometry, std::uint32_t mask) {
  if (first_of_geometry_.size() <= geometry) first_of_geometry_.resize(geometry + 1, 0);
  first_of_geometry_[geometry] = static_cast<std::int32_t>(masks_.size());
  for (std::size_t i = 0; i < triangles; ++i) {
    for (std::size_t corner = 0; corner < 3; ++corner)
      for (std::size_t axis = 0; axis < 3; ++axis)
        corners_[3 * corner + axis].push_back(vertices[3 * indices[3 * i + corner] + axis]);
    geometries_.push_back(geometry);
    numbers_.push_back(static_cast<std::uint32_t>(i));
    masks_.push_back(mask);
  }
}

void StillTriangles::finish() {
  count_ = masks_.size();
  boxes_.resize((count_ + cluster - 1) / cluster);
  for (std::size_t i = 0; i < count_; ++i)
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const float point[] = {corners_[3 * corner][i], corners_[3 * corner + 1][i],
                             corners_[3 * corner + 2][i]};
      boxes_.grow(i / cluster, point);
    }
  const auto pad = [&](auto& list) {
    list.resize(count_ + list_padding);
    list.shrink_to_fit();
  };
  for (auto& list : corners_) pad(list);
  pad(geometries_);
  pad(numbers_);
  pad(masks_);
}

TriangleView StillTriangles::view() const {
  TriangleView view;
  for (std::size_t i = 0; i < corners_.size(); ++i) view.corners[i] = corners_[i].data();
  view.geometries = geometries_.data();
  view.numbers = numbers_.data();
  view.masks = masks_.data();
  view.count = static_cast<int>(count_);
  return view;
}

}  // namespace tandem
