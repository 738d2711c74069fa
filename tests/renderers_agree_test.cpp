// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <numbers>

#include "render/renderer.h"
#include "render/test_agreement.h"
#include "scenario/image.h"
#include "scenario_files.h"
#include "simulation/simulation.h"

// Both renderers draw the shipped scenarios, and what they draw is the same: labels, depth and
// colours, everywhere but within a pixel of where one thing ends and another begins. Set
// TANDEM_PICTURES to a folder to look at what was drawn.
namespace tandem {
namespace {

struct Scene {
  std::string scenario;
  Vec3 eye, target;
  Duration at{};
  std::vector<std::pair<std::string, std::string>> overrides{};
};

void PrintTo(const Scene& scene, std::ostream* out) { *out << scene.scenario; }

// The optical frame of a camera at `eye` with `target` in the middle of its picture.
Pose looking_at(const Vec3& eye, const Vec3& target) {
  const Vec3 forward = normalized(target - eye);
  const Vec3 right = normalized(cross(forward, {0, 0, 1}));
  const Quat aimed = Quat::between({0, 0, 1}, forward);
  const Vec3 x = aimed * Vec3{1, 0, 0};
  const double angle = std::atan2(dot(cross(x, right), forward), dot(x, right));
  return {eye, Quat::from_axis_angle(forward, angle) * aimed};
}

class RenderersAgree : public testing::TestWithParam<Scene> {
 protected:
  void SetUp() override {
    ScenarioOptions options;
    options.overrides = GetParam().overrides;
    scenario_ = load_good(GetParam().scenario, options);
    ASSERT_TRUE(scenario_);
    Simulation simulation(scenario_);
    while (simulation.time() < GetParam().at) simulation.step({});
    frame_ = simulation.edit({});
  }

  // Null when it cannot be drawn, after a failure.
  CameraImage draw(RendererChoice choice, const CameraView& view) {
    RenderScene scene(scenario_->world);
    scene.show(frame_.entities, frame_.world_from_body, frame_.paint);
    ThreadPool pool;
    auto renderer = make_renderer(choice, std::make_shared<RayWorld>(), &pool);
    CameraImage image;
    if (!renderer) {
      ADD_FAILURE() << renderer.error();
      return image;
    }
    (*renderer)->update(scene);
    if (const auto error = (*renderer)->render(view, image)) ADD_FAILURE() << error->message;
    if (const char* folder = std::getenv("TANDEM_PICTURES")) {
      RgbaImage picture{image.width, image.height, {}};
      for (std::size_t i = 0; i < image.rgb.size(); i += 3)
        picture.pixels.push_back({image.rgb[i], image.rgb[i + 1], image.rgb[i + 2], 255});
      EXPECT_TRUE(write_png(
          fmt::format("{}/{}_{}.png", folder, GetParam().scenario, (*renderer)->name()), picture));
    }
    return image;
  }

  std::shared_ptr<const Scenario> scenario_;
  Frame frame_;
};

TEST_P(RenderersAgree, OnLabelsDepthAndColour) {
  CameraView view;
  view.world_from_camera = looking_at(GetParam().eye, GetParam().target);
  view.rays = std::make_shared<const RayTable>(
      *RayTable::make(intrinsics_from_fov(400, 300, 75 * std::numbers::pi / 180)));
  view.far_m = 4000;
  view.has_depth = view.has_labels = view.has_instances = true;
  view.is_antialiased = false;
  const CameraImage ray = draw(RendererChoice::ray, view);
  const CameraImage gl = draw(RendererChoice::gl, view);
  ASSERT_EQ(ray.rgb.size(), gl.rgb.size());

  const Agreement agreement = compare(ray, gl);
  RecordProperty("mean_color_difference", fmt::format("{:.3f}", agreement.mean_color_difference));
  EXPECT_GT(agreement.compared, ray.width * ray.height / 2);
  EXPECT_LE(agreement.other_thing, agreement.compared / 10'000);
  EXPECT_LE(agreement.other_depth, agreement.compared / 10'000);
  EXPECT_LE(agreement.mean_color_difference, 1.0);  // of 255; to reach: 2
}

INSTANTIATE_TEST_SUITE_P(
    Scenes, RenderersAgree,
    testing::Values(Scene{"arena", {-3.6, -3.4, 2.2}, {0, 0, 0}, 2s},
                    Scene{"push", {-1.9, -1.9, 1.25}, {-0.25, 0.1, 0.1}, 4s},
                    Scene{"crowd", {-3, -2, 1.2}, {0, 0, 0}, 500ms, {{"spawn.boxes.count", "300"}}},
                    Scene{"slope", {-6, -5, 3}, {0, 0, 1}, 4s},
                    Scene{"park", {-2, -9, 1.6}, {0, 0, 1}, 3s},
                    Scene{"lunar", {-8, -6, 3}, {30, 10, 0}, 1s}),
    [](const auto& run) { return run.param.scenario; });

}  // namespace
}  // namespace tandem
