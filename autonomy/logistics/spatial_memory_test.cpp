// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/logistics/spatial_memory.h"

#include <gmock/gmock.h>

namespace tandem {
namespace {

struct SpatialMemories : testing::Test {
  Blackboard blackboard;
  SpatialMemory memory{blackboard, "map"};
};

}  // namespace

TEST_F(SpatialMemories, ANearerLookAtAZoneReplacesAFartherOne) {
  EXPECT_FALSE(memory.zone("red_zone"));
  memory.note_zone({"red_zone", {1.5, 1.0}, 2.0});
  memory.note_zone({"red_zone", {1.6, 1.1}, 0.7});
  memory.note_zone({"red_zone", {1.4, 1.0}, 1.9});  // blurred: it may well be at (1.6, 1.1)
  ASSERT_TRUE(memory.zone("red_zone"));
  EXPECT_DOUBLE_EQ(memory.zone("red_zone")->place.x, 1.6);
  EXPECT_DOUBLE_EQ(memory.zone("red_zone")->seen_from_m, 0.7);
  EXPECT_FALSE(memory.zone("blue_zone"));
}

TEST_F(SpatialMemories, AZoneThatIsSeenElsewhereHasMoved) {
  memory.note_zone({"red_zone", {1.6, 1.1}, 0.6});
  memory.note_zone({"red_zone", {0.5, 1.1}, 1.5});  // 1.1 m away: no blur does that
  EXPECT_DOUBLE_EQ(memory.zone("red_zone")->place.x, 0.5);
}

TEST_F(SpatialMemories, PeopleSeeItOnTheBlackboard) {
  memory.note_zone({"red_zone", {1.6, 1.1}, 0.6});
  const auto message = blackboard.to_message();
  ASSERT_EQ(message.size(), 1U);
  EXPECT_EQ(message[0].key, "red_zone");
  EXPECT_EQ(message[0].value, "(1.60, 1.10)");
  memory.forget_zone("red_zone");
  EXPECT_TRUE(blackboard.to_message().empty());
}

TEST_F(SpatialMemories, BoxesOfOneColorAreToldApartByTheirPlaces) {
  memory.note_box({"red_box", {-1.0, -0.4}, 0.8});
  memory.note_box({"red_box", {-0.6, -0.4}, 0.8});   // 0.4 m: another one
  memory.note_box({"red_box", {-1.05, -0.4}, 0.5});  // the first one, better
  ASSERT_EQ(memory.boxes("red_box").size(), 2U);
  EXPECT_DOUBLE_EQ(memory.boxes("red_box")[0].place.x, -1.05);
  memory.forget_box("red_box", {-1.0, -0.4});
  ASSERT_EQ(memory.boxes("red_box").size(), 1U);
  EXPECT_DOUBLE_EQ(memory.boxes("red_box")[0].place.x, -0.6);
}

TEST_F(SpatialMemories, VainTriesCountForOnePlace) {
  memory.note_vain_try("red_box", {-1.0, -0.4});
  memory.note_vain_try("red_box", {-1.05, -0.4});
  EXPECT_EQ(memory.vain_tries("red_box", {-1.0, -0.45}), 2);
  EXPECT_EQ(memory.vain_tries("red_box", {-0.5, -0.4}), 0);
  EXPECT_EQ(memory.vain_tries("blue_box", {-1.0, -0.4}), 0);
  EXPECT_FALSE(memory.is_given_up("red_box"));
  memory.give_up("red_box", "it has no zone");
  EXPECT_TRUE(memory.is_given_up("red_box"));
}

}  // namespace tandem
