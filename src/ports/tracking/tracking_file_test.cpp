// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/tracking/tracking_file.h"

#include <gmock/gmock.h>

#include <fstream>

#include "ports/tracking/picture_folder.h"

namespace tandem {
namespace {

class TrackingFileTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(testing::TempDir()) /
              testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_ / "pictures");
    write("camera.yaml",
          "camera_matrix: [600, 0, 480, 0, 600, 300, 0, 0, 1]\n"
          "room_from_camera: {z: 2.5, roll_deg: 180}\n");
  }
  void write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
  }
  std::optional<TrackingSetup> read(const std::string& text) {
    write("tracker.yaml", text);
    findings_ = {};
    return read_tracking_file(folder_ / "tracker.yaml", findings_);
  }
  std::vector<std::string> told() const {
    std::vector<std::string> lines;
    for (const Finding& finding : findings_.all())
      lines.push_back(std::to_string(finding.place.line) + ": " + finding.message);
    return lines;
  }

  std::filesystem::path folder_;
  Findings findings_;
};

TEST_F(TrackingFileTest, IsReadWhole) {
  const auto setup = read(
      "source: {topic: /camera/image_raw, compressed: true}\n"
      "calibration_file: camera.yaml\n"
      "dictionary: apriltag_36h11\n"
      "robots:\n"
      "  - {name: r1, marker: 580, size_m: 0.12, height_m: 0.15}\n"
      "  - {name: r2, marker: 4, size_m: 0.1, topic: /elsewhere, max_off_px: 1.5}\n"
      "debug_image: {topic: /look, rate_hz: 2}\n");
  ASSERT_TRUE(setup) << testing::PrintToString(told());
  EXPECT_EQ(setup->source.topic, "/camera/image_raw");
  EXPECT_TRUE(setup->source.is_compressed);
  EXPECT_EQ(setup->dictionary->name, "apriltag_36h11");
  EXPECT_EQ(setup->camera->room_from_camera->translation.z, 2.5);
  ASSERT_EQ(setup->robots.size(), 2U);
  EXPECT_EQ(setup->robots[0].topic, "/tracker/r1");
  EXPECT_EQ(setup->robots[0].marker.id, 580);
  EXPECT_EQ(setup->robots[0].marker.place.height_m, 0.15);
  EXPECT_EQ(setup->robots[1].topic, "/elsewhere");
  EXPECT_EQ(setup->robots[1].marker.place.max_off_px, 1.5);
  EXPECT_EQ(setup->debug_topic, "/look");
}

TEST_F(TrackingFileTest, SaysEverythingThatIsWrongWithItsLine) {
  EXPECT_FALSE(
      read("source: {topic: /camera, folder: nowhere}\n"
           "calibration_file: missing.yaml\n"
           "dictionary: 9x9\n"
           "robots:\n"
           "  - {name: r1, marker: -1, size_m: 0.12}\n"
           "  - {name: r2, marker: 3, size_m: 0}\n"
           "  - {name: r3, size_m: 0.1}\n"
           "colour: red\n"));
  EXPECT_THAT(
      told(),
      testing::IsSupersetOf(
          {testing::StartsWith("1: a source is a 'topic', a 'folder', a 'film' or a 'device'"),
           testing::StartsWith("1: 'nowhere' is no folder"), testing::StartsWith("2: "),
           testing::StartsWith("3: there is no dictionary '9x9'; there are "),
           testing::StartsWith("5: 'marker'"), testing::StartsWith("6: 'size_m'"),
           testing::StartsWith("7: "), testing::StartsWith("8: ")}));
}

TEST_F(TrackingFileTest, CamerasAndFilmsAreSources) {
  const std::string rest =
      "calibration_file: camera.yaml\n"
      "robots: [{name: r1, marker: 1, size_m: 0.12}]\n";
  auto setup = read(
      "source: {device: /dev/video2, format: yuyv, width_px: 1920, height_px: 1200, rate_hz: "
      "60}\n" +
      rest);
  ASSERT_TRUE(setup) << testing::PrintToString(told());
  ASSERT_TRUE(setup->source.camera);
  EXPECT_EQ(setup->source.camera->device, "/dev/video2");
  EXPECT_EQ(setup->source.camera->format, CameraFormat::yuyv);
  EXPECT_EQ(setup->source.camera->width_px, 1920);
  EXPECT_EQ(setup->source.camera->rate_hz, 60);
  write("run.mp4", "x");
  setup = read("source: {film: run.mp4, pace: fastest}\n" + rest);
  ASSERT_TRUE(setup) << testing::PrintToString(told());
  EXPECT_EQ(setup->source.film, folder_ / "run.mp4");
  EXPECT_EQ(setup->source.pace, FilmPace::fastest);
  EXPECT_FALSE(
      read("source: {film: none.mp4, format: yuyv, compressed: true, rate_hz: 3}\n" + rest));
  EXPECT_THAT(told(), testing::UnorderedElementsAre(
                          "1: 'none.mp4' is no file", "1: 'format' is about a 'device'",
                          "1: 'compressed' is about a 'topic'",
                          "1: 'rate_hz' is about a 'folder' or a 'device'"));
  EXPECT_THAT(open_pictures(setup->source, {}, {}).error(), testing::HasSubstr("cannot be shown"));
}

TEST_F(TrackingFileTest, RobotsDifferInNameMarkerAndTopic) {
  EXPECT_FALSE(
      read("source: {folder: pictures}\n"
           "calibration_file: camera.yaml\n"
           "robots:\n"
           "  - {name: r1, marker: 1, size_m: 0.12}\n"
           "  - {name: r1, marker: 1, size_m: 0.12}\n"));
  EXPECT_THAT(told(), testing::ElementsAre("5: there are two robots named 'r1'",
                                           "5: 'r1' and 'r1' have the same marker 1",
                                           "5: 'r1' and 'r1' have the same topic '/tracker/r1'"));
}

TEST_F(TrackingFileTest, ACameraMustHaveItsPlaceAboveTheMarkers) {
  EXPECT_FALSE(
      read("source: {folder: pictures}\n"
           "calibration_file: camera.yaml\n"
           "robots: [{name: r1, marker: 1, size_m: 0.12, height_m: 3}]\n"));
  EXPECT_THAT(told(), testing::ElementsAre("2: the camera must be above the marker"));
}

TEST_F(TrackingFileTest, PicturesComeInTheOrderOfTheirNumbers) {
  for (const char* name : {"frame10.png", "frame9.PNG", "frame010b.jpg", "notes.txt", "a.bmp"})
    write(std::string("pictures/") + name, "x");
  const auto files = picture_files(folder_ / "pictures");
  ASSERT_TRUE(files);
  std::vector<std::string> names;
  for (const auto& file : *files) names.push_back(file.filename().string());
  EXPECT_THAT(names, testing::ElementsAre("a.bmp", "frame9.PNG", "frame10.png", "frame010b.jpg"));
  EXPECT_FALSE(read_grey_picture(folder_ / "pictures" / "a.bmp"));
  std::filesystem::create_directories(folder_ / "empty");
  EXPECT_THAT(picture_files(folder_ / "empty").error(), testing::StartsWith("there is no picture"));
  EXPECT_FALSE(picture_files(folder_ / "nowhere"));
}

}  // namespace
}  // namespace tandem
