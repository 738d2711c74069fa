// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "benchmarks/programs/collision_judge.h"
#include "benchmarks/programs/free_floor.h"
#include "benchmarks/programs/line_trial.h"
#include "benchmarks/programs/navigator_trial.h"
#include "laboratory/lockstep_world.h"

namespace tandem {
namespace {

// All touches of the first robot within that time.
std::vector<RobotTouch> touches_in(LockstepWorld& world, Duration time) {
  CollisionJudge judge;
  std::vector<RobotTouch> all;
  for (const SimTime end = world.now() + time; world.now() < end;) {
    world.step();
    for (const RobotTouch& touch : judge.look(world.frame())) all.push_back(touch);
  }
  return all;
}

TEST(CollisionJudge, WhoDrivesIntoAThingIsToBlame) {
  LockstepWorld world(R"(name: post
robots:
  - {name: emaros, model: emaros, commands: [{at: 0s, for: 2s, linear_mps: 0.3}]}
spawn:
  post: {area: {x: 0.6, size_x_m: 0.2, size_y_m: 0.2}, object: {shape: box, size_m: [0.1, 0.1, 0.4], mass_kg: 100}}
)");
  const auto touches = touches_in(world, 3s);
  ASSERT_GE(touches.size(), 1u);  // it may bounce
  EXPECT_EQ(touches[0].thing, "post_1");
  EXPECT_TRUE(touches[0].is_own_fault);
  EXPECT_NEAR(touches[0].speed_mps, 0.3, 0.05);
}

TEST(CollisionJudge, WhoIsRunIntoIsNotNorForWhatItIsPushedInto) {
  LockstepWorld world(R"(name: cart
robots:
  - {name: emaros, model: emaros}
spawn:
  post: {area: {x: -0.4, size_x_m: 0.2, size_y_m: 0.2}, keep_clear_m: 0, object: {shape: box, size_m: [0.1, 0.1, 0.4], mass_kg: 100}}
rules:
  cart: {type: movers, object: {shape: box, size_m: [0.2, 0.2, 0.4], mass_kg: 5}, path: [[1, 0], [0, 0]], speed_mps: 0.3, wait: 10s}
)");
  const auto touches = touches_in(world, 5s);
  ASSERT_GE(touches.size(), 2u);
  EXPECT_EQ(touches[0].thing, "cart_1");
  EXPECT_TRUE(std::ranges::any_of(touches, [](const auto& it) { return it.thing == "post_1"; }));
  for (const RobotTouch& touch : touches) EXPECT_FALSE(touch.is_own_fault) << touch.thing;
}

TEST(CollisionJudge, WhoStopsInTheWayOfACartIsToBlame) {
  // it is in the lane after 1.4 s, and the cart, 0.5 m away then, 1 s after it has stopped
  LockstepWorld world(R"(name: lane
robots:
  - {name: emaros, model: emaros, pose: {x: -0.4}, commands: [{at: 0s, for: 1400ms, linear_mps: 0.3}]}
rules:
  cart: {type: movers, object: {shape: box, size_m: [0.2, 0.2, 0.4], mass_kg: 5}, path: [[0, 1], [0, -1]], speed_mps: 0.3, wait: 10s}
)");
  const auto touches = touches_in(world, 4s);
  ASSERT_GE(touches.size(), 1u);
  EXPECT_EQ(touches[0].thing, "cart_1");
  EXPECT_LT(touches[0].speed_mps, 0.02);
  EXPECT_GT(touches[0].brought_nearer_m, 0.05);
  EXPECT_TRUE(touches[0].is_own_fault);
}

TEST(CollisionJudge, WhoMeetsACartHeadOnIsToBlameThoughTheCartIsFaster) {
  LockstepWorld world(R"(name: meeting
robots:
  - {name: emaros, model: emaros, commands: [{at: 0s, for: 5s, linear_mps: 0.1}]}
rules:
  cart: {type: movers, object: {shape: box, size_m: [0.2, 0.2, 0.4], mass_kg: 5}, path: [[1, 0], [0, 0]], speed_mps: 0.3, wait: 10s}
)");
  const auto touches = touches_in(world, 4s);
  ASSERT_GE(touches.size(), 1u);
  EXPECT_NEAR(touches[0].speed_mps, 0.1, 0.03);
  EXPECT_TRUE(touches[0].is_own_fault);
}

TEST(CollisionJudge, WhoIsCaughtUpWithWhileItLeavesIsNotToBlame) {
  LockstepWorld world(R"(name: flight
robots:
  - {name: emaros, model: emaros, pose: {yaw_deg: 180}, commands: [{at: 0s, for: 9s, linear_mps: 0.1}]}
rules:
  cart: {type: movers, object: {shape: box, size_m: [0.2, 0.2, 0.4], mass_kg: 5}, path: [[1, 0], [-2, 0]], speed_mps: 0.3, wait: 10s}
)");
  const auto touches = touches_in(world, 5s);
  ASSERT_GE(touches.size(), 1u);
  EXPECT_LT(touches[0].brought_nearer_m, 0);
  EXPECT_FALSE(touches[0].is_own_fault);
}

TEST(FreeFloor, KnowsWhatCanBeReached) {
  // a wall from the southern side, with a gap of about 0.8 m in the north
  LockstepWorld world(R"(name: rooms
world: {generate: arena, size_x_m: 4, size_y_m: 3, wall_height_m: 0.5}
robots:
  - {name: emaros, model: emaros, pose: {x: -1}}
spawn:
  wall: {count: 10, area: {x: 0, y: -0.38, size_x_m: 0.2, size_y_m: 2.2}, object: {shape: box, size_m: [0.2, 0.2, 0.1], mass_kg: 100}}
projection: {area: {size_x_m: 4, size_y_m: 3}}
)");
  const FreeFloor floor(world.simulation().world().physics(), world.scenario().projection->floor,
                        0.2, world.frame().entities->find("emaros")->bodies);
  const auto places = floor.reachable_from({-1, 0});
  const auto has = [&](Vec2 place) {
    return std::ranges::any_of(
        places, [&](Vec2 it) { return std::hypot(it.x - place.x, it.y - place.y) < 0.04; });
  };
  EXPECT_TRUE(has({-1, 1}));
  EXPECT_TRUE(has({1, -1}));
  EXPECT_FALSE(has({0, 0}));     // in the wall
  EXPECT_FALSE(has({-1.9, 0}));  // too near to another
  EXPECT_TRUE(floor.leads({-1, 0}, {1, 0}, {{-1, -1}, 0.1}));
  EXPECT_FALSE(floor.leads({-1, 0}, {1, 0}, {{0, 1.1}, 0.25}));  // in the gap
}

TEST(NavigatorTrial, AFewGoalsAmongThingsThatMoveAreReached) {
  int boxes_dropped = 0;
  for (const TrialOptions trial : {TrialOptions{.seed = 1}, {.seed = 3, .is_twin = true}}) {
    const NavigatorTrialResult result = run_navigator_trial({.trial = trial, .goals = 4});
    EXPECT_EQ(result.reached, 4);
    EXPECT_EQ(result.collisions, 0);
    EXPECT_THAT(result.misses, testing::IsEmpty());
    boxes_dropped += result.boxes_dropped;
  }
  EXPECT_GE(boxes_dropped, 1);
}

TEST(LineTrial, ACourseIsFollowedAndALineThatIsDrawnElsewhereIsFound) {
  const LineCourseResult course = run_line_course_trial({.seed = 1});
  EXPECT_TRUE(course.is_completed) << course.last_message;
  EXPECT_LE(course.lateral_rms_m, 0.02);
  const LineRedrawnResult redrawn = run_line_redrawn_trial({.seed = 1});
  EXPECT_TRUE(redrawn.is_found_again) << redrawn.last_message;
}

TEST(NavigatorTrial, TheSameSeedGivesTheSameTrial) {
  const auto trial = [] { return run_navigator_trial({.trial = {.seed = 2}, .goals = 1}); };
  EXPECT_EQ(trial().simulated_s, trial().simulated_s);
}

}  // namespace
}  // namespace tandem
