// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "physics/box_contacts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/random.h"

namespace tandem {
namespace {

constexpr float margin = 0.005F;

BoxContacts contacts_of(const btTransform& a, const btVector3& half_a, const btTransform& b,
                        const btVector3& half_b) {
  int axis = 0;
  return find_box_contacts({a, half_a}, {b, half_b}, margin, axis);
}

btTransform at(float x, float y, float z,
               const btQuaternion& turned = btQuaternion::getIdentity()) {
  return btTransform(turned, {x, y, z});
}

float extent(const BoxContacts& contacts, int axis) {
  float low = 100, high = -100;
  for (std::size_t i = 0; i < static_cast<std::size_t>(contacts.count); ++i) {
    low = std::min(low, contacts.points[i].on_b[axis]);
    high = std::max(high, contacts.points[i].on_b[axis]);
  }
  return high - low;
}

TEST(BoxContacts, AFaceOnAFaceTouchesAtTheCornersOfWhatTheyShare) {
  // a stands on b, 2 mm deep and 0.1 m aside: they share 0.1 by 0.2 m
  const BoxContacts contacts =
      contacts_of(at(0.1F, 0, 0.198F), {0.1F, 0.1F, 0.1F}, at(0, 0, 0), {0.1F, 0.1F, 0.1F});
  ASSERT_EQ(contacts.count, 4);
  EXPECT_NEAR(contacts.normal.z(), 1, 1e-6);
  EXPECT_NEAR(extent(contacts, 0), 0.1, 1e-5);
  EXPECT_NEAR(extent(contacts, 1), 0.2, 1e-5);
  for (const BoxContacts::Point& point : contacts.points) {
    EXPECT_NEAR(point.distance, -0.002, 1e-5);
    EXPECT_NEAR(point.on_b.z(), 0.1, 1e-5);
  }
}

TEST(BoxContacts, OfAnEightCornerOverlapFourSpreadCornersStay) {
  const btQuaternion eighth(btVector3(0, 0, 1), SIMD_PI / 4);
  const BoxContacts contacts =
      contacts_of(at(0, 0, 0.2F, eighth), {0.1F, 0.1F, 0.1F}, at(0, 0, 0), {0.1F, 0.1F, 0.1F});
  ASSERT_EQ(contacts.count, 4);
  EXPECT_GT(extent(contacts, 0) * extent(contacts, 1), 0.02F);
}

TEST(BoxContacts, ACornerOnAFaceIsOnePoint) {
  // standing on its corner a cube of 0.1 m half size is 0.1 sqrt(3) high
  const btQuaternion on_corner(btVector3(1, -1, 0).normalized(), std::atan(std::sqrt(2.0F)));
  const float height = 0.1F * std::sqrt(3.0F);
  const BoxContacts contacts = contacts_of(at(0, 0, 0.1F + height - 0.001F, on_corner),
                                           {0.1F, 0.1F, 0.1F}, at(0, 0, 0), {1, 1, 0.1F});
  ASSERT_EQ(contacts.count, 1);
  EXPECT_NEAR(contacts.normal.z(), 1, 1e-5);
  EXPECT_NEAR(contacts.points[0].distance, -0.001, 1e-5);
  EXPECT_NEAR(contacts.points[0].on_b.x(), 0, 1e-4);
  EXPECT_NEAR(contacts.points[0].on_b.y(), 0, 1e-4);
}

TEST(BoxContacts, CrossedEdgesTouchWhereTheyCross) {
  // both lie on an edge, one along x, the other along y
  const btQuaternion along_x(btVector3(1, 0, 0), SIMD_PI / 4);
  const btQuaternion along_y(btVector3(0, 1, 0), SIMD_PI / 4);
  const float reach = 0.1F * std::sqrt(2.0F);
  const BoxContacts contacts =
      contacts_of(at(0.02F, 0.03F, 2 * reach - 0.003F, along_y), {0.1F, 0.5F, 0.1F},
                  at(0, 0, 0, along_x), {0.5F, 0.1F, 0.1F});
  ASSERT_EQ(contacts.count, 1);
  EXPECT_NEAR(contacts.normal.z(), 1, 1e-5);
  EXPECT_NEAR(contacts.points[0].distance, -0.003, 1e-5);
  EXPECT_NEAR(contacts.points[0].on_b.x(), 0.02, 1e-5);
  EXPECT_NEAR(contacts.points[0].on_b.y(), 0, 1e-5);
  EXPECT_NEAR(contacts.points[0].on_b.z(), reach, 1e-5);
}

TEST(BoxContacts, WhatIsNearIsFoundBeforeItTouches) {
  const btVector3 half(0.1F, 0.1F, 0.1F);
  const BoxContacts near = contacts_of(at(0, 0, 0.203F), half, at(0, 0, 0), half);
  ASSERT_EQ(near.count, 4);
  EXPECT_NEAR(near.points[0].distance, 0.003, 1e-5);
  EXPECT_EQ(contacts_of(at(0, 0, 0.206F), half, at(0, 0, 0), half).count, 0);
}

TEST(BoxContacts, PointsLieOnBothBoxesWhicheverIsFirst) {
  Random random(3, "boxes");
  const auto in = [&](double low, double high) {
    return static_cast<float>(random.uniform(low, high));
  };
  const auto any_turn = [&] {
    return btQuaternion(in(-1, 1), in(-1, 1), in(-1, 1), in(-1, 1)).normalized();
  };
  const auto outside = [](const btTransform& box, const btVector3& half, const btVector3& point) {
    const btVector3 over = box.invXform(point).absolute() - half;
    return std::max({over.x(), over.y(), over.z()});
  };
  int touching = 0;
  for (int i = 0; i < 20000; ++i) {
    const btVector3 half_a(in(0.05, 0.15), in(0.05, 0.15), in(0.05, 0.15));
    const btVector3 half_b(in(0.05, 0.15), in(0.05, 0.15), in(0.05, 0.15));
    const btTransform a(any_turn(), {0, 0, 0});
    const btTransform b(any_turn(), {in(-0.2, 0.2), in(-0.2, 0.2), in(-0.2, 0.2)});
    const BoxContacts contacts = contacts_of(a, half_a, b, half_b);
    const BoxContacts swapped = contacts_of(b, half_b, a, half_a);
    ASSERT_EQ(contacts.count > 0, swapped.count > 0) << i;
    if (contacts.count == 0) continue;
    float deepest = 1;
    for (std::size_t p = 0; p < static_cast<std::size_t>(contacts.count); ++p)
      deepest = std::min(deepest, contacts.points[p].distance);
    if (deepest < -0.02F) continue;  // deep overlaps have no unique answer
    ++touching;
    for (std::size_t p = 0; p < static_cast<std::size_t>(contacts.count); ++p) {
      const BoxContacts::Point& point = contacts.points[p];
      ASSERT_LT(outside(b, half_b, point.on_b), 0.002F) << i;
      ASSERT_LT(outside(a, half_a, point.on_b + contacts.normal * point.distance), 0.002F) << i;
    }
  }
  EXPECT_GT(touching, 1000);
}

TEST(BoxContacts, TheRememberedAxisChangesNothingButTheTime) {
  const btVector3 half(0.1F, 0.1F, 0.1F);
  int axis = 0;
  EXPECT_EQ(find_box_contacts({at(0, 0, 0.3F), half}, {at(0, 0, 0), half}, margin, axis).count, 0);
  EXPECT_EQ(axis, 2);
  // now it touches sideways, and the axis that told them apart does not any more
  EXPECT_EQ(find_box_contacts({at(0.2F, 0, 0), half}, {at(0, 0, 0), half}, margin, axis).count, 4);
}

}  // namespace
}  // namespace tandem
