// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "rule_lab.h"

namespace tandem {
namespace {

class Hazards : public RulesOverRos {};
INSTANTIATE_TEST_SUITE_P(, Hazards, testing::Bool(), name_of_mode);

// A pallet of 0.3 m at the origin, 0.08 m high; the laser looks 0.185 m above the floor and sees
// the wall of the default arena, at x = 5.
const std::string pallet_ahead = R"(
robots: [{name: emaros, model: emaros, pose: {x: -1}}]
spawn:
  pallet: {area: {size_x_m: 0.32, size_y_m: 0.32}, object: {shape: box, size_m: [0.3, 0.3, 0.08], mass_kg: 20}}
rules: {danger: {type: hazard}}
)";

TEST_P(Hazards, ARobotDrivesIntoAPalletThatItsLaserDoesNotSee) {
  RuleLab lab(pallet_ahead, options());
  EXPECT_NEAR(lab.ahead_m(), 6, 0.1);
  EXPECT_EQ(lab.number("danger", "touches"), 0);
  ASSERT_TRUE(lab.drive_until([&] { return lab.heard("touch") != nullptr; }, 0.3, 0, 6s));
  const Event touch = *lab.heard("touch");
  EXPECT_EQ(touch.robot, "emaros");
  EXPECT_EQ(RuleLab::value_of(touch, "thing"), "pallet_1");
  EXPECT_EQ(RuleLab::value_of(touch, "type"), "pallet");
  EXPECT_EQ(RuleLab::value_of(touch, "by"), "emaros");
  // where the robot's shell meets the pallet's side
  EXPECT_NEAR(RuleLab::number_of(touch, "x_m"), -0.15, 0.03);
  EXPECT_NEAR(RuleLab::number_of(touch, "y_m"), 0, 0.15);
  EXPECT_NEAR(RuleLab::number_of(touch, "speed_mps"), 0.3, is_twin() ? 0.1 : 0.02);
  EXPECT_GT(RuleLab::number_of(touch, "force_n"), 0);

  // the bumper feels it too, or what says what a twin touches
  bool is_felt = false;
  for (int i = 0; i < 20 && !is_felt; ++i) {
    lab.drive_until([] { return false; }, 0.3, 0, 80ms);
    const auto contacts =
        lab.look<tandem_msgs::msg::Contacts>(is_twin() ? "twin/contacts" : "contacts");
    for (const tandem_msgs::msg::Contact& contact : contacts.contacts)
      is_felt |= contact.entity_a == "pallet_1" || contact.entity_b == "pallet_1";
  }
  EXPECT_TRUE(is_felt);
  EXPECT_EQ(lab.count("touch"), 1) << "one touch, however long it pushes";
  EXPECT_EQ(lab.status("danger", "touching"), "emaros pallet_1");
  EXPECT_NEAR(lab.ahead_m(), 5 - lab.place().x, 0.1) << "the laser has not seen it yet";

  lab.drive(-0.3, 0, 2s);
  EXPECT_EQ(lab.count("touch_end"), 1);
  EXPECT_EQ(lab.status("danger", "touching"), "");
  EXPECT_EQ(lab.number("danger", "touches"), 1);
}

std::string fire_ahead(double smoke_m) {
  return "robots: [{name: emaros, model: emaros, pose: {x: -1}, sensors: {lidar: {noise_m: 0}, "
         "camera_front: {noise: 0}}}]\n"
         "rules:\n"
         "  fire: {type: fire, x: 0, y: 0, radius_m: 0.2, smoke_m: " +
         std::to_string(smoke_m) +
         "}\n"
         "  danger: {type: hazard}\n";
}

TEST_P(Hazards, FireAndSmokeAreInThePictureAndNotInTheScan) {
  RuleLab smoking(fire_ahead(1), options()), clear(fire_ahead(0), options());
  const auto orange = [](int r, int, int b) { return r > 150 && r > 2 * b; };
  // 0.3 m wide and as high at 0.87 m: 64 pixels a side, of which flames fill a part
  const Image smoke = smoking.look<Image>("camera_front/image_raw");
  const Image flames = clear.look<Image>("camera_front/image_raw");
  EXPECT_GT(count_pixels(smoke, orange), 64 * 64 / 4);
  EXPECT_GT(count_pixels(flames, orange), 64 * 64 / 4);
  // a metre of smoke, half of which is above the flames and in the picture: 0.1 m wide at least
  EXPECT_GT(count_differences(smoke, flames), 106 * 21);

  for (RuleLab* lab : {&smoking, &clear})
    EXPECT_GT(std::ranges::min(lab->look<LaserScan>("scan").ranges), 2.9)
        << "the nearest is the wall, 3 m behind the robot";
  ASSERT_TRUE(smoking.drive_until([&] { return smoking.heard("touch") != nullptr; }, 0.3, 0, 6s));
  EXPECT_EQ(RuleLab::value_of(*smoking.heard("touch"), "thing"), "fire");
  EXPECT_NEAR(RuleLab::number_of(*smoking.heard("touch"), "x_m"), -0.2, 0.03);
  // who puts it out
  smoking.remove("fire");
  EXPECT_EQ(smoking.status("fire", "burning"), "false");
}

}  // namespace
}  // namespace tandem
