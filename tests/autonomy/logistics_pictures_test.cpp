// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
//
// Pictures of the logistics program at work, for its page: with TANDEM_PICTURES, the folder for
// them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <numbers>

#include "base/thread_pool.h"
#include "benchmarks/programs/logistics_crew.h"
#include "imaging/jpeg.h"
#include "render/renderer.h"
#include "render/viewpoint.h"
#include "sensors/camera_model.h"

namespace tandem {
namespace {

using MissionMessage = tandem_msgs::msg::Mission;
using sensor_msgs::msg::CompressedImage;

void write(const std::string& name, const std::vector<std::uint8_t>& file) {
  std::ofstream(fmt::format("{}/{}.jpg", std::getenv("TANDEM_PICTURES"), name), std::ios::binary)
      .write(reinterpret_cast<const char*>(file.data()), static_cast<std::streamsize>(file.size()));
}

// From so high above that racks hide nothing.
std::vector<std::uint8_t> birds_eye(const LockstepWorld& world) {
  constexpr int width = 800, height = 500;
  RenderScene scene(world.scenario().world);
  scene.show(world.frame().entities, world.frame().world_from_body, world.frame().paint);
  ThreadPool pool;
  auto renderer = make_renderer(RendererChoice::ray, std::make_shared<RayWorld>(), &pool);
  if (!renderer) return {};
  (*renderer)->update(scene);
  auto rays = RayTable::make(intrinsics_from_fov(width, height, 60 * std::numbers::pi / 180));
  CameraView view;
  view.rays = std::make_shared<const RayTable>(*std::move(rays));
  view.world_from_camera = looking_at({0, -1.3, 3.6}, {0, -0.1, 0});
  view.has_color = view.has_shadows = true;
  CameraImage image;
  if ((*renderer)->render(view, image)) return {};
  auto file = JpegEncoder().encode(image.rgb, width, height);
  return file ? *std::move(file) : std::vector<std::uint8_t>{};
}

}  // namespace

TEST(LogisticsForPeople, ShowsItsWork) {
  if (!std::getenv("TANDEM_PICTURES")) GTEST_SKIP() << "nobody wants pictures";
  LockstepWorld world("logistics");
  LogisticsCrew crew(world);
  Node person("person", world.node_options());
  MissionMessage mission;
  std::vector<std::uint8_t> front, rear;
  const auto missions = person.subscribe<MissionMessage>(
      "mission", qos::latched, [&](const MissionMessage& message) { mission = message; });
  const auto watch = [&](const std::string& topic, std::vector<std::uint8_t>& file) {
    return person.subscribe<CompressedImage>(
        topic, qos::image, [&file](const CompressedImage& message) { file = message.data; });
  };
  const auto front_images = watch("perception/debug_image/compressed", front);
  const auto rear_images = watch("perception_rear/debug_image/compressed", rear);
  person.start();
  const auto reach = [&](const std::string& path) {
    return world.run_until([&] { return mission.active == path; }, 200s);
  };

  ASSERT_TRUE(reach("attach_box/attach"));
  write("logistics_box", front);
  write("logistics_attach", birds_eye(world));
  ASSERT_TRUE(reach("navigate_to_zone"));
  world.run(4s);
  write("logistics_carry", birds_eye(world));
  ASSERT_TRUE(reach("drop_box/drive_in"));
  write("logistics_zone", rear);
}

}  // namespace tandem
