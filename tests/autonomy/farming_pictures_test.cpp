// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
//
// Pictures of the farming program at work, for its page.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <numbers>

#include "benchmarks/programs/farming_trial.h"
#include "messages/sensor_msgs.h"
#include "render/renderer.h"
#include "render/viewpoint.h"
#include "scenario/image.h"
#include "sensors/camera_model.h"

namespace tandem {

namespace {

// The farm as a bird sees it.
RgbaImage view_from_above(const LockstepWorld& world) {
  constexpr int width = 640, height = 480;
  constexpr double fov = 60 * std::numbers::pi / 180;
  RenderScene scene(world.scenario().world);
  scene.show(world.frame().entities, world.frame().world_from_body, world.frame().paint);
  ThreadPool pool;
  auto renderer = make_renderer(RendererChoice::ray, std::make_shared<RayWorld>(), &pool);
  (*renderer)->update(scene);
  CameraView view;
  view.rays =
      std::make_shared<const RayTable>(*RayTable::make(intrinsics_from_fov(width, height, fov)));
  view.world_from_camera = looking_at({-0.1, -2.6, 2.9}, {-0.05, -0.15, 0});
  view.has_color = true;
  CameraImage image;
  EXPECT_FALSE((*renderer)->render(view, image));
  RgbaImage picture{image.width, image.height, {}};
  for (std::size_t i = 0; i + 2 < image.rgb.size(); i += 3)
    picture.pixels.push_back({image.rgb[i], image.rgb[i + 1], image.rgb[i + 2], 255});
  return picture;
}

}  // namespace

TEST(FarmingForPeople, ItsWorkIsShown) {
  const char* folder = std::getenv("TANDEM_PICTURES");
  if (!folder) GTEST_SKIP() << "TANDEM_PICTURES names no folder";
  FarmingLaboratory farm({.draws_start = false});
  const auto show = [&](const std::string& name) {
    const std::string file = fmt::format("{}/farming_{}.jpg", folder, name);
    EXPECT_TRUE(write_jpeg(file, view_from_above(farm.world()), 85));
  };
  ASSERT_TRUE(farm.run_until_state("map_field/follow_edge", 120s)) << farm.point().message;
  farm.world().run(4s);
  show("edge");
  {
    Node viewer("viewer", farm.world().node_options());
    viewer.start();
    std::vector<std::uint8_t> file;
    const Subscription pictures = viewer.subscribe<sensor_msgs::msg::CompressedImage>(
        "perception/debug_image/compressed", qos::image,
        [&](const sensor_msgs::msg::CompressedImage& message) { file = message.data; });
    farm.world().run(500ms);
    std::ofstream(fmt::format("{}/farming_debug.jpg", folder), std::ios::binary)
        .write(reinterpret_cast<const char*>(file.data()),
               static_cast<std::streamsize>(file.size()));
    EXPECT_FALSE(file.empty());
  }
  for (const std::string tool : {"plow", "seeder", "harvester"}) {
    ASSERT_TRUE(farm.run_until_state("use_tool/work", 300s)) << farm.point().message;
    farm.world().run(60s);
    show(tool);
    ASSERT_TRUE(farm.run_until_state("use_tool/return_tool", 300s)) << farm.point().message;
  }
}

}  // namespace tandem
