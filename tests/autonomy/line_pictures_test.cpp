// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
//
// Pictures of the line follower at work, for its page: with TANDEM_PICTURES, the folder for them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <numbers>

#include "base/thread_pool.h"
#include "benchmarks/programs/line_trial.h"
#include "imaging/jpeg.h"
#include "messages/sensor_msgs.h"
#include "render/renderer.h"
#include "render/viewpoint.h"
#include "sensors/camera_model.h"

namespace tandem {
namespace {

using sensor_msgs::msg::CompressedImage;

void write(const std::string& name, const std::vector<std::uint8_t>& file) {
  std::ofstream(fmt::format("{}/{}.jpg", std::getenv("TANDEM_PICTURES"), name), std::ios::binary)
      .write(reinterpret_cast<const char*>(file.data()), static_cast<std::streamsize>(file.size()));
}

// From above the southern kerb.
std::vector<std::uint8_t> birds_eye(const LockstepWorld& world) {
  constexpr int width = 640, height = 480;
  RenderScene scene(world.scenario().world);
  scene.show(world.frame().entities, world.frame().world_from_body, world.frame().paint);
  ThreadPool pool;
  auto renderer = make_renderer(RendererChoice::ray, std::make_shared<RayWorld>(), &pool);
  if (!renderer) return {};
  (*renderer)->update(scene);
  auto rays = RayTable::make(intrinsics_from_fov(width, height, 60 * std::numbers::pi / 180));
  CameraView view;
  view.rays = std::make_shared<const RayTable>(*std::move(rays));
  view.world_from_camera = looking_at({0, -2.4, 3.0}, {0, -0.1, 0});
  view.has_color = view.has_shadows = true;
  CameraImage image;
  if ((*renderer)->render(view, image)) return {};
  auto file = JpegEncoder().encode(image.rgb, width, height);
  return file ? *std::move(file) : std::vector<std::uint8_t>{};
}

}  // namespace

TEST(LineFollowerForPeople, ShowsItsWork) {
  if (!std::getenv("TANDEM_PICTURES")) GTEST_SKIP() << "nobody wants pictures";
  LineWorld world({}, {{-0.1, -0.5}, 2.2});
  world.draw(rounded({{-1.5, -1}, {1.5, -1}, {1.5, 0}, {0.2, 0}, {0.2, 1}, {-1.5, 1}}, 0.4));
  std::vector<std::uint8_t> debug;
  const auto images = world.person().subscribe<CompressedImage>(
      "perception/debug_image/compressed", qos::image,
      [&](const CompressedImage& message) { debug = message.data; });
  ASSERT_TRUE(world.run_until([&] { return world.is_in("align_to_line"); }, 60s));
  write("line_follower_find", debug);
  ASSERT_TRUE(world.run_until([&] { return world.is_in("follow_line"); }, 60s));
  write("line_follower_align", debug);
  world.run(9s);
  ASSERT_TRUE(world.is_in("follow_line"));
  write("line_follower_follow", debug);
  write("line_follower", birds_eye(world));
}

}  // namespace tandem
