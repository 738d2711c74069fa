// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <LinearMath/btTransform.h>

#include <array>

namespace tandem {

struct ContactBox {
  const btTransform& world_from_box;
  const btVector3& half;
};

// Where two boxes touch, or nearly do: up to four points that span the patch they share.
struct BoxContacts {
  struct Point {
    btVector3 on_b;     // in the world
    btScalar distance;  // negative where the boxes overlap
  };
  btVector3 normal;  // unit, from b towards a
  std::array<Point, 4> points;
  int count = 0;
};

// Finds the points of contact of boxes that are less than `margin` apart. `axis` remembers between
// calls which direction told the two apart last time; start with 0.
BoxContacts find_box_contacts(const ContactBox& a, const ContactBox& b, btScalar margin, int& axis);

}  // namespace tandem
