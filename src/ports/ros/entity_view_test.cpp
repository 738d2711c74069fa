// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/entity_view.h"

#include <gmock/gmock.h>

#include "ports/ros/convert.h"
#include "ports/ros/service_result.h"
#include "ports/ros/test_run.h"

namespace tandem {
namespace {

namespace msg = simulation_interfaces::msg;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

// emaros 1.5 m left of the middle among boxes of 0.2 to 0.4 m between walls of 0.3 m
const Frame& push() {
  static const Frame frame = [] {
    Simulation simulation(load_good("push"), {.threads = 1});
    return simulation.step(
        {.edits = {
             {SetEntityInfo{"box_1kg", {EntityCategory::dynamic_object, "", {"light", "red"}}}}}});
  }();
  return frame;
}

std::vector<std::string> names(const Selection& selection) {
  EXPECT_TRUE(is_ok(selection.result)) << selection.result.error_message;
  std::vector<std::string> found;
  for (const Entity* entity : selection.entities) found.push_back(entity->name);
  return found;
}

TEST(EntityView, StateIsPoseAndVelocityInTheMap) {
  const msg::EntityState state = entity_state(push(), *push().entities->find("box_5kg"));
  EXPECT_EQ(state.header.frame_id, "map");
  EXPECT_EQ(state.header.stamp.nanosec, 8'000'000u);
  EXPECT_NEAR(state.pose.position.x, 0.9, 1e-3);
  EXPECT_NEAR(state.pose.position.y, -0.5, 1e-3);
  EXPECT_NEAR(state.pose.position.z, 0.125, 1e-3);
}

TEST(EntityView, FramesAreTheWorldEntitiesAndLinksOfRobots) {
  EXPECT_EQ(world_from_frame(push(), ""), Pose{});
  EXPECT_EQ(world_from_frame(push(), "world"), Pose{});
  EXPECT_EQ(world_from_frame(push(), "map"), Pose{});
  EXPECT_NEAR(world_from_frame(push(), "box_1kg")->translation.y, 0.6, 1e-3);
  // the camera looks out of the front of a robot at x = -1.5
  EXPECT_GT(world_from_frame(push(), "emaros/camera_front_link")->translation.x, -1.5);
  EXPECT_EQ(world_from_frame(push(), "nowhere"), std::nullopt);
  EXPECT_EQ(world_from_frame(push(), "emaros/nowhere"), std::nullopt);
}

TEST(EntityView, NamesAreFoundByPosixExpressions) {
  EXPECT_THAT(names(select_entities(push(), {.filter = "^box_[[:digit:]]+kg$"})),
              ElementsAre("box_1kg", "box_5kg", "box_20kg", "box_50kg"));
  EXPECT_EQ(names(select_entities(push(), {})).size(), push().entities->size());
  EXPECT_THAT(select_entities(push(), {.categories = {{3}}}).result.error_message,
              HasSubstr("no category"));
  const Selection wrong = select_entities(push(), {.filter = "("});
  EXPECT_EQ(wrong.result.result, ServiceResult::RESULT_OPERATION_FAILED);
  EXPECT_THAT(wrong.result.error_message, HasSubstr("no regular expression"));
}

TEST(EntityView, CategoriesAndTagsAreFound) {
  EXPECT_THAT(
      names(select_entities(push(), {.categories = {{msg::EntityCategory::CATEGORY_ROBOT}}})),
      ElementsAre("emaros"));
  EXPECT_THAT(names(select_entities(
                  push(), {.categories = {{msg::EntityCategory::CATEGORY_ROBOT},
                                          {msg::EntityCategory::CATEGORY_STATIC_OBJECT}}})),
              ElementsAre("floor", "walls", "emaros"));
  EXPECT_THAT(names(select_entities(push(), {.tags = {{"red", "blue"}, 0}})),
              ElementsAre("box_1kg"));
  EXPECT_THAT(
      names(select_entities(push(), {.tags = {{"red", "blue"}, msg::TagsFilter::FILTER_MODE_ALL}})),
      ElementsAre());
}

TEST(EntityView, RegionsAreBoxesAndSpheres) {
  // around the lightest box, above the floor
  const msg::Bounds box{msg::Bounds::TYPE_BOX, {{-0.6, 0.2, 0.3}, {-0.95, -0.2, 0.05}}};
  EXPECT_THAT(names(select_entities(push(), {.bounds = box})), ElementsAre("box_0_2kg"));
  // its nearest edge is 0.3 m aside and 0.4 m below, 0.5 m away
  const msg::Bounds near{msg::Bounds::TYPE_SPHERE, {{-0.4, 0, 0.6}, {0.49, 0, 0}}};
  EXPECT_THAT(names(select_entities(push(), {.bounds = near})), ElementsAre());
  const msg::Bounds far{msg::Bounds::TYPE_SPHERE, {{-0.4, 0, 0.6}, {0.51, 0, 0}}};
  EXPECT_THAT(names(select_entities(push(), {.bounds = far})), ElementsAre("box_0_2kg"));
}

TEST(EntityView, RegionsThatAreNoneAreRefused) {
  const auto result_of = [](const msg::Bounds& bounds) {
    return select_entities(push(), {.bounds = bounds}).result;
  };
  EXPECT_EQ(result_of({msg::Bounds::TYPE_CONVEX_HULL, {{}, {}, {}, {}}}).result,
            ServiceResult::RESULT_FEATURE_UNSUPPORTED);
  EXPECT_THAT(result_of({msg::Bounds::TYPE_BOX, {{}}}).error_message, HasSubstr("2 points"));
  EXPECT_THAT(result_of({msg::Bounds::TYPE_SPHERE, {{}, {-1, 0, 0}}}).error_message,
              HasSubstr("radius"));
  EXPECT_THAT(result_of({9, {}}).error_message, HasSubstr("no type of bounds"));
}

TEST(EntityView, BoundsAreInTheEntitysOwnFrame) {
  const msg::Bounds bounds = entity_bounds(push(), *push().entities->find("box_50kg"));
  EXPECT_EQ(bounds.type, msg::Bounds::TYPE_BOX);
  ASSERT_EQ(bounds.points.size(), 2u);
  // upper corner first
  EXPECT_NEAR(bounds.points[0].x, 0.2, 1e-6);
  EXPECT_NEAR(bounds.points[0].z, 0.2, 1e-6);
  EXPECT_NEAR(bounds.points[1].y, -0.2, 1e-6);
  // a floor without end
  EXPECT_EQ(entity_bounds(push(), *push().entities->find("floor")).type, msg::Bounds::TYPE_EMPTY);
}

TEST(EntityView, InfoGoesThereAndBack) {
  const EntityInfo info{EntityCategory::human, "a visitor", {"tall"}};
  const std::optional<EntityInfo> back = from_message(to_message(info));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->category, EntityCategory::human);
  EXPECT_THAT(back->tags, ElementsAre("tall"));
  // the standard has no category 3
  EXPECT_EQ(from_message(msg::EntityInfo{{3}, "", {}}), std::nullopt);
}

}  // namespace
}  // namespace tandem
