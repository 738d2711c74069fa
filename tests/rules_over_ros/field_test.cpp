// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "rule_lab.h"

namespace tandem {
namespace {

class Fields : public RulesOverRos {};
INSTANTIATE_TEST_SUITE_P(, Fields, testing::Bool(), name_of_mode);

// A field of 10 by 8 tiles of 0.08 m around the origin, and a plow before the robot. Tools are
// 0.3 m wide, so that a drive along x works on 4 of the 8 rows; a twin is off by a centimetre,
// which the next middles, 1 cm further out than the tool, may feel.
const std::string small_farm = R"(
world: {generate: arena, size_x_m: 6, size_y_m: 4}
robots: [{name: emaros, model: emaros, pose: {x: -1.2}}]
paint: {area: {size_x_m: 4, size_y_m: 3}}
spawn:
  plow: {area: {x: -0.8, size_x_m: 0.32, size_y_m: 0.32}, keep_clear_m: 0, object: {model: plow}}
rules:
  attachment: {type: attachment, tools: [plow, seeder, harvester]}
  field: {type: field, area: {size_x_m: 0.8, size_y_m: 0.64}, tile_m: 0.08, sprouting: 1s, ripening: 2s}
)";
constexpr double all = 80, one_drive = 40;

TEST_P(Fields, AreWorkedOnByOrdersAndCommandsAlone) {
  RuleLab farm(small_farm, options());
  const double off = is_twin() ? 12 : 0;
  const auto expect_worked = [&](const std::string& state) {
    EXPECT_NEAR(farm.number("field", state), one_drive, off) << state;
    EXPECT_NEAR(farm.number("field", "untouched") + farm.number("field", state), all, off) << state;
  };
  EXPECT_EQ(farm.number("field", "untouched"), all);

  // to the east with the plow
  farm.expect_done("attach,plow");
  farm.expect_done("tool,on");
  ASSERT_THAT(farm.loads(), testing::SizeIs(1));
  EXPECT_EQ(farm.loads()[0].type, "plow");
  farm.drive(0.5, 0, 4800ms);
  expect_worked("ploughed");
  farm.expect_done("detach");
  farm.remove("plow_1");

  // back to the west with a seeder that comes by topic
  farm.bring("seeder", "seeder", {farm.place().x + 0.28, farm.place().y});
  farm.expect_done("attach,seeder");
  farm.expect_done("tool,on");
  farm.drive(-0.5, 0, 4800ms);
  EXPECT_LE(farm.number("field", "ploughed"), off);
  farm.run(3s);
  expect_worked("ripe");
  farm.expect_done("detach");
  farm.remove("seeder");

  farm.bring("harvester", "harvester", {farm.place().x + 0.28, farm.place().y});
  farm.expect_done("attach,harvester");
  farm.drive(0.5, 0, 4800ms);
  expect_worked("ripe");  // it was off
  farm.expect_done("tool,on");
  farm.drive(-0.5, 0, 4800ms);
  expect_worked("harvested");
}

TEST_P(Fields, ShowCamerasWhatWasDone) {
  // two robots that differ in nothing but whether the plow is on look back at the field
  const auto after_a_drive = [&](bool is_on) {
    RuleLab farm(small_farm, options());
    farm.expect_done("attach,plow");
    farm.order(is_on ? "tool,on" : "tool,off");
    farm.drive(0.5, 0, 4800ms);
    return farm.look<Image>("camera_rear/image_raw");
  };
  const Image ploughed = after_a_drive(true), untouched = after_a_drive(false);
  // The rear camera is 0.125 m above the floor and about 0.6 m from the strip of 0.8 by 0.32 m. A
  // metre at 1 m is 185 pixels in a picture of 640 and 120 degrees: 185 * 0.125 * (1 / 0.6 -
  // 1 / 1.4) = 22 lines of 185 * 0.32 / 0.9 = 66 pixels, of which not all are in furrows.
  EXPECT_GT(count_differences(ploughed, untouched), 22 * 66 / 4);
  EXPECT_LT(count_differences(ploughed, untouched), 22 * 66 * 2) << "and nothing else";
}

TEST_P(Fields, AreLeftAloneByWhatIsOffPutDownOrOutOfTurn) {
  RuleLab farm(small_farm, options());
  farm.expect_refused("tool,on", "carries no tool");
  farm.expect_done("attach,plow");
  farm.drive(0.5, 0, 2400ms);  // over half of it, switched off
  farm.expect_done("tool,on");
  farm.expect_done("detach");
  farm.run(1s);
  farm.remove("plow_1");
  farm.bring("seeder", "seeder", {farm.place().x + 0.28, farm.place().y});
  farm.expect_done("attach,seeder");
  farm.expect_done("tool,on");
  farm.drive(-0.5, 0, 2400ms);  // nobody ploughed
  EXPECT_GE(farm.number("field", "untouched"), all - 20) << "what the plow stood on";
  EXPECT_EQ(farm.number("field", "seeded") + farm.number("field", "growing"), 0);
}

}  // namespace
}  // namespace tandem
