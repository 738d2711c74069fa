// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/projector/projector_desk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "scenario/projector_file.h"
#include "scenario/testing.h"

namespace tandem {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Kind = ProjectorKey::Kind;

// Corners at (0, 0), (800, 0), (800, 600) and (0, 600).
const ProjectorCalibration straight = straight_calibration({{}, 4, 3}, 800, 600);

ProjectorKey letter(char c) { return {.letter = c}; }

TEST(ProjectorDesk, ShowsAnotherFloorUntilSomebodyMovesCorners) {
  ProjectorDesk desk(straight, "p.yaml", true);
  desk.show_floor({{}, 8, 6});
  EXPECT_EQ(desk.calibration().area.size_x_m, 8);
  EXPECT_EQ(desk.calibration().corners_px[2].x, 800);
  EXPECT_EQ(desk.calibration().corners_px[2].y, 600);
  // by the smaller scale, in the middle
  desk.show_floor({{}, 4, 1.5});
  EXPECT_EQ(desk.calibration().corners_px[0].y, 150);
  desk.press({.kind = Kind::right});
  desk.show_floor({{}, 8, 6});
  EXPECT_EQ(desk.calibration().area.size_x_m, 4);
  EXPECT_EQ(desk.calibration().corners_px[0].x, 1);
}

TEST(ProjectorDesk, KeysToggleLayers) {
  ProjectorDesk desk(straight, "p.yaml");
  desk.press(letter('1'));
  EXPECT_EQ(desk.layers().bodies, FloorBodies::all);
  desk.press(letter('1'));
  EXPECT_EQ(desk.layers().bodies, FloorBodies::none);
  desk.press(letter('1'));
  EXPECT_EQ(desk.layers().bodies, FloorBodies::simulated);
  for (const char key : {'2', '3', '4', 'g'}) desk.press(letter(key));
  EXPECT_EQ(
      desk.layers(),
      (FloorLayers{
          .has_lights = false, .has_billboards = false, .has_images = false, .has_grid = true}));
  EXPECT_THAT(desk.take_messages(), ElementsAre("robot bodies: of all robots", "robot bodies: off",
                                                "robot bodies: of simulated robots", "lights: off",
                                                "billboards: off", "camera planes: off"));
  EXPECT_THAT(desk.take_messages(), IsEmpty());
}

TEST(ProjectorDesk, CornersMoveOnlyWhileCalibrating) {
  ProjectorDesk desk(straight, "p.yaml");
  desk.press({.kind = Kind::left});
  desk.grab({0, 0});
  desk.drag({50, 50});
  EXPECT_EQ(desk.calibration().corners_px[0].x, 0);
  EXPECT_EQ(desk.selected_corner(), std::nullopt);

  desk.press(letter('c'));
  EXPECT_EQ(desk.selected_corner(), 0u);
  desk.press({.kind = Kind::right});
  desk.press({.kind = Kind::down, .has_shift = true});
  EXPECT_EQ(desk.calibration().corners_px[0].x, 1);
  EXPECT_EQ(desk.calibration().corners_px[0].y, 10);
  desk.press({.kind = Kind::tab, .has_shift = true});
  EXPECT_EQ(desk.selected_corner(), 3u);
  desk.press({.kind = Kind::tab});
  desk.press({.kind = Kind::tab});
  EXPECT_EQ(desk.selected_corner(), 1u);
  desk.press({.kind = Kind::left, .has_shift = true});
  desk.press({.kind = Kind::up});
  EXPECT_EQ(desk.calibration().corners_px[1].x, 790);
  EXPECT_EQ(desk.calibration().corners_px[1].y, -1);
  desk.press({.kind = Kind::escape});
  EXPECT_FALSE(desk.is_calibrating());
  EXPECT_TRUE(desk.was_left());
  EXPECT_THAT(desk.take_messages(),
              ElementsAre(calibration_keys,
                          "the new calibration is used, but not saved: c, then s saves it"));
}

TEST(ProjectorDesk, TheMouseDragsTheNearestCornerByWhereItWasGrabbed) {
  ProjectorDesk desk(straight, "p.yaml", true);
  desk.grab({790, 580});  // 10 and 20 pixels off the lower right corner
  EXPECT_EQ(desk.selected_corner(), 2u);
  desk.drag({700, 500});
  EXPECT_EQ(desk.calibration().corners_px[2].x, 710);
  EXPECT_EQ(desk.calibration().corners_px[2].y, 520);
  // over the diagonal the picture would fold: it stays where it was last
  desk.drag({100, 100});
  EXPECT_EQ(desk.calibration().corners_px[2].x, 710);
  desk.release();
  desk.drag({750, 550});
  EXPECT_EQ(desk.calibration().corners_px[2].x, 710);
}

TEST(ProjectorDesk, SavesWhatCanBeRead) {
  const TestFolder folder;
  const auto file = folder.path() / "p.yaml";
  ProjectorDesk desk(straight, file, true);
  desk.press({.kind = Kind::right, .has_shift = true});
  desk.press(letter('s'));
  EXPECT_THAT(desk.take_messages(), ElementsAre(calibration_keys, "saved " + file.string()));
  Findings findings;
  const auto read = read_projector_file(file, findings);
  ASSERT_TRUE(read) << all_text(findings);
  EXPECT_EQ(read->corners_px[0].x, 10);
  desk.press({.kind = Kind::escape});
  EXPECT_THAT(desk.take_messages(), IsEmpty());

  ProjectorDesk nowhere(straight, "/nowhere/p.yaml", true);
  nowhere.press(letter('s'));
  EXPECT_THAT(nowhere.take_messages(),
              ElementsAre(calibration_keys, "cannot write '/nowhere/p.yaml'"));
}

}  // namespace
}  // namespace tandem
