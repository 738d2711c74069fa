// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tracking/marker_finder.h"
#include "tracking/marker_pose.h"
#include "tracking/test_scene.h"

namespace tandem {
namespace {

constexpr double degree = std::numbers::pi / 180;

struct Worst {
  double off_m = 0;
  double off_deg = 0;
  int missed = 0;
};

// A marker of 12 cm, 15 cm above a floor of 4 by 3 m, everywhere up to the edges.
Worst all_over_the_floor(const CameraCalibration& camera, const scene::Picture& base,
                         const std::string& dictionary, int columns = 5, int rows = 3) {
  const auto estimator = MarkerPoseEstimator::make(camera, {.size_m = 0.12, .height_m = 0.15});
  EXPECT_TRUE(estimator);
  const MarkerFinder finder({.dictionary = find_dictionary(dictionary), .lens = camera.lens});
  Worst worst;
  for (int column = 0; column < columns; ++column)
    for (int row = 0; row < rows; ++row) {
      const double x = -1.92 + 3.84 * column / (columns - 1), y = -1.42 + 2.84 * row / (rows - 1);
      const double yaw = std::remainder(0.7 * column + 1.9 * row, 2 * std::numbers::pi);
      scene::Picture picture = base;
      picture.seed = std::uint64_t(10 * column + row + 1);
      const GreyImage image = scene::take(picture, camera,
                                          {{.room_from_marker = scene::level(x, y, 0.15, yaw),
                                            .dictionary = find_dictionary(dictionary),
                                            .id = 7}});
      const auto found = finder.find(image);
      if (found.size() != 1 || found[0].id != 7) {
        ++worst.missed;
        ADD_FAILURE() << found.size() << " found at " << x << " " << y;
        continue;
      }
      const auto pose = estimator->estimate(found[0].corners_px);
      if (!pose) {
        ++worst.missed;
        ADD_FAILURE() << pose.error() << " at " << x << " " << y;
        continue;
      }
      const Pose2& at = pose->room_from_marker;
      const double off_m = std::hypot(at.translation.x - x, at.translation.y - y);
      const double off_deg = std::abs(std::remainder(at.yaw - yaw, 2 * std::numbers::pi)) / degree;
      worst.off_m = std::max(worst.off_m, off_m);
      worst.off_deg = std::max(worst.off_deg, off_deg);
    }
  return worst;
}

TEST(MarkerAccuracy, FiveMillimetresAndHalfADegreeEverywhere) {
  const Worst worst = all_over_the_floor(scene::overhead_camera(), {}, "4x4_50", 7, 5);
  EXPECT_EQ(worst.missed, 0);
  EXPECT_LT(worst.off_m, 0.005);
  EXPECT_LT(worst.off_deg, 0.5);
}

TEST(MarkerAccuracy, TheSmallCellsOfAprilTagsToo) {
  const Worst worst = all_over_the_floor(scene::overhead_camera(), {}, "apriltag_36h11");
  EXPECT_EQ(worst.missed, 0);
  EXPECT_LT(worst.off_m, 0.005);
  EXPECT_LT(worst.off_deg, 0.5);
}

TEST(MarkerAccuracy, FisheyeLensesToo) {
  const Worst worst = all_over_the_floor(scene::overhead_camera(LensType::fisheye), {}, "5x5_100");
  EXPECT_EQ(worst.missed, 0);
  EXPECT_LT(worst.off_m, 0.005);
  EXPECT_LT(worst.off_deg, 0.5);
}

TEST(MarkerAccuracy, InDimLightWithMuchNoiseAndBlur) {
  const scene::Picture dim{.blur_px = 1.2, .noise = 6, .light_slope = 0.6};
  const Worst worst = all_over_the_floor(scene::overhead_camera(), dim, "4x4_50");
  EXPECT_EQ(worst.missed, 0);
  EXPECT_LT(worst.off_m, 0.005);
  EXPECT_LT(worst.off_deg, 0.5);
}

}  // namespace
}  // namespace tandem
