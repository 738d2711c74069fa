// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/topic_views.h"

#include <gmock/gmock.h>

#include <numbers>

#include "messages/nav_msgs.h"
#include "messages/sensor_msgs.h"
#include "messages/std_msgs.h"
#include "ports/ros/convert.h"
#include "ports/ros/live_run.h"
#include "ports/ros/test_run.h"

namespace tandem {

void PrintTo(const ViewableTopic& topic, std::ostream* out) {
  *out << topic.name << " " << name_of(topic.kind) << " '" << topic.robot << "'";
}

namespace {

using geometry_msgs::msg::PoseStamped;
using sensor_msgs::msg::Image;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

Image grey_image() {
  return {.height = 1, .width = 1, .encoding = "mono8", .step = 1, .data = {7}};
}

// emaros stands at (1, 2) and looks along y; somebody else in the network publishes things.
class TopicViewsTest : public testing::Test {
 protected:
  Network& network() { return run_.port.network(); }
  // the network changes, somebody listens, a message arrives
  void step() {
    for (int i = 0; i < 3; ++i) run_.step();
  }
  int listeners(const std::string& topic) const {
    int count = 0;
    for (const EndpointInfo& endpoint : run_.context()->transport().graph().endpoints)
      count += endpoint.topic == topic && !endpoint.is_publisher;
    return count;
  }
  static std::string problem(const std::shared_ptr<Network::View>& view) {
    return view->latest() ? view->latest()->problem : "nothing came";
  }
  static Vec3 place(const std::shared_ptr<Network::View>& view) {
    EXPECT_EQ(problem(view), "");
    if (!view->latest()) return {};
    const auto* pose = std::get_if<PoseSight>(&view->latest()->what);
    EXPECT_TRUE(pose);
    return pose ? pose->pose.translation : Vec3{};
  }
  static PoseStamped pose_in(const std::string& frame, double x) {
    PoseStamped message;
    message.header.frame_id = frame;
    message.pose.position.x = x;
    return message;
  }

  TestRun run_{
      load_good("empty", {.overrides = {{"robots.emaros.pose", "{x: 1, y: 2, yaw_deg: 90}"}}})};
  Node robot_{"robot", {.context = run_.context()}};
};

TEST_F(TopicViewsTest, ListWhatCanBeLookedAt) {
  const auto plan = robot_.publisher<nav_msgs::msg::Path>("/emaros/plan");
  const auto image = robot_.publisher<Image>("/debug/image");
  const auto text = robot_.publisher<std_msgs::msg::String>("/emaros/text");
  const auto hears =
      robot_.subscribe<PoseStamped>("/emaros/goal", qos::reliable, [](const auto&) {});
  step();
  // the map is Tandem's own; what its sensors publish is not listed
  EXPECT_THAT(network().viewable_topics(),
              ElementsAre(ViewableTopic{"/debug/image", SightKind::image, ""},
                          ViewableTopic{"/emaros/plan", SightKind::path, "emaros"},
                          ViewableTopic{"/map", SightKind::grid, ""}));
  {
    const auto scan = robot_.publisher<sensor_msgs::msg::LaserScan>("/emaros/scan");
    step();
    EXPECT_THAT(network().viewable_topics(),
                Contains(ViewableTopic{"/emaros/scan", SightKind::points, "emaros"}));
  }
  step();
  EXPECT_THAT(network().viewable_topics(),
              Not(Contains(ViewableTopic{"/emaros/scan", SightKind::points, "emaros"})));
}

TEST_F(TopicViewsTest, ListenForAsLongAsSomebodyLooks) {
  auto image = robot_.publisher<Image>("/debug/image");
  step();
  EXPECT_EQ(listeners("/debug/image"), 0);
  auto first = network().view("/debug/image");
  auto second = network().view("/debug/image");
  EXPECT_EQ(first->latest(), nullptr);
  step();
  EXPECT_EQ(listeners("/debug/image"), 1);
  image.publish(grey_image());
  step();
  ASSERT_TRUE(first->latest());
  EXPECT_EQ(first->latest(), second->latest());
  EXPECT_TRUE(std::holds_alternative<EncodedPicture>(first->latest()->what));
  const auto count = first->latest()->count;
  image.publish(grey_image());
  step();
  EXPECT_GT(first->latest()->count, count);

  first.reset();
  step();
  EXPECT_EQ(listeners("/debug/image"), 1);
  second.reset();
  step();
  EXPECT_EQ(listeners("/debug/image"), 0);
}

TEST_F(TopicViewsTest, AreAskedForBeforeAnybodyPublishes) {
  const auto view = network().view("/debug/image");
  step();
  auto image = robot_.publisher<Image>("/debug/image", qos::best_effort);
  step();
  image.publish(grey_image());
  step();
  EXPECT_EQ(problem(view), "");
}

TEST_F(TopicViewsTest, SeeTheLastOfATopicThatIsLatched) {
  const auto map = network().view("/map");
  step();
  ASSERT_TRUE(map->latest());
  const auto* grid = std::get_if<GridSight>(&map->latest()->what);
  ASSERT_TRUE(grid) << map->latest()->problem;
  EXPECT_EQ(grid->cells.size(), std::size_t{grid->width} * grid->height);
}

TEST_F(TopicViewsTest, PutThingsIntoTheWorldByTransforms) {
  const auto view = network().view("/emaros/goal_pose");
  auto goal = robot_.publisher<PoseStamped>("/emaros/goal_pose");
  step();
  goal.publish(pose_in("map", 5));
  step();
  EXPECT_NEAR(place(view).x, 5, 1e-9);

  // over the robot's own odometry, which begins where it stood
  goal.publish(pose_in("emaros/odom", 3));
  step();
  EXPECT_NEAR(place(view).x, 1, 1e-3);
  EXPECT_NEAR(place(view).y, 5, 1e-3);

  goal.publish(pose_in("/emaros/base_link", 1));
  step();
  EXPECT_NEAR(place(view).x, 1, 1e-3);
  EXPECT_NEAR(place(view).y, 3, 1e-3);

  // a robot that was localised elsewhere believes that
  auto localization = robot_.publisher<tf2_msgs::msg::TFMessage>("/tf", qos::tf);
  step();
  localization.publish(
      {{make_transform(run_.simulation.time(), "map", "emaros/odom", {{10, 0, 0}, {}})}});
  goal.publish(pose_in("emaros/odom", 3));
  step();
  EXPECT_NEAR(place(view).x, 13, 1e-3);
  EXPECT_NEAR(place(view).y, 0, 1e-3);
}

TEST_F(TopicViewsTest, TellWhichTransformIsMissingAndWaitForIt) {
  const auto view = network().view("/emaros/goal_pose");
  auto goal = robot_.publisher<PoseStamped>("/emaros/goal_pose");
  step();
  goal.publish(pose_in("marker", 1));
  step();
  EXPECT_THAT(problem(view), HasSubstr("no transforms lead from 'marker' to map"));
  const auto count = view->latest()->count;
  run_.step_for(2s);
  EXPECT_EQ(view->latest()->count, count);  // nothing new about it

  // the message is still the newest when the transform comes
  auto marker = robot_.publisher<tf2_msgs::msg::TFMessage>("/tf_static", qos::tf_static);
  marker.publish({{make_transform({}, "emaros/base_link", "marker", {{1, 0, 0}, {}})}});
  run_.step_for(1s);
  EXPECT_NEAR(place(view).y, 4, 1e-3);
  EXPECT_GT(view->latest()->count, count);

  goal.publish(pose_in("", 1));
  step();
  EXPECT_THAT(problem(view), HasSubstr("does not say which frame"));
}

TEST_F(TopicViewsTest, SayWhereACameraStandsOrWhyThatIsNotKnown) {
  const auto view = network().view("/overhead/image_raw");
  auto images = robot_.publisher<Image>("/overhead/image_raw");
  step();
  images.publish(grey_image());
  step();
  const auto picture = [&]() -> const EncodedPicture& {
    return std::get<EncodedPicture>(view->latest()->what);
  };
  EXPECT_EQ(problem(view), "");
  EXPECT_EQ(picture().no_camera, "nobody publishes /overhead/camera_info");
  EXPECT_EQ(listeners("/overhead/camera_info"), 0);

  // the picture that came is still the newest, whatever comes to be known of its camera
  auto infos = robot_.publisher<sensor_msgs::msg::CameraInfo>("/overhead/camera_info");
  step();
  const auto count = view->latest()->count;
  run_.step_for(2s);
  EXPECT_EQ(view->latest()->count, count);  // nothing new about it
  sensor_msgs::msg::CameraInfo info;
  info.width = info.height = 1;
  infos.publish(info);
  step();
  EXPECT_THAT(picture().no_camera, HasSubstr("the camera is not calibrated"));
  info.k[0] = info.k[4] = 2;
  info.header.frame_id = "overhead";
  infos.publish(info);
  step();
  EXPECT_THAT(picture().no_camera, HasSubstr("no transforms lead from 'overhead' to map"));

  auto transforms = robot_.publisher<tf2_msgs::msg::TFMessage>("/tf_static", qos::tf_static);
  transforms.publish({{make_transform({}, "map", "overhead",
                                      {{1, 2, 3}, Quat::from_rpy(std::numbers::pi, 0, 0)})}});
  run_.step_for(1s);
  EXPECT_EQ(picture().no_camera, "");
  ASSERT_TRUE(picture().camera);
  EXPECT_NEAR(picture().camera->world_from_camera.translation.z, 3, 1e-9);
  EXPECT_EQ(picture().camera->lens.fx, 2);
  EXPECT_EQ(listeners("/overhead/camera_info"), 1);
}

TEST_F(TopicViewsTest, ACameraOnARobotIsWhereItsRobotIs) {
  const auto view = network().view("/emaros/real/image_raw");
  auto images = robot_.publisher<Image>("/emaros/real/image_raw");
  auto infos = robot_.publisher<sensor_msgs::msg::CameraInfo>("/emaros/real/camera_info");
  auto transforms = robot_.publisher<tf2_msgs::msg::TFMessage>("/tf_static", qos::tf_static);
  step();
  transforms.publish(
      {{make_transform({}, "emaros/base_link", "real_camera", {{0.1, 0, 0.2}, {}})}});
  sensor_msgs::msg::CameraInfo info;
  info.width = info.height = 1;
  info.k[0] = info.k[4] = 1;
  infos.publish(info);
  step();
  Image image = grey_image();
  image.header.frame_id = "real_camera";
  images.publish(image);
  step();
  ASSERT_TRUE(view->latest());
  const auto& picture = std::get<EncodedPicture>(view->latest()->what);
  ASSERT_TRUE(picture.camera) << picture.no_camera;
  // the robot stands at (1, 2) and looks along y
  EXPECT_NEAR(picture.camera->world_from_camera.translation.x, 1, 1e-3);
  EXPECT_NEAR(picture.camera->world_from_camera.translation.y, 2.1, 1e-3);
}

TEST_F(TopicViewsTest, SayWhyThereIsNothingToSee) {
  const auto text = robot_.publisher<std_msgs::msg::String>("/emaros/text");
  const auto view = network().view("/emaros/text");
  step();
  EXPECT_EQ(problem(view), "messages of std_msgs/msg/String cannot be looked at");

  // a topic may become one of another type
  const auto changing = network().view("/changing");
  {
    const auto wrong = robot_.publisher<std_msgs::msg::String>("/changing");
    step();
  }
  auto right = robot_.publisher<Image>("/changing");
  step();
  right.publish(grey_image());
  step();
  EXPECT_EQ(problem(changing), "");
}

TEST_F(TopicViewsTest, AreNotMoreThanTheNetworkCanTake) {
  std::vector<std::shared_ptr<Network::View>> views;
  for (std::size_t i = 0; i < TopicViews::most_views; ++i)
    views.push_back(network().view("/topic" + std::to_string(i)));
  EXPECT_EQ(views.back()->latest(), nullptr);
  EXPECT_THAT(problem(network().view("/one_more")), HasSubstr("64 topics are looked at already"));
  views.clear();
  run_.step();
  EXPECT_EQ(network().view("/one_more")->latest(), nullptr);
}

TEST(TopicViewsOfNamespacedTrees, GoByTheRobotsOwnTransforms) {
  TestRun run(load_good(
      "empty", {.overrides = {{"tf", "namespaced"}, {"robots.emaros.pose", "{x: 1, y: 2}"}}}));
  Node robot("robot", {.context = run.context()});
  const auto view = run.port.network().view("/emaros/plan");
  auto plan = robot.publisher<nav_msgs::msg::Path>("/emaros/plan");
  run.step_for(100ms);  // transforms come 50 times a second
  nav_msgs::msg::Path path;
  path.header.frame_id = "odom";
  path.poses.resize(1);
  path.poses[0].pose.position.x = 1;
  plan.publish(path);
  for (int i = 0; i < 3; ++i) run.step();
  ASSERT_TRUE(view->latest());
  const auto* seen = std::get_if<PathSight>(&view->latest()->what);
  ASSERT_TRUE(seen) << view->latest()->problem;
  EXPECT_NEAR(seen->points.at(0).x, 2, 1e-3);
  EXPECT_NEAR(seen->points.at(0).y, 2, 1e-3);
}

TEST(TopicViewsOverDds, BringImagesOfOthersFromAnotherThread) {
  std::shared_ptr<Network::View> kept;
  {
    LiveRun run("empty");
    Node camera("camera", {.context = outside_context()});
    auto images = camera.publisher<Image>("/debug/image", qos::image);
    Network& network = run.port.network();
    kept = network.view("/debug/image");
    const ViewableTopic expected{"/debug/image", SightKind::image, ""};
    ASSERT_TRUE(eventually([&] {
      const auto topics = network.viewable_topics();
      return std::ranges::find(topics, expected) != topics.end();
    }));
    Image image{.height = 480, .width = 640, .encoding = "bgr8", .step = 640 * 3};
    image.data.resize(640 * 480 * 3, 200);
    ASSERT_TRUE(eventually([&] { return images.subscriber_count() == 1; }));
    ASSERT_TRUE(eventually([&] {
      images.publish(image);
      return kept->latest() && kept->latest()->count >= 3;
    }));
    EXPECT_EQ(kept->latest()->problem, "");
    EXPECT_TRUE(std::holds_alternative<EncodedPicture>(kept->latest()->what));

    // nobody looks, nobody listens
    auto another = network.view("/debug/image");
    kept.swap(another);
    another.reset();
    kept.reset();
    EXPECT_TRUE(eventually([&] { return images.subscriber_count() == 0; }));
    kept = network.view("/debug/image");
    ASSERT_TRUE(eventually([&] {
      images.publish(image);
      return kept->latest() != nullptr;
    }));
  }
  // what is held when the run ends stays as it was
  EXPECT_EQ(kept->latest()->problem, "");
}

}  // namespace
}  // namespace tandem
