// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/projector_file.h"

#include <gmock/gmock.h>

#include <numbers>

#include "scenario/testing.h"

namespace tandem {
namespace {

using testing::HasSubstr;

std::string errors_in(const std::string& text) {
  const TestFolder folder;
  Findings findings;
  EXPECT_FALSE(read_projector_file(folder.write("p.yaml", text), findings));
  return all_text(findings);
}

TEST(ProjectorFile, WhatIsWrittenIsRead) {
  const TestFolder folder;
  ProjectorCalibration calibration =
      straight_calibration({{{1.5, -2}, std::numbers::pi / 6}, 4, 3}, 1280, 800);
  calibration.corners_px[2] = {1100.25, 750.5};
  const auto file = folder.path() / "p.yaml";
  EXPECT_FALSE(write_projector_file(file, calibration));
  Findings findings;
  const auto read = read_projector_file(file, findings);
  ASSERT_TRUE(read) << all_text(findings);
  EXPECT_EQ(read->width_px, 1280);
  EXPECT_EQ(read->height_px, 800);
  EXPECT_NEAR(read->area.world_from_center.translation.x, 1.5, 1e-5);
  EXPECT_NEAR(read->area.world_from_center.yaw, std::numbers::pi / 6, 1e-5);
  EXPECT_EQ(read->area.size_y_m, 3);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(read->corners_px[i].x, calibration.corners_px[i].x, 0.005);
    EXPECT_NEAR(read->corners_px[i].y, calibration.corners_px[i].y, 0.005);
  }
}

TEST(ProjectorFile, MistakesAreNamedWithTheirLines) {
  const std::string head = "area: {size_x_m: 4, size_y_m: 3}\nwidth_px: 800\nheight_px: 600\n";
  EXPECT_THAT(errors_in(head), HasSubstr("must have 'corners_px'"));
  EXPECT_THAT(
      errors_in(head + "corners_px: {top_left: [0, 0], top_right: [9, 0], bottom_right: [9, "
                       "9]}\n"),
      HasSubstr("p.yaml:4: error: 'corners_px' must have 'bottom_left'"));
  EXPECT_THAT(errors_in(head + "corners_px:\n  top_left: [0, 0, 1]\n"),
              HasSubstr("p.yaml:5: error: 'top_left' expects two numbers, [x, y] in pixels, is a "
                        "list of 3"));
  EXPECT_THAT(errors_in(head + "corners_px: {top_left: [0, 0], top_right: [400, 1], bottom_right: "
                               "[800, 2], bottom_left: [0, 600]}\n"),
              HasSubstr("p.yaml:4: error: this is no picture of a floor: corners 1, 2 and 3 lie on "
                        "one line"));
  EXPECT_THAT(
      errors_in("area: {size_x_m: 0, size_y_m: 3}\nwidth_px: 8\nheight_px: x\ncolour: 1\n"),
      testing::AllOf(HasSubstr("p.yaml:1: error: 'size_x_m' must"),
                     HasSubstr("p.yaml:2: error: 'width_px' must"),
                     HasSubstr("p.yaml:3: error: 'height_px' expects"),
                     HasSubstr("p.yaml:4: error: 'projector calibration' has no key 'colour'")));
  EXPECT_THAT(errors_in("[1, 2]"), HasSubstr("error"));
  Findings findings;
  EXPECT_FALSE(read_projector_file("/nowhere/p.yaml", findings));
  EXPECT_THAT(all_text(findings), HasSubstr("/nowhere/p.yaml"));
}

TEST(ProjectorFile, WhatCannotBeWrittenSaysSo) {
  const auto error =
      write_projector_file("/nowhere/p.yaml", straight_calibration({{}, 4, 3}, 800, 600));
  ASSERT_TRUE(error);
  EXPECT_EQ(error->message, "cannot write '/nowhere/p.yaml'");
}

}  // namespace
}  // namespace tandem
