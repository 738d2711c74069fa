// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/overhead_file.h"

#include <gmock/gmock.h>

#include "scenario/testing.h"

namespace tandem {
namespace {

using testing::HasSubstr;

class OverheadFile : public testing::Test {
 protected:
  std::shared_ptr<const Scenario> load(const std::string& yaml) {
    findings_ = {};
    return load_scenario(folder_.write("test.yaml", yaml).string(), {}, findings_);
  }
  std::string errors_of(const std::string& camera) {
    EXPECT_FALSE(
        load("robots: [{name: a, model: emaros}, {name: b, model: emaros, pose: {x: 1}}]\n"
             "overhead_camera: " +
             camera + "\n"));
    return all_text(findings_);
  }

  TestFolder folder_;
  Findings findings_;
};

TEST_F(OverheadFile, ReadsTheCameraAndWhatHappensBelowIt) {
  folder_.write("camera.yaml",
                R"(camera_matrix: {rows: 3, cols: 3, data: [620, 0, 655, 0, 615, 350, 0, 0, 1]}
room_from_camera: {z: 3, roll_deg: 180}
)");
  const auto scenario =
      load(R"(robots: [{name: a, model: emaros}, {name: b, model: emaros, pose: {x: 1}}]
overhead_camera:
  calibration_file: camera.yaml
  width_px: 1280
  height_px: 720
  rate_hz: 15
  exposure: 8ms
  latency: 50ms
  noise: 5
  topic: /lab/image_raw
  marker_size_m: 0.2
  markers: {b: 9}
  lighting: [{at: 1s, for: 2s, level: 0.5}, {at: 5s, level: 1}]
  projection: {brightness: 0.8, spots: 3, area: {size_x_m: 2, size_y_m: 1}}
  occlusions: [{at: 2s}, {type: object, at: 4s, for: 3s, robot: b, size_m: 0.5}]
  occlude_every: 10s
)");
  ASSERT_TRUE(scenario) << all_text(findings_);
  const OverheadConfig camera = load_overhead(*scenario, {{"overhead_camera.gain", "2"}});
  ASSERT_TRUE(camera.calibration);
  EXPECT_EQ(camera.calibration->lens->fy_px, 615);
  EXPECT_EQ(camera.width_px, 1280);
  EXPECT_EQ(camera.rate_hz, 15);
  EXPECT_EQ(camera.exposure, 8ms);
  EXPECT_EQ(camera.latency, 50ms);
  EXPECT_EQ(camera.gain, 2);
  EXPECT_EQ(camera.topic, "/lab/image_raw");
  EXPECT_EQ(camera.markers.at("a"), 0);
  EXPECT_EQ(camera.markers.at("b"), 9);
  ASSERT_EQ(camera.lighting.size(), 2u);
  EXPECT_EQ(camera.lighting[0].during, 2s);
  EXPECT_EQ(camera.projection->spots, 3);
  EXPECT_EQ(camera.projection->area->size_x_m, 2);
  ASSERT_EQ(camera.occlusions.size(), 2u);
  EXPECT_EQ(camera.occlusions[0].type, OccluderType::hand);
  EXPECT_EQ(camera.occlusions[1].robot, "b");
  EXPECT_EQ(camera.occlusions[1].size_m, 0.5);
  EXPECT_EQ(camera.occlude_every, 10s);
}

TEST_F(OverheadFile, PicturesHaveTheSizeOfTheCalibration) {
  folder_.write("camera.yaml", R"(image_width: 1280
image_height: 720
camera_matrix: [620, 0, 655, 0, 615, 350, 0, 0, 1]
room_from_camera: {z: 3, roll_deg: 180}
)");
  const auto scenario = load(
      "robots: [{name: a, model: emaros}]\n"
      "overhead_camera: {calibration_file: camera.yaml}\n");
  ASSERT_TRUE(scenario) << all_text(findings_);
  const OverheadConfig camera = load_overhead(*scenario);
  EXPECT_EQ(camera.width_px, 1280);
  EXPECT_EQ(camera.height_px, 720);
  EXPECT_THAT(
      errors_of("{calibration_file: camera.yaml, width_px: 640, height_px: 360}"),
      HasSubstr("test.yaml:2: error: pictures of 640 x 360 pixels need another calibration: "
                "this one was measured with 1280 x 720"));
}

TEST_F(OverheadFile, EveryScenarioHasOne) {
  const auto scenario = load("robots: [{name: a, model: emaros}]\n");
  const OverheadConfig camera = load_overhead(*scenario);
  EXPECT_EQ(camera.topic, "/overhead/image_raw");
  EXPECT_EQ(camera.markers.at("a"), 0);
}

// As many robots as that, each with its place in the list for a name.
std::string robots_of(int count) {
  std::string robots = "robots:\n";
  for (int i = 0; i < count; ++i)
    robots += "- {name: r" + std::to_string(i) + ", model: emaros, pose: {x: " + std::to_string(i) +
              "}}\n";
  return robots;
}

TEST_F(OverheadFile, EachOfManyRobotsHasAMarkerOfItsOwn) {
  const auto scenario = load(robots_of(52));
  ASSERT_TRUE(scenario) << all_text(findings_);
  const OverheadConfig camera = load_overhead(*scenario);
  for (const int i : {0, 49, 50, 51}) EXPECT_EQ(camera.markers.at("r" + std::to_string(i)), i);
}

TEST_F(OverheadFile, RobotsForWhomThereIsNoMarkerAreRefusedWithTheirLine) {
  EXPECT_FALSE(load(robots_of(251) + "overhead_camera: {gain: 1}\n"));
  EXPECT_ERROR(findings_, 253, "there are 250 markers, and none is left for 'r250'");
}

TEST_F(OverheadFile, MistakesAreToldWithTheirLine) {
  EXPECT_FALSE(load("robots: [{name: a, model: emaros}]\noverhead_camera:\n  rate_hz: 0\n"));
  EXPECT_ERROR(findings_, 3, "'rate_hz' must");
  EXPECT_THAT(errors_of("{exposure: 100ms}"),
              HasSubstr("an exposure of 100 ms does not fit into a picture's time at 30 Hz"));
  EXPECT_THAT(errors_of("{nosie: 3}"), HasSubstr("did you mean 'noise'"));
  EXPECT_THAT(errors_of("{topic: 'a b'}"), HasSubstr("'topic'"));
  EXPECT_THAT(errors_of("{mixed_topic: /overhead/image_raw}"),
              HasSubstr("the mixed pictures cannot go where the real ones come from"));
  EXPECT_THAT(errors_of("{calibration_file: nowhere.yaml}"), HasSubstr("nowhere.yaml"));
  folder_.write("flat.yaml", "homography: [1,0,0,0,1,0,0,0,1]\n");
  EXPECT_THAT(errors_of("{calibration_file: flat.yaml}"),
              HasSubstr("needs a calibration with camera_matrix and room_from_camera"));
  EXPECT_THAT(errors_of("{lighting: [{at: 1s}]}"), HasSubstr("'level'"));
  EXPECT_THAT(errors_of("{lighting: [{at: 1s, for: 2s, level: 1}, {at: 2s, level: 0}]}"),
              HasSubstr("the light cannot change before its last change is over"));
  EXPECT_THAT(errors_of("{lighting: 5}"), HasSubstr("'lighting' expects a list"));
  EXPECT_THAT(errors_of("{occlusions: [{at: 1s, type: foot}]}"), HasSubstr("'type'"));
  EXPECT_THAT(errors_of("{occlusions: [{at: 1s, robot: c}]}"), HasSubstr("there is no robot 'c'"));
  EXPECT_THAT(errors_of("{occlusions: [{at: 1s, size_m: 1}]}"),
              HasSubstr("'size_m' is about objects, not hands"));
  EXPECT_THAT(errors_of("{markers: {c: 1}}"), HasSubstr("there is no robot 'c'"));
  EXPECT_THAT(errors_of("{markers: {b: 0}}"), HasSubstr("'a' and 'b' have the same marker 0"));
  EXPECT_THAT(errors_of("{markers: {b: 250}}"), HasSubstr("at most 249, is 250"));
  EXPECT_THAT(errors_of("{projection: {image: nowhere.png}}"), HasSubstr("nowhere.png"));
  EXPECT_THAT(errors_of("{projection: {live: true, area: {size_x_m: 2, size_y_m: 1}}}"),
              HasSubstr("'area' is about a picture; with 'live' the scenario's projection is "
                        "shown"));
  EXPECT_TRUE(
      load("robots: [{name: a, model: emaros}]\n"
           "overhead_camera: {projection: {live: true, brightness: 0.8}}\n"));
  folder_.write("broken.png", "no picture");
  EXPECT_THAT(errors_of("{projection: {image: broken.png}}"), HasSubstr("broken.png"));
}

}  // namespace
}  // namespace tandem
