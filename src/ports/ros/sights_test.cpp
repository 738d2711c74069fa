// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/sights.h"

#include <gmock/gmock.h>

#include <cstring>
#include <limits>
#include <numbers>

#include "messages/cdr.h"
#include "messages/geometry_msgs.h"
#include "messages/nav_msgs.h"
#include "messages/sensor_msgs.h"
#include "messages/std_msgs.h"
#include "messages/time.h"

namespace tandem {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

constexpr float infinity = std::numeric_limits<float>::infinity();

// "eye" stands at (1, 2, 3) and looks along y; other frames are unknown.
const Pose world_from_eye{{1, 2, 3}, Quat::from_rpy(0, 0, std::numbers::pi / 2)};

Result<Pose> find_frame(const std::string& frame, SimTime) {
  if (frame == "eye") return world_from_eye;
  return Error{"there is no frame " + frame};
}

class Sights : public testing::Test {
 protected:
  template <Message M>
  TopicSight see(const M& message) {
    return maker_.make(M::type_name, to_cdr(message), find_frame);
  }
  template <class What, Message M>
  What seen(const M& message) {
    const TopicSight sight = see(message);
    EXPECT_EQ(sight.problem, "");
    EXPECT_TRUE(std::holds_alternative<What>(sight.what));
    const What* what = std::get_if<What>(&sight.what);
    return what ? *what : What{};
  }

  std_msgs::msg::Header header_{.stamp = to_message_time(7s), .frame_id = "eye"};
  SightMaker maker_;
};

void expect_near(const Vec3& is, const Vec3& expected) {
  EXPECT_NEAR(is.x, expected.x, 1e-6);
  EXPECT_NEAR(is.y, expected.y, 1e-6);
  EXPECT_NEAR(is.z, expected.z, 1e-6);
}

TEST_F(Sights, ImagesBecomeJpeg) {
  sensor_msgs::msg::Image image{
      .header = header_, .height = 2, .width = 2, .encoding = "mono8", .step = 2};
  image.data = {0, 85, 170, 255};
  EXPECT_EQ(see(image).stamp, 7s);
  const auto picture = seen<EncodedPicture>(image);
  EXPECT_FALSE(picture.is_png);
  ASSERT_GT(picture.bytes.size(), 2u);
  EXPECT_EQ(picture.bytes[0], 0xff);
  EXPECT_EQ(picture.bytes[1], 0xd8);
}

TEST_F(Sights, CompressedImagesPassAsTheyAre) {
  const std::vector<std::uint8_t> png{0x89, 'P', 'N', 'G', 1, 2};
  EXPECT_TRUE(seen<EncodedPicture>(sensor_msgs::msg::CompressedImage{.data = png}).is_png);
  EXPECT_EQ(seen<EncodedPicture>(sensor_msgs::msg::CompressedImage{.data = png}).bytes, png);
  EXPECT_FALSE(
      seen<EncodedPicture>(sensor_msgs::msg::CompressedImage{.data = {0xff, 0xd8, 0xff, 0}})
          .is_png);
  EXPECT_THAT(
      see(sensor_msgs::msg::CompressedImage{.format = "theora", .data = {1, 2, 3, 4, 5}}).problem,
      HasSubstr("neither JPEG nor PNG; its format is 'theora'"));
}

TEST_F(Sights, PicturesAreWhereTheirCameraIsOrSayWhyNot) {
  using sensor_msgs::msg::CompressedImage;
  const ToldCamera told{.lens = {640, 480, 500, 510, 320, 240, "plumb_bob", {0.1}}, .frame = "eye"};
  CompressedImage image{.header = header_, .data = {0xff, 0xd8, 0xff, 0}};
  const auto picture = [&](const FoundCamera& camera) {
    const TopicSight sight =
        maker_.make(CompressedImage::type_name, to_cdr(image), find_frame, camera);
    EXPECT_EQ(sight.problem, "");
    return std::get<EncodedPicture>(sight.what);
  };
  ASSERT_TRUE(picture(told).camera);
  EXPECT_EQ(picture(told).camera->world_from_camera, world_from_eye);
  EXPECT_EQ(picture(told).camera->lens, told.lens);
  EXPECT_EQ(picture(told).no_camera, "");

  // no frame but that of its camera
  image.header.frame_id.clear();
  EXPECT_TRUE(picture(told).camera);
  image.header.frame_id = "elsewhere";
  EXPECT_FALSE(picture(told).camera);
  EXPECT_EQ(picture(told).no_camera, "there is no frame elsewhere");
  EXPECT_EQ(picture(Error{"nobody publishes /camera_info"}).no_camera,
            "nobody publishes /camera_info");
}

TEST_F(Sights, AScanIsPointsWhereItMeasuredSomething) {
  sensor_msgs::msg::LaserScan scan{.header = header_};
  scan.angle_min = 0;
  scan.angle_increment = static_cast<float>(std::numbers::pi / 2);
  scan.range_min = 0.1F;
  scan.range_max = 5;
  scan.ranges = {2, 3, infinity, 0.05F};
  const auto points = seen<PointSight>(scan);
  EXPECT_EQ(points.world_from_sensor, world_from_eye);
  ASSERT_THAT(points.points, SizeIs(2));
  expect_near(points.points[0], {2, 0, 0});
  expect_near(points.points[1], {0, 3, 0});
}

sensor_msgs::msg::PointCloud2 cloud_of(const std::vector<std::array<float, 3>>& points) {
  using sensor_msgs::msg::PointField;
  sensor_msgs::msg::PointCloud2 cloud{.header = {.stamp = {}, .frame_id = "eye"}};
  cloud.height = 1;
  cloud.width = static_cast<std::uint32_t>(points.size());
  cloud.point_step = 16;
  cloud.row_step = 16 * cloud.width;
  cloud.fields = {{"z", 8, PointField::FLOAT32, 1},
                  {"x", 0, PointField::FLOAT32, 1},
                  {"y", 4, PointField::FLOAT32, 1}};
  for (const auto& point : points) {
    const std::size_t at = cloud.data.size();
    cloud.data.resize(at + 16);
    std::memcpy(cloud.data.data() + at, point.data(), 12);
  }
  return cloud;
}

TEST_F(Sights, PointsAreReadByTheirFields) {
  const auto cloud = cloud_of({{1, 2, 3}, {infinity, 0, 0}, {4, 5, 6}});
  const auto points = seen<PointSight>(cloud);
  ASSERT_THAT(points.points, SizeIs(2));
  expect_near(points.points[0], {1, 2, 3});
  expect_near(points.points[1], {4, 5, 6});
}

TEST_F(Sights, TooManyPointsAreThinnedOut) {
  // 250,000 are two and a half times as many as are shown: one of three stays
  const auto points = seen<PointSight>(
      cloud_of(std::vector<std::array<float, 3>>(250'000, std::array<float, 3>{1, 2, 3})));
  EXPECT_THAT(points.points, SizeIs(83'334));
}

TEST_F(Sights, CloudsThatDoNotAgreeWithThemselvesAreRefused) {
  auto cloud = cloud_of({{1, 2, 3}});
  cloud.height = 100'000;
  EXPECT_THAT(see(cloud).problem, HasSubstr("1 x 100000 points of 16 bytes are more than"));
  cloud = cloud_of({{1, 2, 3}});
  cloud.fields[0].offset = 14;
  EXPECT_THAT(see(cloud).problem, HasSubstr("no fields x, y and z"));
  cloud = cloud_of({{1, 2, 3}});
  cloud.is_bigendian = true;
  EXPECT_THAT(see(cloud).problem, HasSubstr("high byte first"));
}

TEST_F(Sights, AGridLiesWhereItsOriginIsInItsFrame) {
  nav_msgs::msg::OccupancyGrid grid{.header = header_};
  grid.info = {.resolution = 0.5F, .width = 2, .height = 1};
  grid.info.origin.position = {1, 0, 0};
  grid.data = {-1, 100};
  const auto seen_grid = seen<GridSight>(grid);
  // one metre along the x of a frame that looks along y
  expect_near(seen_grid.world_from_grid.translation, {1, 3, 3});
  EXPECT_EQ(seen_grid.cell_m, 0.5);
  EXPECT_EQ(seen_grid.width, 2u);
  EXPECT_THAT(seen_grid.cells, testing::ElementsAre(-1, 100));

  grid.data = {0};
  EXPECT_THAT(see(grid).problem, HasSubstr("a grid of 2 x 1 has 2 cells, 1 came"));
  grid.data = {0, 0};
  grid.info.resolution = 0;
  EXPECT_THAT(see(grid).problem, HasSubstr("is 0 m wide"));
  grid.info.width = grid.info.height = 0xffffffff;
  EXPECT_THAT(see(grid).problem, HasSubstr("too large"));
  grid.info.width = 0;
  EXPECT_THAT(see(grid).problem, HasSubstr("empty"));
}

TEST_F(Sights, APathIsInTheWorldAndKeepsItsEnd) {
  nav_msgs::msg::Path path{.header = header_};
  for (const double x : {0.0, 1.0}) {
    path.poses.emplace_back();
    path.poses.back().pose.position.x = x;
  }
  const auto points = seen<PathSight>(path).points;
  ASSERT_THAT(points, SizeIs(2));
  expect_near(points[0], {1, 2, 3});
  expect_near(points[1], {1, 3, 3});

  // no frame but that of its poses
  path.header.frame_id.clear();
  for (auto& pose : path.poses) pose.header.frame_id = "eye";
  EXPECT_THAT(seen<PathSight>(path).points, SizeIs(2));

  path.poses.resize(30'000, path.poses.front());
  path.poses.back().pose.position.x = 2;
  const auto thinned = seen<PathSight>(path).points;
  EXPECT_LE(thinned.size(), SightMaker::most_path_points);
  expect_near(thinned.back(), {1, 4, 3});
}

TEST_F(Sights, APoseIsInTheWorld) {
  geometry_msgs::msg::PoseStamped message{.header = header_};
  message.pose.position.x = 1;
  expect_near(seen<PoseSight>(message).pose.translation, {1, 3, 3});
  EXPECT_NEAR(seen<PoseSight>(message).pose.rotation.yaw(), std::numbers::pi / 2, 1e-12);

  geometry_msgs::msg::PoseWithCovarianceStamped estimate{.header = header_};
  estimate.pose.pose.position.x = 1;
  expect_near(seen<PoseSight>(estimate).pose.translation, {1, 3, 3});

  message.pose.orientation = {0, 0, 0, 0};
  EXPECT_THAT(see(message).problem, HasSubstr("quaternion is zero"));
  message.pose.position.x = infinity;
  EXPECT_THAT(see(message).problem, HasSubstr("not finite"));
}

TEST_F(Sights, WhatCannotBeSeenIsSaid) {
  geometry_msgs::msg::PoseStamped lost{.header = {.stamp = {}, .frame_id = "odom"}};
  EXPECT_EQ(see(lost).problem, "there is no frame odom");
  EXPECT_TRUE(std::holds_alternative<std::monostate>(see(lost).what));
  EXPECT_EQ(see(std_msgs::msg::String{"x"}).problem,
            "messages of std_msgs/msg/String cannot be looked at");
  const std::vector<std::byte> torn(5);
  EXPECT_NE(maker_.make("nav_msgs/msg/Path", torn, find_frame).problem, "");
}

TEST(SightKinds, AreKnownByType) {
  EXPECT_EQ(sight_kind_of("sensor_msgs/msg/CompressedImage"), SightKind::image);
  EXPECT_EQ(sight_kind_of("sensor_msgs/msg/PointCloud2"), SightKind::points);
  EXPECT_EQ(sight_kind_of("nav_msgs/msg/OccupancyGrid"), SightKind::grid);
  EXPECT_EQ(sight_kind_of("nav_msgs/msg/Path"), SightKind::path);
  EXPECT_EQ(sight_kind_of("geometry_msgs/msg/PoseStamped"), SightKind::pose);
  EXPECT_EQ(sight_kind_of("std_msgs/msg/String"), std::nullopt);
}

}  // namespace
}  // namespace tandem
