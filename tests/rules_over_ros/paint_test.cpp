// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "rule_lab.h"

namespace tandem {
namespace {

class Painting : public RulesOverRos {};
INSTANTIATE_TEST_SUITE_P(, Painting, testing::Bool(), name_of_mode);

bool is_green(int r, int g, int b) { return g > 80 && g > 2 * r && g > 2 * b; }
bool is_red(int r, int g, int b) { return r > 80 && r > 2 * g && r > 2 * b; }

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

TEST_P(Painting, AToolLeavesItsFootprintInThePictureOfTheRearCamera) {
  RuleLab lab(with_roller, options());
  lab.expect_done("attach,paint_roller");
  lab.drive(0.4, 0, 1s);
  EXPECT_EQ(count_pixels(lab.look<Image>("camera_rear/image_raw"), is_green), 0) << "it is off";
  lab.expect_done("tool,on");
  EXPECT_EQ(lab.number("coat", "painting"), 1);
  lab.drive(0.4, 0, 4s);
  // A strip of 0.2 m and 1 m or more, from 0.3 m behind the camera on, 0.125 m below it: 185 *
  // 0.125
  // * (1 / 0.3 - 1 / 1.3) = 59 lines, 185 * 0.2 / 0.5 = 74 pixels wide in the middle.
  EXPECT_GT(count_pixels(lab.look<Image>("camera_rear/image_raw"), is_green), 59 * 74 / 3);
  lab.expect_done("tool,off");
  EXPECT_EQ(lab.number("coat", "painting"), 0);
}

TEST_P(Painting, ARobotLeavesATrackOfTheColorAndWidthOfItsOrder) {
  RuleLab lab(R"(
world: {generate: arena, size_x_m: 6, size_y_m: 4}
robots: [{name: emaros, model: emaros, pose: {x: -1.5}}]
paint: {area: {size_x_m: 4, size_y_m: 3}}
)",
              options());
  const auto red_pixels = [&](const std::string& order) {
    lab.expect_done("reset");
    lab.run(500ms);
    if (!order.empty()) lab.expect_done(order);
    lab.drive(0.4, 0, 3s);
    const int red = count_pixels(lab.look<Image>("camera_rear/image_raw"), is_red);
    if (is_twin()) lab.drive(-0.4, 0, 3s);  // a reset does not move a real robot
    return red;
  };
  EXPECT_EQ(red_pixels(""), 0);
  const int thin = red_pixels("paint, on, #ff0000, 0.03");
  const int wide = red_pixels("paint,on,#ff0000,0.09");
  EXPECT_GT(thin, 200);
  EXPECT_NEAR(wide / double(thin), 3, 0.6) << "three times as wide";
  EXPECT_EQ(lab.status("track", "emaros"), "true");

  // bad ones change nothing
  lab.expect_refused("paint,on,#ff00zz", "#ff00zz");
  lab.expect_refused("paint,on,red,nan", "nan");
  lab.expect_refused("paint,on,red,-1", "-1");
  lab.expect_refused("paint,on,red,0.1,0.2", "");
  lab.expect_refused("paint", "");
  lab.expect_refused("paint,perhaps", "'on' or 'off'");
  EXPECT_EQ(lab.status("track", "emaros"), "true");
  lab.expect_done("paint,off");
  EXPECT_EQ(lab.status("track", "emaros"), "false");
}

}  // namespace
}  // namespace tandem
