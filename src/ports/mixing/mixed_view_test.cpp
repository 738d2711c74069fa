// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/mixing/mixed_view.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/random.h"
#include "ports/mixing/test_pictures.h"
#include "render/viewpoint.h"
#include "simulation/load_scenario.h"
#include "simulation/simulation.h"

namespace tandem {
namespace {

constexpr int width = 320, height = 200;

// A real table before a virtual box, and boxes beside it.
constexpr const char* room = R"(name: room
world: {generate: arena, size_x_m: 10, size_y_m: 10, wall_height_m: 0}
real: ['table_*']
spawn:
  table: {area: {x: 0.2, y: 0, size_x_m: 0.51, size_y_m: 0.91}, object: {shape: box, size_m: [0.5, 0.9, 0.5], mass_kg: 5, color: '#8a6a4a'}}
  box: {area: {x: 0.98, y: 0, size_x_m: 0.31, size_y_m: 0.31}, object: {shape: box, size_m: [0.3, 0.3, 0.45], mass_kg: 1, color: red}}
  blue: {area: {x: -0.6, y: 0.6, size_x_m: 0.31, size_y_m: 0.31}, object: {shape: box, size_m: [0.3, 0.3, 0.3], mass_kg: 1, color: blue}}
)";

LensConfig wide_lens() {
  return {.fx_px = 155,
          .fy_px = 156,
          .cx_px = 162,
          .cy_px = 98,
          .distortion = {-0.2, 0.05, 0.001, -0.0005, 0.001}};
}

// From the side, so that the table hides a part of the box.
const Pose camera = looking_at({-1.5, -0.4, 1.6}, {0.2, 0, 0.1});

MixMoment moment_of(const Frame& frame) {
  return {frame.time, frame.scenario, frame.entities, frame.world_from_body};
}

// The picture that a camera of another exposure takes of these things.
std::vector<std::uint8_t> taken(const MixMoment& moment, double exposure, bool has_virtual) {
  return taken(moment, camera, intrinsics_of(wide_lens(), width, height), exposure, has_virtual);
}

class MixedViewTest : public testing::Test {
 protected:
  MixedViewTest() {
    Findings findings;
    const auto scenario = load_checked_scenario_text(room, "room.yaml", {}, findings);
    EXPECT_TRUE(scenario);
    Simulation simulation(scenario, SimulationOptions{.threads = 1});
    moment_ = moment_of(simulation.step({}));
  }
  MixedView view() { return *MixedView::make(wide_lens(), width, height); }

  MixMoment moment_;
};

TEST_F(MixedViewTest, IsThePictureOfTheCompleteScene) {
  MixedView view = this->view();
  for (const double exposure : {1.0, 0.5, 1.4}) {
    std::vector<std::uint8_t> picture = taken(moment_, exposure, false);
    const std::vector<std::uint8_t> truth = taken(moment_, exposure, true);
    ASSERT_LT(psnr_db(picture, truth), 30) << "there is something to draw";
    ASSERT_FALSE(view.draw(moment_, camera, {.pixels = picture}));
    // Numbers are rounded twice, of the camera and of what is drawn, each by up to half: errors of
    // 0.41 in the mean, 56 dB; the exposure is known to 1 %, which is 1 of 255: 45 dB at the least.
    EXPECT_GT(psnr_db(picture, truth), 45) << exposure;
    EXPECT_NEAR(view.exposure() / exposure, 1, 0.04);
  }
}

TEST_F(MixedViewTest, ARealThingHidesAVirtualOneAndStaysAsItIs) {
  MixedView view = this->view();
  const std::vector<std::uint8_t> before = taken(moment_, 1, false);
  std::vector<std::uint8_t> picture = before;
  ASSERT_FALSE(view.draw(moment_, camera, {.pixels = picture}));
  const Intrinsics intrinsics = intrinsics_of(wide_lens(), width, height);
  const auto pixel_of = [&](const Vec3& at) {
    const auto pixel = *project(intrinsics, inverse(camera) * at);
    return 3 * (static_cast<std::size_t>(std::lround(pixel[1])) * width +
                static_cast<std::size_t>(std::lround(pixel[0])));
  };
  // low on the box's near side: the table is before it; on its top, nothing is
  const std::size_t hidden = pixel_of({0.83, 0, 0.1}), top = pixel_of({0.98, 0, 0.45});
  EXPECT_EQ(picture[hidden], before[hidden]);
  EXPECT_GT(picture[top], picture[top + 1] + 60) << "red";
  // the sun is in the east and south: shadows fall to the west and north
  const std::size_t shadow = pixel_of({-0.6 - 0.2, 0.6 + 0.17, 0});
  EXPECT_LT(picture[shadow + 1], 0.8 * before[shadow + 1]);
}

TEST_F(MixedViewTest, WhatNobodyModelledStaysAndIsDarkenedInShadows) {
  MixedView view = this->view();
  const std::vector<std::uint8_t> clean = taken(moment_, 0.8, false);
  std::vector<std::uint8_t> picture = clean, plain = clean;
  Random random(1, "stains");
  for (int i = 0; i < 2000; ++i) {
    const std::size_t at = 3 * random.below(width * height);
    for (std::size_t c = 0; c < 3; ++c) picture[at + c] = picture[at + c] / 2;
  }
  const std::vector<std::uint8_t> stained = picture;
  ASSERT_FALSE(view.draw(moment_, camera, {.pixels = picture}));
  ASSERT_FALSE(view.draw(moment_, camera, {.pixels = plain}));
  int kept = 0;
  for (std::size_t i = 0; i < picture.size(); i += 3) {
    if (stained[i] == clean[i]) continue;
    if (plain[i] == clean[i]) {
      EXPECT_EQ(picture[i], stained[i]);
      ++kept;
    } else {
      EXPECT_LE(picture[i], plain[i] + 2);
    }
  }
  EXPECT_GT(kept, 1000);
}

TEST_F(MixedViewTest, WhatCarriesTheCameraIsReal) {
  // taken as if the table were virtual: it stays as the camera has it, with its shadow
  auto entities = std::make_shared<EntityList>(*moment_.entities);
  Entity table = *entities->find("table_1");
  table.info.tags.clear();
  entities->replace(table);
  const std::vector<std::uint8_t> before = taken(moment_, 1, false);
  std::vector<std::uint8_t> picture = before;
  MixMoment moment = moment_;
  moment.entities = entities;
  MixedView view = *MixedView::make(wide_lens(), width, height, "table_1");
  ASSERT_FALSE(view.draw(moment, camera, {.pixels = picture}));
  EXPECT_GT(psnr_db(picture, taken(moment_, 1, true)), 45);
}

TEST(MixedView, GroundIsWhatIsFlatAndStill) {
  Findings findings;
  const auto scenario = load_checked_scenario_text(
      "name: a\nworld: {generate: arena, size_x_m: 4, size_y_m: 4, wall_height_m: 0.5}\n", "a.yaml",
      {}, findings);
  Simulation simulation(scenario, SimulationOptions{.threads = 1});
  const Frame frame = simulation.step({});
  EXPECT_TRUE(is_ground(*frame.entities->find("floor")));
  EXPECT_FALSE(is_ground(*frame.entities->find("walls")));
}

TEST(MixedView, HalvedPicturesShowTheSameDirections) {
  const std::vector<std::uint8_t> pixels{10, 20, 1, 2, 30, 40, 3, 4};
  EXPECT_EQ(halved(pixels, 4, 2, 1), (std::vector<std::uint8_t>{25, 3}));
  // the middle of the first pixel of the half lies between the first two
  const LensConfig half =
      halved(LensConfig{.fx_px = 100, .fy_px = 100, .cx_px = 0.5, .cy_px = 0.5});
  EXPECT_DOUBLE_EQ(half.cx_px, 0);
  EXPECT_DOUBLE_EQ(half.fx_px, 50);
}

}  // namespace
}  // namespace tandem
