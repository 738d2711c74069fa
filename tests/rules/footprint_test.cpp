// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "rule_world.h"

namespace tandem {
namespace {

using ::testing::HasSubstr;

const std::string with_roller = R"(
world: {generate: arena, size_x_m: 6, size_y_m: 4}
robots: [{name: emaros, model: emaros, pose: {x: -1.2}}]
paint: {area: {size_x_m: 4, size_y_m: 3}}
spawn:
  roller: {area: {x: -0.7, size_x_m: 0.5, size_y_m: 0.5}, keep_clear_m: 0, object: {model: paint_roller}}
rules:
  attachment: {type: attachment, tools: [paint_roller]}
  coat: {type: footprint, tools: [paint_roller], color: '#00ff00'}
)";

Rgba pixel_at(const RuleWorld& world, Vec2 at) {
  return world.frame().paint->pixel(static_cast<int>((at.x + 2) / 0.005),
                                    static_cast<int>((1.5 - at.y) / 0.005));
}

TEST(Footprint, IsPaintedAsWideAsTheToolWhileItIsOn) {
  RuleWorld world(with_roller);
  ASSERT_TRUE(world.order("attach,paint_roller").is_done);
  world.drive("emaros", 0.4, 0, 1s);
  const double off_until = world.pose_of("roller_1").translation.x;
  ASSERT_TRUE(world.order("tool,on").is_done);
  EXPECT_EQ(world.status("coat", "painting"), RuleValue(1.0));
  world.drive("emaros", 0.4, 0, 2s);
  ASSERT_TRUE(world.order("tool,off").is_done);
  const double end = world.pose_of("roller_1").translation.x;
  ASSERT_GT(end, off_until + 0.5);

  // the roller is 0.2 m wide, its axle 0.03 m before the tool's origin
  const Rgba green{0, 255, 0, 255};
  const double middle = (off_until + end) / 2;
  EXPECT_EQ(pixel_at(world, {middle, 0}), green);
  EXPECT_EQ(pixel_at(world, {middle, 0.09}), green);
  EXPECT_EQ(pixel_at(world, {middle, -0.09}), green);
  EXPECT_EQ(pixel_at(world, {middle, 0.11}).a, 0);
  EXPECT_EQ(pixel_at(world, {off_until - 0.15, 0}).a, 0) << "it was off";
  // half of the roller and what is gone between two stamps
  EXPECT_EQ(pixel_at(world, {end + 0.03, 0}), green);
  world.drive("emaros", 0.4, 0, 500ms);
  EXPECT_EQ(pixel_at(world, {end + 0.09, 0}).a, 0) << "it is off";
  EXPECT_EQ(world.status("coat", "painting"), RuleValue(0.0));
}

TEST(Footprint, SettingsAreChecked) {
  const std::string paint = "paint: {area: {size_x_m: 4, size_y_m: 3}}\n";
  EXPECT_THAT(findings_of(paint + "rules: {f: {type: footprint}}"), HasSubstr("'tools'"));
  EXPECT_THAT(findings_of(paint + "rules: {f: {type: footprint, tools: [rooler]}}"),
              HasSubstr("rooler"));
  EXPECT_THAT(findings_of("rules: {f: {type: footprint, tools: [paint_roller]}}"),
              HasSubstr("a floor that can be painted"));
  EXPECT_EQ(findings_of(paint + "rules: {f: {type: footprint, tools: [paint_roller]}}"), "");
}

}  // namespace
}  // namespace tandem
