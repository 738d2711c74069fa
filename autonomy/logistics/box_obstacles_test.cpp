// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/logistics/box_obstacles.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

namespace tandem {

TEST(BoxObstacles, GoAroundABoxHoweverItIsTurned) {
  const Vec2 box{-0.5, 0.3};
  const auto cloud = cloud_of({box}, 0.16, "map");
  EXPECT_EQ(cloud.header.frame_id, "map");
  ASSERT_EQ(cloud.data.size(), std::size_t{cloud.width} * cloud.point_step);
  Vec2 before{};
  for (std::uint32_t i = 0; i < cloud.width; ++i) {
    float at[2];
    std::memcpy(at, cloud.data.data() + std::size_t{i} * cloud.point_step, sizeof at);
    // where its corners are
    EXPECT_NEAR(std::hypot(at[0] - box.x, at[1] - box.y), 0.08 * std::sqrt(2), 1e-6);
    if (i > 0) EXPECT_LT(std::hypot(at[0] - before.x, at[1] - before.y), 0.05);
    before = {at[0], at[1]};
  }
}

}  // namespace tandem
