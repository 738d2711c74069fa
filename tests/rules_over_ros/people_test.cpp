// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "messages/vision_msgs.h"
#include "rule_lab.h"

namespace tandem {
namespace {

class People : public RulesOverRos {};
INSTANTIATE_TEST_SUITE_P(, People, testing::Bool(), name_of_mode);

// The pixels of a class by name in the segmented picture of the front camera.
int pixels_of(RuleLab& lab, const std::string& name) {
  const auto classes =
      lab.look<vision_msgs::msg::LabelInfo>("camera_front/segmentation/label_info", qos::latched);
  const auto found =
      std::ranges::find(classes.class_map, name, &vision_msgs::msg::VisionClass::class_name);
  if (found == classes.class_map.end()) return 0;
  const Image labels = lab.look<Image>("camera_front/segmentation/image_raw");
  return static_cast<int>(
      std::ranges::count(labels.data, static_cast<std::uint8_t>(found->class_id)));
}

TEST_P(People, AreSeenBySegmentationAndLaserAndMet) {
  RuleLab lab(R"(
world: {generate: arena, size_x_m: 18, size_y_m: 18}   # walls out of the laser's sight
robots: [{name: emaros, model: emaros}]
rules: {tom: {type: walkers, points: [[2, 0]], height_m: 1.8}}
)",
              options());
  // 185 pixels a metre at 1 m: at 1.87 m two legs, a trunk and arms of 0.7 m at most fill a third
  // of 1.8 m at least
  const double metre = 185 / 1.87;
  const int pixels = pixels_of(lab, "person");
  EXPECT_GT(pixels, metre * metre * 0.7 * 1.6 / 3);
  EXPECT_LT(pixels, metre * metre * 0.7 * 1.8);
  // two legs side by side, 0.16 m thick at most, which are 4 beams each at this distance
  const auto scan = lab.look<LaserScan>("scan");
  int legs = 0;
  for (const float range : scan.ranges) legs += std::abs(range - 1.93) < 0.08;
  EXPECT_GE(legs, 4);
  EXPECT_EQ(std::ranges::count_if(scan.ranges, [](float range) { return std::isfinite(range); }),
            legs)
      << "and nothing else is there";
  EXPECT_EQ(lab.status("tom", "tom_1"), "waits at 2.00, 0.00");

  // who comes nearer than a metre meets him
  EXPECT_EQ(lab.count("person_met"), 0);
  EXPECT_TRUE(lab.drive_until([&] { return lab.count("person_met") > 0; }, 0.4, 0, 8s));
  EXPECT_EQ(lab.heard("person_met")->robot, "emaros");
  EXPECT_NEAR(2 - lab.place().x, 1 + 0.27 + 0.125, 0.25);
}

TEST_P(People, WhoWalkGiveWayToARobot) {
  RuleLab lab(R"(
world: {generate: arena, size_x_m: 18, size_y_m: 18}   # walls out of the laser's sight
robots: [{name: emaros, model: emaros}]
rules: {ida: {type: walkers, points: [[4, 0], [-3, 0]], speed_mps: 1, give_way_m: 0.6, patience: 60s}}
)",
              options());
  // beams that pass between her legs see nothing
  const auto nearest = [&] { return std::ranges::min(lab.look<LaserScan>("scan").ranges); };
  const double far_m = nearest();
  lab.run(1s);
  EXPECT_LT(nearest(), far_m - 0.5) << "she comes nearer";
  lab.run(4s);
  EXPECT_EQ(lab.status("ida", "ida_1"), "gives way to emaros");
  // 0.6 m of room, less than her 0.27 m and the robot's 0.125 m further for the laser to her legs
  const double stands_m = nearest();
  EXPECT_GT(stands_m, 0.6);
  EXPECT_LT(stands_m, 0.6 + 0.27 + 0.3);
  lab.run(2s);
  EXPECT_NEAR(nearest(), stands_m, 0.05) << "she waits";
}

TEST_P(People, ThingsThatMoveAreWhereTimeSays) {
  RuleLab lab(R"(
world: {generate: arena, size_x_m: 18, size_y_m: 18}
robots: [{name: emaros, model: emaros, sensors: {lidar: {noise_m: 0}}}]
catalog: {cart: {shape: box, size_m: [0.6, 0.4, 0.5], mass_kg: 20}}
rules: {cart: {type: movers, object: cart, path: [[4, 0], {x: 1.5, y: 0, wait: 30s}], speed_mps: 0.5}}
)",
              options());
  EXPECT_EQ(lab.status("cart", "cart_1"), "moves to point 2");
  const auto scan = lab.look<LaserScan>("scan");
  // its front goes before its middle, which is where it says; a twin is not quite at the origin
  const double stamp = scan.header.stamp.sec + scan.header.stamp.nanosec * 1e-9;
  const double start = seconds(lab.world().now() - lab.world().frame().time_in_episode);
  EXPECT_NEAR(scan.ranges.at(scan.ranges.size() / 2), 4 - 0.3 - 0.5 * (stamp - start),
              is_twin() ? 0.05 : 0.01);
  lab.run(5s);
  EXPECT_EQ(lab.status("cart", "cart_1"), "waits at point 2");
  EXPECT_NEAR(lab.ahead_m(), 1.2, is_twin() ? 0.05 : 0.01);
}

}  // namespace
}  // namespace tandem
