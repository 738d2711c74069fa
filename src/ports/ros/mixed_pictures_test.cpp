// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/mixed_pictures.h"

#include <gmock/gmock.h>

#include <cmath>
#include <map>
#include <numbers>

#include "messages/time.h"
#include "ports/mixing/test_pictures.h"
#include "ports/ros/entity_place.h"
#include "ports/ros/live_run.h"
#include "ports/ros/mixing_lab.h"
#include "ports/streams/camera_info.h"

namespace tandem {
namespace {

using diagnostic_msgs::msg::DiagnosticStatus;
using geometry_msgs::msg::PoseStamped;
using sensor_msgs::msg::CameraInfo;
using sensor_msgs::msg::Image;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr int width = 160, height = 120;

// A real table, a virtual crate behind it that is higher, and virtual balls beside both.
std::shared_ptr<const Scenario> room(const std::string& mode, const std::string& camera,
                                     const std::string& twin = "{}") {
  const std::string text =
      "name: room\nclock: zero\n"
      "world: {generate: arena, size_x_m: 12, size_y_m: 12, wall_height_m: 1}\n"
      "robots:\n  - name: emaros\n    model: emaros\n    mode: " +
      mode + "\n    twin: " + twin +
      "\n    sensors: {camera_front: {reality: mixed, width_px: 160, height_px: 120, fov_deg: 90, "
      "noise: 0" +
      camera + R"(}}
real: ['table*', 'walls']
spawn:
  table: {area: {x: 1.2, y: 0, size_x_m: 0.5, size_y_m: 0.5}, object: {shape: box, size_m: [0.4, 0.4, 0.6], mass_kg: 50, color: '#8a6a4a'}}
  crate: {area: {x: 2.2, y: 0, size_x_m: 0.5, size_y_m: 0.9}, object: {shape: box, size_m: [0.4, 0.8, 1.6], mass_kg: 50, color: red}}
  ball: {area: {x: 1, y: 0.6, size_x_m: 0.41, size_y_m: 0.41}, object: {shape: sphere, radius_m: 0.2, mass_kg: 1, color: blue}}
)";
  Findings findings;
  auto scenario = load_checked_scenario_text(text, "room", {}, findings);
  for (const Finding& finding : findings.all())
    if (finding.severity == Severity::error) ADD_FAILURE() << to_string(finding);
  return scenario;
}

Image image_of(std::vector<std::uint8_t> pixels, int columns, int rows, SimTime stamp,
               const std::string& encoding = "rgb8") {
  Image image{.header = {.stamp = to_message_time(stamp), .frame_id = "somewhere_else"},
              .encoding = encoding,
              .data = std::move(pixels)};
  image.width = static_cast<std::uint32_t>(columns);
  image.height = static_cast<std::uint32_t>(rows);
  image.step = image.width * (encoding == "mono8" ? 1 : 3);
  return image;
}

// The room with the robot's camera in it, as a person with a second camera would know both.
class Room : public Laboratory {
 public:
  explicit Room(std::shared_ptr<const Scenario> scenario) : Laboratory(std::move(scenario)) {}

  std::shared_ptr<const Frame> step() { return run.step(); }

  // What the robot's own camera sees, or would see with this lens.
  std::vector<std::uint8_t> seen(const Frame& frame, const Intrinsics& intrinsics,
                                 bool has_virtual) const {
    const Entity& robot = *frame.entities->find("emaros");
    const auto camera = std::ranges::find(*frame.sensors, "camera_front", &SensorInfo::name);
    const Pose place =
        *place_on(robot, frame.world_from_body, (*camera)->link, (*camera)->link_from_frame);
    return taken({frame.time, frame.scenario, frame.entities, frame.world_from_body}, place,
                 intrinsics, 1, has_virtual);
  }

  std::string state() const {
    const auto* status = diagnosed("mixing: emaros/camera_front");
    return status ? status->message : "";
  }
  std::string value(const std::string& key) const {
    const auto* status = diagnosed("mixing: emaros/camera_front");
    if (!status) return "";
    const auto found = std::ranges::find(status->values, key, &diagnostic_msgs::msg::KeyValue::key);
    return found == status->values.end() ? "" : found->value;
  }

  const Intrinsics own = intrinsics_from_fov(width, height, std::numbers::pi / 2);
  Publisher<Image> real =
      node.publisher<Image>("/emaros/hardware/camera_front/image_raw", qos::image);
};

constexpr const char* mixed_topic = "/emaros/mixed/camera_front/image_raw";

TEST(MixedPictures, AreWhatTheCameraWouldHaveSeenOfBothWorlds) {
  Room room(tandem::room("twin", ""));
  const Ear<Image> mixed(room.node, mixed_topic),
      complete(room.node, "/emaros/camera_front/image_raw");
  const Ear<CameraInfo> infos(room.node, "/emaros/mixed/camera_front/camera_info");
  std::vector<std::uint8_t> real;
  room.live(1s, 100ms, [&](SimTime now) {
    const auto frame = room.step();
    real = room.seen(*frame, room.own, false);
    room.real.publish(image_of(real, width, height, frame->time));
    (void)now;
  });
  ASSERT_GT(mixed.heard.size(), 5u);
  ASSERT_FALSE(complete.heard.empty());
  const Image& picture = mixed.last();
  EXPECT_EQ(picture.header.frame_id, complete.last().header.frame_id);
  EXPECT_EQ(picture.encoding, "rgb8");
  ASSERT_LT(psnr_db(real, complete.last().data), 25) << "there is something to draw";
  EXPECT_GT(psnr_db(picture.data, complete.last().data), 40);
  // beside it, as a driver has it
  ASSERT_FALSE(infos.heard.empty());
  EXPECT_EQ(infos.last().header, picture.header);
  EXPECT_EQ(infos.last().width, 160u);
  EXPECT_NEAR(infos.last().k[0], room.own.fx, 1e-9);
  EXPECT_EQ(room.state(), "mixed");
  EXPECT_EQ(room.diagnosed("mixing: emaros/camera_front")->level, DiagnosticStatus::OK);
}

TEST(MixedPictures, ARealThingHidesWhatIsBehindItAndStays) {
  Room room(tandem::room("twin", ""));
  const Ear<Image> mixed(room.node, mixed_topic);
  std::vector<std::uint8_t> real;
  room.live(500ms, 100ms, [&](SimTime) {
    const auto frame = room.step();
    real = room.seen(*frame, room.own, false);
    room.real.publish(image_of(real, width, height, frame->time));
  });
  ASSERT_FALSE(mixed.heard.empty());
  const std::vector<std::uint8_t>& drawn = mixed.last().data;
  // the camera is some 0.1 m up: straight ahead is the table, whose top is 25 degrees up, and the
  // crate reaches to 37 degrees; 80 pixels are 45 degrees
  const auto at = [](double up_deg, int right_px) {
    const double down_px = 59.5 - 80 * std::tan(up_deg * std::numbers::pi / 180);
    return 3 * (static_cast<std::size_t>(std::lround(down_px)) * width +
                static_cast<std::size_t>(width / 2 + right_px));
  };
  const std::size_t table = at(10, 0), crate = at(31, 0);
  EXPECT_EQ(drawn[table], real[table]);
  EXPECT_EQ(drawn[table + 1], real[table + 1]);
  EXPECT_GT(drawn[crate], drawn[crate + 1] + 60) << "red";
  EXPECT_LT(real[crate], real[crate + 1] + 30) << "which the real one is not";
}

TEST(MixedPictures, AreDrawnFromWhereTheRobotStoodWhenTheyWereTaken) {
  Room room(tandem::room("twin", ""));
  const Ear<Image> mixed(room.node, mixed_topic),
      complete(room.node, "/emaros/camera_front/image_raw");
  auto poses = room.node.publisher<PoseStamped>("/emaros/tracked_pose", qos::sensor);
  // half a turn a second: between taken and sent it turns by 18 degrees
  std::map<SimTime, Image> sent_later;
  SimTime next_picture{};
  for (SimTime now{}; now < 2s;) {
    const double yaw = 0.5 * std::sin(std::numbers::pi * seconds(now));
    PoseStamped pose;
    pose.header.stamp = to_message_time(now);
    pose.pose.orientation.z = std::sin(yaw / 2);
    pose.pose.orientation.w = std::cos(yaw / 2);
    poses.publish(pose);
    const auto frame = room.step();
    now = frame->time;
    if (now >= next_picture) {
      next_picture += 100ms;
      sent_later[now + 100ms] = image_of(room.seen(*frame, room.own, false), width, height, now);
    }
    for (; !sent_later.empty() && sent_later.begin()->first <= now;
         sent_later.erase(sent_later.begin()))
      room.real.publish(sent_later.begin()->second);
  }
  int compared = 0;
  for (const Image& picture : mixed.heard) {
    const auto truth = std::ranges::find(complete.heard, picture.header.stamp,
                                         [](const Image& image) { return image.header.stamp; });
    if (truth == complete.heard.end()) continue;
    EXPECT_GT(psnr_db(picture.data, truth->data), 38);
    ++compared;
  }
  EXPECT_GT(compared, 8);
}

TEST(MixedPictures, HaveTheLensThatTheRealCameraTellsOf) {
  Room room(tandem::room("twin", ""));
  const Ear<Image> mixed(room.node, mixed_topic);
  const Ear<CameraInfo> infos(room.node, "/emaros/mixed/camera_front/camera_info");
  // another size, another angle, and bent, where the scenario's has 160 x 120 and is straight
  const LensConfig lens{.fx_px = 130,
                        .fy_px = 131,
                        .cx_px = 103,
                        .cy_px = 72,
                        .distortion = {-0.2, 0.05, 0.001, -0.0005, 0.001}};
  const Intrinsics bent = intrinsics_of(lens, 200, 150);
  auto told = room.node.publisher<CameraInfo>("/emaros/hardware/camera_front/camera_info");
  std::vector<std::uint8_t> truth, real;
  room.live(600ms, 100ms, [&](SimTime) {
    const auto frame = room.step();
    real = room.seen(*frame, bent, false);
    truth = room.seen(*frame, bent, true);
    told.publish(camera_info_of(lens, 200, 150));
    room.real.publish(image_of(real, 200, 150, frame->time));
  });
  ASSERT_FALSE(mixed.heard.empty());
  ASSERT_LT(psnr_db(real, truth), 25);
  EXPECT_GT(psnr_db(mixed.last().data, truth), 40);
  EXPECT_EQ(infos.last().width, 200u);
  EXPECT_EQ(infos.last().d, camera_info_of(lens, 200, 150).d);
  EXPECT_EQ(infos.last().k, camera_info_of(lens, 200, 150).k);
}

TEST(MixedPictures, ARobotElsewhereDoesNotSeeItself) {
  // a twin that begins where its pose is stands in no room: nothing says that it is real
  Room room(tandem::room("twin", ", pose: {z: 0.4, x: -0.3, pitch_deg: 40}", "{origin: start}"));
  const Ear<Image> mixed(room.node, mixed_topic);
  std::vector<std::uint8_t> real;
  room.live(500ms, 100ms, [&](SimTime) {
    const auto frame = room.step();
    // its own camera sees it
    const Entity& robot = *frame->entities->find("emaros");
    ASSERT_FALSE(is_real(robot));
    real = room.seen(*frame, room.own, false);
    room.real.publish(image_of(real, width, height, frame->time));
  });
  ASSERT_FALSE(mixed.heard.empty());
  // below the horizon in the middle is the robot, above it the crate
  const std::size_t low = 3 * (std::size_t{110} * width + width / 2);
  EXPECT_EQ(mixed.last().data[low], real[low]);
}

TEST(MixedPictures, ASimulatedRobotHasTheVirtualOnes) {
  Room room(tandem::room("virtual", ""));
  const Ear<Image> mixed(room.node, mixed_topic),
      complete(room.node, "/emaros/camera_front/image_raw");
  const Ear<CameraInfo> infos(room.node, "/emaros/mixed/camera_front/camera_info");
  room.wait(1s);
  ASSERT_GT(mixed.heard.size(), 5u);
  EXPECT_EQ(mixed.last().data, complete.last().data);
  EXPECT_EQ(mixed.last().header, complete.last().header);
  EXPECT_EQ(infos.heard.size(), mixed.heard.size());
  EXPECT_EQ(room.state(), "virtual only");
  EXPECT_EQ(room.diagnosed("mixing: emaros/camera_front")->level, DiagnosticStatus::OK);
}

TEST(MixedPictures, WithoutRealOnesThereAreNoneAndItIsTold) {
  Room room(tandem::room("twin", ""));
  {
    const Ear<Image> mixed(room.node, mixed_topic);
    room.wait(1500ms);
    EXPECT_TRUE(mixed.heard.empty());
    EXPECT_EQ(room.state(), "waiting");
    const auto speak = [&](SimTime) {
      const auto frame = room.step();
      room.real.publish(image_of(room.seen(*frame, room.own, false), width, height, frame->time));
    };
    room.live(1500ms, 100ms, speak);
    const std::size_t count = mixed.heard.size();
    EXPECT_GT(count, 10u);
    EXPECT_EQ(room.state(), "mixed");
    room.wait(1500ms);
    EXPECT_EQ(mixed.heard.size(), count);
    EXPECT_EQ(room.state(), "real silent");
    EXPECT_EQ(room.diagnosed("mixing: emaros/camera_front")->level, DiagnosticStatus::ERROR);
  }
  // nobody looks, so nobody listens: that is no failure
  room.wait(1500ms);
  EXPECT_EQ(room.state(), "idle");
  EXPECT_EQ(room.real.subscriber_count(), 0);
  std::vector<std::string> texts;
  for (const auto& event : room.events.heard)
    if (event.name == "mixing") texts.push_back(event.text);
  EXPECT_THAT(texts, Contains("emaros/camera_front: the real sensor is silent on "
                              "emaros/hardware/camera_front/image_raw"));
}

TEST(MixedPictures, ScenariosMayGoOnWithTheVirtualOnes) {
  Room room(tandem::room("twin", ", mix: {without_real: virtual}"));
  const Ear<Image> mixed(room.node, mixed_topic);
  room.wait(1s);
  EXPECT_GT(mixed.heard.size(), 5u);
}

TEST(MixedPictures, WhatIsRealIsNotHeldBackWhereNobodyKnowsWhereTheRobotStood) {
  Room room(tandem::room("twin", ", mix: {stamps: shared}"));
  const Ear<Image> mixed(room.node, mixed_topic);
  room.wait(500ms);
  const std::vector<std::uint8_t> grey(std::size_t{3} * width * height, 90);
  // ten seconds late
  room.live(1500ms, 100ms,
            [&](SimTime now) { room.real.publish(image_of(grey, width, height, now - 10s)); });
  ASSERT_FALSE(mixed.heard.empty());
  EXPECT_EQ(mixed.last().data, grey);
  EXPECT_EQ(room.state(), "virtual missing");
}

TEST(MixedPictures, ThatCannotBeDrawnIntoAreCountedWithTheReason) {
  Room room(tandem::room("twin", ""));
  const Ear<Image> mixed(room.node, mixed_topic);
  const std::vector<std::uint8_t> grey(std::size_t{3} * width * height, 90);
  const auto why = [&](const Image& image) {
    room.live(1200ms, 100ms, [&](SimTime now) {
      Image taken = image;
      taken.header.stamp = to_message_time(now);
      room.real.publish(taken);
    });
    EXPECT_TRUE(mixed.heard.empty());
    EXPECT_EQ(room.state(), "waiting");
    return room.value("why_unusable");
  };
  Image image = image_of(grey, width, height, {});
  image.encoding = "yuv422";
  EXPECT_EQ(why(image), "they are 'yuv422'; mono8, rgb8 and bgr8 can be");
  image = image_of(grey, width, height, {});
  image.data.resize(100);
  EXPECT_EQ(why(image), "their size does not fit their bytes");
  EXPECT_EQ(why(image_of(grey, height, width, {})),
            "they are 120 x 160, and without a camera_info they must be as the scenario's: 160 x "
            "120");
  EXPECT_GT(std::stoi(room.value("unusable")), 20);

  auto told = room.node.publisher<CameraInfo>("/emaros/hardware/camera_front/camera_info");
  EXPECT_EQ(why(image_of(grey, width, height, {})), "nothing came of their camera_info yet");
  CameraInfo info = camera_info_of({.fx_px = 80, .fy_px = 80, .cx_px = 80, .cy_px = 60}, 320, 240);
  told.publish(info);
  EXPECT_EQ(why(image_of(grey, width, height, {})),
            "they are 160 x 120, and their camera_info is for 320 x 240");
  info.distortion_model = "rational_polynomial";
  info.d = {0.1, 0, 0, 0, 0, 0.2, 0, 0};
  told.publish(info);
  EXPECT_EQ(why(image_of(grey, width, height, {})),
            "the distortion of their camera_info is a rational_polynomial; what can be drawn is "
            "plumb_bob or equidistant");
  info.k[0] = 0;
  told.publish(info);
  EXPECT_THAT(why(image_of(grey, width, height, {})), HasSubstr("not calibrated"));
}

TEST(MixedPictures, ComeNoFasterThanTheVirtualCameraOrTheScenarioWants) {
  Room room(tandem::room("twin", ", rate_hz: 5"));
  const Ear<Image> mixed(room.node, mixed_topic);
  const std::vector<std::uint8_t> grey(std::size_t{width} * height, 90);
  room.live(2s, 33ms,
            [&](SimTime now) { room.real.publish(image_of(grey, width, height, now, "mono8")); });
  // a quarter more than 5 Hz, for real ones that come a little early
  EXPECT_NEAR(static_cast<double>(mixed.heard.size()), 12.5, 2);
  EXPECT_EQ(mixed.last().encoding, "mono8");
}

// The same in real time, between participants of a network.
TEST(MixedPicturesOverDds, RealPicturesComeBackMixed) {
  Node robot("robot", {.context = outside_context()});
  std::mutex mutex;
  std::optional<Image> mixed;
  const auto heard = robot.subscribe<Image>("/emaros/mixed/camera_front/image_raw", qos::image,
                                            [&](const Image& message) {
                                              const std::lock_guard lock(mutex);
                                              mixed = message;
                                            });
  auto real = robot.publisher<Image>("/emaros/hardware/camera_front/image_raw", qos::image);
  LiveRun run("arena", {.overrides = {{"robots.emaros.mode", "twin"},
                                      {"robots.emaros.sensors.camera_front.width_px", "160"},
                                      {"robots.emaros.sensors.camera_front.height_px", "120"},
                                      {"robots.emaros.sensors.camera_front.reality", "mixed"}}});
  const std::vector<std::uint8_t> grey(std::size_t{3} * width * height, 90);
  // the walls of the arena are virtual: where they are the picture is not grey any more
  const bool is_mixed = eventually([&] {
    real.publish(image_of(grey, width, height,
                          SimTime(std::chrono::system_clock::now().time_since_epoch())));
    const std::lock_guard lock(mutex);
    return mixed && mixed->data != grey;
  });
  ASSERT_TRUE(is_mixed);
  const std::lock_guard lock(mutex);
  EXPECT_EQ(mixed->width, 160u);
  EXPECT_EQ(mixed->header.frame_id, "emaros/camera_front_optical_frame");
}

}  // namespace
}  // namespace tandem
