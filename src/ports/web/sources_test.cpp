// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/web/sources.h"

#include <gtest/gtest.h>

#include "simulation/simulation.h"
#include "simulation/test_scenarios.h"

namespace tandem::web {
namespace {

// A box with a lidar.
class SourcesTest : public testing::Test {
 protected:
  void SetUp() override {
    frame_.sensors = std::make_shared<const SensorList>(SensorList{lidar_});
    frame_.readings.clear();
    sources_.update(frame_);
  }

  // A scan, seen once.
  std::weak_ptr<const Reading> measure() {
    const auto reading = std::make_shared<const Reading>(
        Reading{.sensor = lidar_, .measurement = ScanReading{.ranges_m = {1}}});
    frame_.readings = {reading};
    sources_.take(frame_);
    frame_.readings.clear();
    return reading;
  }
  bool has_data() { return sources_.newest("box/lidar").data != nullptr; }

  Simulation simulation_{load_good("push"), {.threads = 1}};
  Frame frame_ = simulation_.step({});
  std::shared_ptr<const SensorInfo> lidar_ = [this] {
    const Entity& box = *frame_.entities->find("box_1kg");
    SensorInfo lidar{.owner = "box", .entity = box.id, .name = "lidar"};
    lidar.link = box.model->links.front().name;
    lidar.topics = {{.name = "scan", .message = "sensor_msgs/msg/LaserScan"}};
    return std::make_shared<const SensorInfo>(std::move(lidar));
  }();
  Sources sources_{nullptr, nullptr};
};

TEST_F(SourcesTest, KeepWhatIsWatchedAndNothingElse) {
  EXPECT_TRUE(measure().expired());
  sources_.watch("box/lidar");
  EXPECT_FALSE(measure().expired());
  EXPECT_TRUE(has_data());
  sources_.unwatch("box/lidar");
  EXPECT_FALSE(has_data());
}

TEST_F(SourcesTest, ForgetWhatASensorMeasuredThatLeftTheWorldBeforeItsWatchers) {
  sources_.watch("box/lidar");
  const std::weak_ptr<const Reading> measured = measure();
  frame_.sensors = std::make_shared<const SensorList>();
  sources_.update(frame_);
  sources_.unwatch("box/lidar");
  EXPECT_TRUE(measured.expired());
}

TEST_F(SourcesTest, TellHowManyThereWereSinceSomebodyLooked) {
  sources_.watch("box/lidar");
  measure();
  EXPECT_EQ(sources_.newest("box/lidar").version, 1u);
  for (int i = 0; i < 3; ++i) measure();
  EXPECT_EQ(sources_.newest("box/lidar").version, 4u);
  ++frame_.episode_count;
  measure();
  EXPECT_EQ(sources_.newest("box/lidar").version, 5u) << "or an old number would come again";
}

TEST_F(SourcesTest, SayNothingOfBeforeAReset) {
  sources_.watch("box/lidar");
  measure();
  EXPECT_TRUE(has_data());
  ++frame_.episode_count;
  sources_.take(frame_);
  EXPECT_FALSE(has_data()) << "it was measured in another world";
  measure();
  EXPECT_TRUE(has_data());
}

}  // namespace
}  // namespace tandem::web
