// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "render/test_agreement.h"
#include "shipped_views.h"

// Both renderers draw every shipped scenario, and what they draw is the same: labels, depth and
// colours, everywhere but within a pixel of where one thing ends and another begins.
namespace tandem {
namespace {

class RenderersAgree : public testing::TestWithParam<ShippedView> {};

TEST_P(RenderersAgree, OnLabelsDepthAndColour) {
  const DrawnScenario scenario(GetParam());
  ASSERT_TRUE(scenario.is_loaded());
  CameraView view = scenario.view(400, 300);
  view.has_depth = view.has_labels = view.has_instances = true;
  view.is_antialiased = false;
  const CameraImage ray = scenario.draw(RendererChoice::ray, view);
  const CameraImage gl = scenario.draw(RendererChoice::gl, view);
  ASSERT_EQ(ray.rgb.size(), gl.rgb.size());

  const Agreement agreement = compare(ray, gl);
  RecordProperty("mean_color_difference", fmt::format("{:.3f}", agreement.mean_color_difference));
  EXPECT_GT(agreement.compared, ray.width * ray.height / 2);
  EXPECT_LE(agreement.other_thing, agreement.compared / 10'000);
  EXPECT_LE(agreement.other_depth, agreement.compared / 10'000);
  EXPECT_LE(agreement.mean_color_difference, 1.0);  // of 255; to reach: 2
}

INSTANTIATE_TEST_SUITE_P(Scenes, RenderersAgree, testing::ValuesIn(shipped_views()),
                         [](const auto& run) { return run.param.name; });

}  // namespace
}  // namespace tandem
