// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "scenario_files.h"
#include "simulation/simulation.h"

// What is painted in a step is in the pictures of that step, whoever draws them.
namespace tandem {
namespace {

constexpr const char* floor_with_robot = R"(
name: painted
world: {generate: arena, size_x_m: 10, size_y_m: 10, wall_height_m: 0}
paint: {}
robots:
  - name: emaros
    model: emaros_3d
    sensors: {camera: {noise: 0, trigger: rate, rate_hz: 125}}
)";

class PaintedFloor : public testing::TestWithParam<RendererChoice> {
 protected:
  void SetUp() override {
    scenario_ = load_text(floor_with_robot);
    ASSERT_TRUE(scenario_);
    const auto interest = std::make_shared<SensorInterest>();
    claim_ = interest->want("emaros", "camera");
    SimulationOptions options;
    options.interest = interest;
    options.renderer = GetParam();
    simulation_.emplace(scenario_, options);
  }

  Frame paint(PaintEdit edit) {
    Inputs inputs;
    inputs.paint.push_back(std::move(edit));
    return simulation_->step(std::move(inputs));
  }

  // The floor a hand's breadth ahead, in the picture of that very step.
  static Rgba ahead(const Frame& frame) {
    for (const auto& reading : frame.readings)
      if (const auto* camera = std::get_if<CameraReading>(&reading->measurement)) {
        EXPECT_EQ(reading->stamp, frame.time);
        const CameraImage& image = camera->image;
        const std::size_t i = 3 * (400 * static_cast<std::size_t>(image.width) + 320);
        return {image.rgb[i], image.rgb[i + 1], image.rgb[i + 2], 255};
      }
    ADD_FAILURE() << "the camera did not look";
    return {};
  }

  static bool is_red(Rgba color) { return color.r > 120 && color.g < 60 && color.b < 60; }
  static bool is_gray(Rgba color) { return std::abs(color.r - color.b) < 20; }

  std::shared_ptr<const Scenario> scenario_;
  SensorInterest::Claim claim_;
  std::optional<Simulation> simulation_;
};

const Area floor_ahead{{{1, 0}, 0}, 2, 1};

TEST_P(PaintedFloor, IsSeenInTheStepThatPaintsIt) {
  const Frame before = simulation_->step({});
  EXPECT_TRUE(is_gray(ahead(before)));
  const Frame painted = paint(paint_fill(floor_ahead, {1, 0, 0, 1}));
  EXPECT_TRUE(is_red(ahead(painted)));
  EXPECT_FALSE(painted.paint_changes.empty());
  const Frame after = simulation_->step({});
  EXPECT_TRUE(is_red(ahead(after)));
  EXPECT_TRUE(after.paint_changes.empty());

  EXPECT_TRUE(is_gray(ahead(paint(paint_erase(floor_ahead)))));
}

TEST_P(PaintedFloor, IsClearAfterAResetAndInTheHash) {
  const std::uint64_t at_first = simulation_->step({}).state_hash;
  Inputs reset;
  reset.edits = {{Reset{}}};
  EXPECT_EQ(simulation_->step(reset).state_hash, at_first);

  const Frame again = [&] {
    Inputs inputs = reset;
    inputs.paint = {paint_fill(floor_ahead, {1, 0, 0, 1})};
    return simulation_->step(std::move(inputs));
  }();
  EXPECT_NE(again.state_hash, at_first);
  EXPECT_TRUE(is_red(ahead(again)));
  const Frame cleared = simulation_->step(reset);
  EXPECT_EQ(cleared.state_hash, at_first);
  EXPECT_TRUE(is_gray(ahead(cleared)));
}

INSTANTIATE_TEST_SUITE_P(BackEnd, PaintedFloor,
                         testing::Values(RendererChoice::ray, RendererChoice::gl),
                         [](const auto& run) {
                           return run.param == RendererChoice::ray ? "ray" : "gl";
                         });

}  // namespace
}  // namespace tandem
