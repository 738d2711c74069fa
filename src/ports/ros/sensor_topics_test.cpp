// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/sensor_topics.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <map>
#include <optional>
#include <set>

#include "messages/time.h"
#include "messages/vision_msgs.h"
#include "middleware/transform_buffer.h"
#include "middleware/transform_listener.h"
#include "ports/ros/live_run.h"
#include "ports/ros/one_of_each.h"
#include "ports/ros/sensor_fleet.h"
#include "ports/ros/test_run.h"
#include "scenario/image.h"
#include "scenario/testing.h"
#include "scenario/world_parts.h"

namespace tandem {
namespace {

using nav_msgs::msg::Odometry;
using namespace sensor_msgs::msg;
using testing::ElementsAre;

// Hears a topic, and keeps the last message.
template <Message M>
class Ear {
 public:
  Ear(Node& node, const std::string& topic, const Qos& qos = qos::sensor)
      : subscription_(node.subscribe<M>(topic, qos, [this](const M& message) {
          last_ = message;
          ++count_;
        })) {}

  const M& last() const { return last_.value(); }
  bool has_heard() const { return last_.has_value(); }
  int count() const { return count_; }

 private:
  std::optional<M> last_;
  int count_ = 0;
  Subscription subscription_;
};

class SensorTopicsTest : public testing::Test {
 protected:
  // Where a point of a sensor's data is in the world, by the transforms that were heard.
  Vec3 in_map(const std::string& frame, const Vec3& point) {
    const Result<StampedPose> pose = transforms.latest("map", frame);
    EXPECT_TRUE(pose) << (pose ? "" : pose.error());
    return pose ? pose->pose * point : Vec3{};
  }
  // Whether something is there that can be seen: the floor or the inner side of a wall.
  static bool is_on_surface(const Vec3& p, double tolerance) {
    const auto is_near = [&](double a, double b) { return std::abs(a - b) < tolerance; };
    const bool is_inside = std::abs(p.x) < 3 + tolerance && std::abs(p.y) < 3 + tolerance;
    return is_inside && (is_near(p.z, 0) || is_near(std::abs(p.x), 3) || is_near(std::abs(p.y), 3));
  }

  TestRun run{one_of_each()};
  Node node{"listener", {.context = run.context()}};
  TransformBuffer transforms;
  TransformListener listener{node, transforms};
};

TEST_F(SensorTopicsTest, WhatNobodyListensToIsNotMeasured) {
  const auto sensors_of = [](const Frame& frame) {
    std::set<std::string> names;
    for (const auto& reading : frame.readings) names.insert(reading->sensor->name);
    return names;
  };
  std::set<std::string> measured;
  const auto step = [&](Duration duration) {
    measured.clear();
    for (Duration passed{}; passed < duration; passed += run.simulation.scenario().step)
      for (const std::string& name : sensors_of(*run.step())) measured.insert(name);
  };
  step(1s);
  EXPECT_THAT(measured, testing::IsEmpty());
  {
    const Ear<LaserScan> scan(node, "/emaros/scan");
    step(1s);
    EXPECT_THAT(measured, ElementsAre("lidar"));
    EXPECT_EQ(scan.count(), 10);
    const Ear<CameraInfo> info(node, "/emaros/camera/camera_info");
    step(1s);
    EXPECT_THAT(measured, ElementsAre("camera_front", "lidar"));
  }
  run.step();
  step(1s);
  EXPECT_THAT(measured, testing::IsEmpty());
}

// A camera of which only the info is wanted does not draw.
TEST_F(SensorTopicsTest, PicturesAreDrawnOnlyAsFarAsTheyAreWanted) {
  run.step();
  const Ear<Image> depth(node, "/emaros/camera/depth/image_raw");
  run.step();
  bool has_reading = false;
  for (int i = 0; i < 50; ++i)
    for (const auto& reading : run.step()->readings) {
      const auto& camera = std::get<CameraReading>(reading->measurement);
      has_reading = true;
      EXPECT_TRUE(camera.image.rgb.empty());
      EXPECT_FALSE(camera.image.depth_m.empty());
    }
  EXPECT_TRUE(has_reading);
  EXPECT_EQ(depth.last().encoding, "32FC1");
}

TEST_F(SensorTopicsTest, DepthCameraInfoAndTransformsSayWhereTheRoomIs) {
  const Ear<Image> depth(node, "/emaros/camera/depth/image_raw");
  const Ear<CameraInfo> info(node, "/emaros/camera/camera_info");
  run.step_for(300ms);
  ASSERT_TRUE(depth.has_heard() && info.has_heard());
  const Image& image = depth.last();
  const CameraInfo& camera = info.last();
  EXPECT_EQ(image.header.frame_id, "emaros/camera_front_optical_frame");
  EXPECT_EQ(camera.header.frame_id, image.header.frame_id);
  EXPECT_EQ(to_time(camera.header.stamp), to_time(image.header.stamp));
  EXPECT_EQ(image.width, 160u);
  EXPECT_EQ(image.height, 120u);
  EXPECT_EQ(image.step, 640u);
  EXPECT_EQ(camera.width, image.width);
  EXPECT_EQ(camera.distortion_model, "plumb_bob");

  int seen = 0, on_surface = 0, on_floor = 0, on_wall = 0;
  for (std::uint32_t v = 0; v < image.height; ++v)
    for (std::uint32_t u = 0; u < image.width; ++u) {
      float z = 0;
      std::memcpy(&z, image.data.data() + v * image.step + u * 4, 4);
      if (!std::isfinite(z)) continue;
      // K is fx 0 cx 0 fy cy 0 0 1
      const Vec3 point{(u - camera.k[2]) / camera.k[0] * z, (v - camera.k[5]) / camera.k[4] * z, z};
      const Vec3 place = in_map(image.header.frame_id, point);
      ++seen;
      on_surface += is_on_surface(place, 0.005);
      on_floor += std::abs(place.z) < 0.005;
      on_wall += std::abs(place.x - 3) < 0.005;
    }
  EXPECT_GT(on_floor, 1000);
  EXPECT_GT(on_wall, 500);
  EXPECT_GT(on_surface, 0.95 * seen);
}

TEST_F(SensorTopicsTest, CloudsAreLaidOutAsPclReadsThemAndLieOnTheRoom) {
  const Ear<PointCloud2> points(node, "/emaros/points");
  run.step_for(300ms);
  ASSERT_TRUE(points.has_heard());
  const PointCloud2& cloud = points.last();
  EXPECT_EQ(cloud.header.frame_id, "emaros/top_frame");
  std::map<std::string, PointField> fields;
  for (const PointField& field : cloud.fields) fields[field.name] = field;
  for (const char* name : {"x", "y", "z", "intensity", "time"}) {
    EXPECT_EQ(fields[name].datatype, PointField::FLOAT32) << name;
    EXPECT_EQ(fields[name].offset % 4, 0u) << name;
    EXPECT_EQ(fields[name].count, 1u) << name;
  }
  EXPECT_EQ(fields["y"].offset, fields["x"].offset + 4);
  EXPECT_EQ(fields["z"].offset, fields["x"].offset + 8);
  EXPECT_EQ(fields["ring"].datatype, PointField::UINT16);
  EXPECT_EQ(cloud.row_step, cloud.point_step * cloud.width);
  ASSERT_EQ(cloud.data.size(), std::size_t{cloud.row_step} * cloud.height);
  EXPECT_FALSE(cloud.is_bigendian);

  int on_surface = 0, count = 0;
  std::set<std::uint16_t> rings;
  for (std::size_t i = 0; i < cloud.data.size(); i += cloud.point_step) {
    float xyz[3];
    std::uint16_t ring = 0;
    std::memcpy(xyz, cloud.data.data() + i + fields["x"].offset, sizeof xyz);
    std::memcpy(&ring, cloud.data.data() + i + fields["ring"].offset, sizeof ring);
    rings.insert(ring);
    ++count;
    on_surface += is_on_surface(in_map(cloud.header.frame_id, {xyz[0], xyz[1], xyz[2]}), 0.02);
  }
  EXPECT_GT(count, 400);
  EXPECT_GT(on_surface, 0.95 * count);
  EXPECT_EQ(rings.size(), 8u);
}

TEST_F(SensorTopicsTest, ScansLieOnTheWalls) {
  const Ear<LaserScan> scan(node, "/emaros/scan");
  run.step_for(300ms);
  ASSERT_TRUE(scan.has_heard());
  const LaserScan& heard = scan.last();
  EXPECT_EQ(heard.header.frame_id, "emaros/lidar_link");
  ASSERT_EQ(heard.ranges.size(), 360u);
  EXPECT_EQ(heard.intensities.size(), 360u);
  EXPECT_FLOAT_EQ(heard.scan_time, 0.1F);
  EXPECT_NEAR(heard.angle_max, heard.angle_min + 359 * heard.angle_increment, 1e-4);
  for (std::size_t i = 0; i < heard.ranges.size(); ++i) {
    const double angle = heard.angle_min + static_cast<double>(i) * heard.angle_increment;
    const double range = heard.ranges[i];
    ASSERT_TRUE(std::isfinite(range)) << i;
    // noise_m of emaros' lidar is 0.01
    EXPECT_TRUE(is_on_surface(
        in_map(heard.header.frame_id, {range * std::cos(angle), range * std::sin(angle), 0}), 0.06))
        << i;
  }
}

TEST_F(SensorTopicsTest, CompressedPicturesShowTheSame) {
  const Ear<Image> raw(node, "/emaros/camera/image_raw");
  const Ear<CompressedImage> compressed(node, "/emaros/camera/image_raw/compressed");
  run.step_for(300ms);
  ASSERT_TRUE(raw.has_heard() && compressed.has_heard());
  EXPECT_EQ(raw.last().encoding, "rgb8");
  EXPECT_EQ(compressed.last().format, "rgb8; jpeg compressed bgr8");
  EXPECT_EQ(compressed.last().header.frame_id, raw.last().header.frame_id);
  EXPECT_EQ(to_time(compressed.last().header.stamp), to_time(raw.last().header.stamp));

  // read by another library than the one that wrote it
  const TestFolder folder;
  const auto file = folder.write(
      "picture.jpg", std::string(compressed.last().data.begin(), compressed.last().data.end()));
  const Result<RgbaImage> picture = read_rgba_image(file);
  ASSERT_TRUE(picture) << picture.error();
  ASSERT_EQ(picture->width, 160);
  ASSERT_EQ(picture->height, 120);
  double difference = 0, brightness = 0;
  for (std::size_t pixel = 0; pixel < 160 * 120; ++pixel) {
    const Rgba read = picture->pixels[pixel];
    const std::uint8_t* sent = raw.last().data.data() + 3 * pixel;
    difference +=
        std::abs(read.r - sent[0]) + std::abs(read.g - sent[1]) + std::abs(read.b - sent[2]);
    brightness += sent[0] + sent[1] + sent[2];
  }
  EXPECT_LT(difference / (3 * 160 * 120), 3);
  EXPECT_GT(brightness / (3 * 160 * 120), 20);
}

TEST_F(SensorTopicsTest, SegmentedPicturesAndPairs) {
  const Ear<Image> labels(node, "/emaros/camera/segmentation/image_raw");
  const Ear<Image> instances(node, "/emaros/camera/instances/image_raw");
  const Ear<CameraInfo> left(node, "/emaros/stereo/left/camera_info");
  const Ear<CameraInfo> right(node, "/emaros/stereo/right/camera_info");
  const Ear<Image> right_image(node, "/emaros/stereo/right/image_raw");
  run.step_for(300ms);
  ASSERT_TRUE(labels.has_heard() && instances.has_heard() && left.has_heard() &&
              right.has_heard() && right_image.has_heard());
  EXPECT_EQ(labels.last().encoding, "mono8");
  EXPECT_EQ(labels.last().data.size(), 160u * 120);
  EXPECT_EQ(instances.last().encoding, "32SC1");
  EXPECT_EQ(instances.last().step, 640u);
  // image_geometry: the right camera's P[3] is -fx times the baseline, and both say the left frame
  EXPECT_EQ(left.last().p[3], 0);
  EXPECT_NEAR(right.last().p[3], -right.last().p[0] * 0.1, 1e-9);
  EXPECT_EQ(right.last().header.frame_id, left.last().header.frame_id);
  EXPECT_EQ(to_time(right.last().header.stamp), to_time(left.last().header.stamp));
}

TEST_F(SensorTopicsTest, ClassesHaveNamesForLatecomersAndTheSameNumbersEverywhere) {
  run.step_for(300ms);  // nobody listens yet
  Ear<vision_msgs::msg::LabelInfo> of_camera(node, "/emaros/camera/segmentation/label_info",
                                             qos::latched);
  Ear<vision_msgs::msg::LabelInfo> of_cloud(node, "/emaros/points/label_info", qos::latched);
  const Ear<Image> image(node, "/emaros/camera/segmentation/image_raw");
  const Ear<PointCloud2> cloud(node, "/emaros/points");
  run.step_for(300ms);
  ASSERT_TRUE(of_camera.has_heard() && of_cloud.has_heard() && image.has_heard() &&
              cloud.has_heard());
  EXPECT_EQ(of_camera.count(), 1);  // a constant
  EXPECT_EQ(of_camera.last().class_map, of_cloud.last().class_map);
  EXPECT_EQ(of_camera.last().header.frame_id, image.last().header.frame_id);
  const auto classes = of_camera.last().class_map;
  ASSERT_EQ(classes.front().class_name, "background");
  std::map<std::uint8_t, std::string> names;
  for (const auto& one : classes) names[static_cast<std::uint8_t>(one.class_id)] = one.class_name;

  // both see floor and walls, and nothing else is in the room
  std::set<std::string> in_image, in_cloud;
  for (const std::uint8_t number : image.last().data) in_image.insert(names.at(number));
  for (std::size_t at = 0; at < cloud.last().data.size(); at += cloud.last().point_step)
    in_cloud.insert(names.at(cloud.last().data[at + offsetof(CloudPoint, label)]));
  EXPECT_THAT(in_image, testing::IsSupersetOf({"floor", "walls"}));
  EXPECT_THAT(in_cloud, ElementsAre("floor", "walls"));

  // what comes while it runs is told to all
  Model duck = static_model("duck_7");
  add_part(duck.links[0], "body", Box{{0.1, 0.1, 0.1}}, {}, matte({1, 1, 0, 1}));
  run.inbox.edits.put({Spawn{
      .what = ModelInstance{"duck", std::make_shared<const Model>(duck), {{2, 2, 0.05}, {}}}}});
  run.step_for(100ms);
  EXPECT_EQ(of_camera.count(), 2);
  EXPECT_EQ(of_camera.last().class_map.back().class_name, "duck");
  EXPECT_EQ(of_camera.last().class_map.size(), classes.size() + 1);
  EXPECT_EQ(of_cloud.last().class_map, of_camera.last().class_map);
}

TEST_F(SensorTopicsTest, BodySensorsSayWhatTheyFeel) {
  const Ear<Imu> imu(node, "/emaros/imu");
  const Ear<Range> range(node, "/emaros/range/NAME");
  const Ear<BatteryState> battery(node, "/emaros/battery_state");
  const Ear<NavSatFix> fix(node, "/emaros/gps/fix");
  const Ear<JointState> joints(node, "/emaros/joint_states");
  const Ear<Odometry> truth(node, "/emaros/ground_truth");
  const Ear<tandem_msgs::msg::Contacts> contacts(node, "/emaros/contacts");
  run.step_for(2s);
  ASSERT_TRUE(imu.has_heard() && range.has_heard() && battery.has_heard() && fix.has_heard() &&
              joints.has_heard() && truth.has_heard() && contacts.has_heard());
  EXPECT_NEAR(imu.last().linear_acceleration.z, 9.81, 0.2);
  EXPECT_EQ(imu.last().header.frame_id, "emaros/imu_link");
  EXPECT_NEAR(in_map(range.last().header.frame_id, {range.last().range, 0, 0}).x, 3, 0.01);
  EXPECT_GT(battery.last().percentage, 0.99F);
  EXPECT_TRUE(battery.last().present);
  EXPECT_NEAR(fix.last().latitude, 50, 1e-3);
  EXPECT_NEAR(fix.last().longitude, 14, 1e-3);
  // the encoder's, not the simulation's: no efforts
  EXPECT_THAT(joints.last().name, ElementsAre("left_wheel_joint", "right_wheel_joint"));
  EXPECT_TRUE(joints.last().effort.empty());
  EXPECT_EQ(joints.last().header.frame_id, "");
  // the sensor's, which has its own rate
  EXPECT_EQ(truth.last().header.frame_id, "map");
  EXPECT_EQ(truth.last().child_frame_id, "emaros/base_link");
  EXPECT_NEAR(truth.count(), 40, 1);
  EXPECT_EQ(contacts.last().header.frame_id, "emaros/base_link");
}

TEST_F(SensorTopicsTest, ThereIsOnePublisherPerTopic) {
  run.step();
  std::map<std::string, int> publishers;
  for (const EndpointInfo& endpoint : run.context()->transport().graph().endpoints)
    if (endpoint.is_publisher) ++publishers[endpoint.topic];
  EXPECT_EQ(publishers["/emaros/joint_states"], 1);
  EXPECT_EQ(publishers["/emaros/ground_truth"], 1);
}

// A camera above the room, as a model in a world has it.
TEST(SensorTopicsOfThings, HaveTheThingsNameAndAPlaceInTheMap) {
  Findings findings;
  const auto scenario = load_checked_scenario_text(R"(<sdf version="1.9"><world name="room">
<model name="over head"><static>true</static><pose>1 2 3 0 1.5707963 0</pose><link name="mount">
<sensor name="eye" type="camera"><update_rate>10</update_rate>
<camera><horizontal_fov>1</horizontal_fov><image><width>32</width><height>24</height></image></camera>
</sensor></link></model></world></sdf>)",
                                                   "room", {}, findings);
  ASSERT_TRUE(scenario) << all_text(findings);
  TestRun run(scenario);
  run.step();
  Node node("listener", {.context = run.context()});
  TransformBuffer transforms;
  const TransformListener listener(node, transforms);
  const Ear<Image> image(node, "/over_head/camera/image_raw");
  run.step_for(300ms);
  ASSERT_TRUE(image.has_heard());
  EXPECT_EQ(image.last().header.frame_id, "over_head/eye_optical_frame");
  const auto pose = transforms.latest("map", image.last().header.frame_id);
  ASSERT_TRUE(pose) << pose.error();
  EXPECT_NEAR(length(pose->pose.translation - Vec3{1, 2, 3}), 0, 1e-6);
  // it looks down
  const Vec3 forward = pose->pose.rotation * Vec3{0, 0, 1};
  EXPECT_NEAR(forward.z, -1, 1e-6);
}

TEST(SensorTopicsOfThings, NamesCanBePartsOfTopics) {
  EXPECT_EQ(as_ros_name("over head"), "over_head");
  EXPECT_EQ(as_ros_name("box::2"), "box__2");
  EXPECT_EQ(as_ros_name("3d"), "_3d");
  EXPECT_EQ(as_ros_name(""), "_");
}

TEST_F(SensorTopicsTest, ScenariosChooseSensorTopicsToo) {
  TestRun chosen(one_of_each(
      "    topics: {scan: off, imu: {rate_hz: 10}, camera/image_raw/compressed: off}\n"));
  chosen.step();
  std::set<std::string> offered;
  for (const EndpointInfo& endpoint : chosen.context()->transport().graph().endpoints)
    if (endpoint.is_publisher) offered.insert(endpoint.topic);
  EXPECT_FALSE(offered.contains("/emaros/scan"));
  EXPECT_FALSE(offered.contains("/emaros/camera/image_raw/compressed"));
  EXPECT_TRUE(offered.contains("/emaros/camera/image_raw"));
  Node other("listener", {.context = chosen.context()});
  const Ear<Imu> imu(other, "/emaros/imu");
  chosen.step_for(1s);
  EXPECT_NEAR(imu.count(), 10, 1);
}

// The same over DDS, through another world and back: subscriptions go on, and wishes with them.
TEST(SensorTopicsOverDds, ASubscriberGoesOnThroughAnotherWorld) {
  Node node("listener", {.context = outside_context()});
  std::mutex mutex;
  std::set<Gid> publishers;
  const auto scan = node.subscribe<LaserScan>("/emaros/scan", qos::sensor,
                                              [&](const LaserScan&, const MessageInfo& info) {
                                                const std::lock_guard lock(mutex);
                                                publishers.insert(info.publisher);
                                              });
  const auto heard = [&] {
    const std::lock_guard lock(mutex);
    return publishers.size();
  };
  LiveRun run("empty");
  EXPECT_TRUE(eventually([&] { return heard() == 1; }));
  run.call<simulation_interfaces::srv::LoadWorld>("/load_world", {.uri = "push"});
  EXPECT_TRUE(eventually([&] { return heard() == 2; }));
}

}  // namespace
}  // namespace tandem
