// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <future>
#include <map>
#include <mutex>
#include <set>

#include "messages/nav_msgs.h"
#include "messages/std_msgs.h"
#include "messages/time.h"
#include "middleware/transform_buffer.h"
#include "middleware/transform_listener.h"
#include "ports/ros/live_run.h"
#include "ports/ros/service_result.h"

// Changes of the world as another participant of the network sees them.
namespace tandem {
namespace {

namespace srv = simulation_interfaces::srv;
using nav_msgs::msg::Odometry;

struct HeardOdometry {
  Gid publisher{};
  SimTime stamp{};
  double x_m = 0;
};

// A navigation stack, as far as this matters: it keeps its subscriptions and its buffer of
// transforms whatever happens to the world.
class Outsider {
 public:
  // Of the transform, or nothing when there is none; on the node's thread, as the buffer wants it.
  std::optional<StampedPose> latest(const std::string& target, const std::string& source) {
    std::promise<std::optional<StampedPose>> promise;
    node.post([&] {
      const Result<StampedPose> found = buffer_.latest(target, source);
      promise.set_value(found ? std::optional(*found) : std::nullopt);
    });
    return promise.get_future().get();
  }
  std::optional<Pose> lookup(const std::string& target, const std::string& source, SimTime time) {
    std::promise<std::optional<Pose>> promise;
    node.post([&] {
      const Result<Pose> found = buffer_.lookup(target, source, time);
      promise.set_value(found ? std::optional(*found) : std::nullopt);
    });
    return promise.get_future().get();
  }

  std::vector<HeardOdometry> odometry() const {
    const std::lock_guard lock(mutex_);
    return odometry_;
  }
  std::optional<HeardOdometry> last_odometry() const {
    const std::lock_guard lock(mutex_);
    return odometry_.empty() ? std::nullopt : std::optional(odometry_.back());
  }
  std::vector<SimTime> clock() const {
    const std::lock_guard lock(mutex_);
    return clock_;
  }
  // Stamps of transforms from odom to the base that came a second time, which tf2 complains about.
  int repeated_stamps() const {
    const std::lock_guard lock(mutex_);
    return repeated_stamps_;
  }

  void load(const std::string& scenario) { load_scenario_.publish({scenario}); }
  bool can_load() const { return load_scenario_.subscriber_count() > 0; }

  Node node{"outsider", {.context = outside_context()}};

 private:
  void note(const tf2_msgs::msg::TFMessage& message) {
    for (const auto& transform : message.transforms) {
      SimTime& last = last_stamp_.try_emplace(transform.child_frame_id, -1ns).first->second;
      repeated_stamps_ += to_time(transform.header.stamp) <= last;
      last = to_time(transform.header.stamp);
    }
  }

  mutable std::mutex mutex_;
  std::vector<HeardOdometry> odometry_;
  std::vector<SimTime> clock_;
  std::map<std::string, SimTime> last_stamp_;  // by frame
  int repeated_stamps_ = 0;
  TransformBuffer buffer_;
  TransformListener listener_{node, buffer_};
  Subscription emaros_ = node.subscribe<Odometry>(
      "/emaros/odom", qos::reliable, [this](const Odometry& odom, const MessageInfo& info) {
        const std::lock_guard lock(mutex_);
        odometry_.push_back(
            {info.publisher, to_time(odom.header.stamp), odom.pose.pose.position.x});
      });
  Subscription clock_listener_ = node.subscribe<rosgraph_msgs::msg::Clock>(
      "/clock", qos::clock, [this](const rosgraph_msgs::msg::Clock& message) {
        const std::lock_guard lock(mutex_);
        clock_.push_back(to_time(message.clock));
      });
  Subscription transforms_ =
      node.subscribe<tf2_msgs::msg::TFMessage>("/tf", qos::tf, [this](const auto& message) {
        const std::lock_guard lock(mutex_);
        note(message);
      });
  Publisher<std_msgs::msg::String> load_scenario_ =
      node.publisher<std_msgs::msg::String>("/vera/load_scenario");
};

// Until odometry comes from a publisher that was not heard before.
bool hears_new_publisher(const Outsider& outsider, std::size_t known) {
  return eventually([&] {
    std::set<Gid> publishers;
    for (const HeardOdometry& odometry : outsider.odometry()) publishers.insert(odometry.publisher);
    return publishers.size() > known;
  });
}

TEST(WorldSwitch, TransformsAndSubscriptionsOutliveAReset) {
  Outsider outsider;
  LiveRun run("push");
  // it drives by itself
  ASSERT_TRUE(eventually([&] {
    const auto odometry = outsider.last_odometry();
    return odometry && odometry->x_m > 0.1;
  }));
  ASSERT_TRUE(is_ok(run.call<srv::ResetSimulation>("/reset_simulation").result));
  // back at the beginning, and away from there again
  ASSERT_TRUE(eventually([&] {
    const auto heard = outsider.odometry();
    const auto back = std::ranges::adjacent_find(
        heard, [](const auto& a, const auto& b) { return b.x_m < a.x_m - 0.05; });
    return back != heard.end() && heard.back().x_m > 0.1;
  }));

  const auto heard = outsider.odometry();
  for (std::size_t i = 1; i < heard.size(); ++i) {
    EXPECT_EQ(heard[i].publisher, heard[0].publisher);
    EXPECT_GT(heard[i].stamp, heard[i - 1].stamp);
  }
  // transforms of before and after, of one and the same buffer
  for (const HeardOdometry& odometry : {heard[heard.size() / 2], heard[heard.size() - 3]}) {
    ASSERT_TRUE(eventually([&] {
      return outsider.lookup("emaros/odom", "emaros/base_link", odometry.stamp).has_value();
    }));
    EXPECT_NEAR(outsider.lookup("emaros/odom", "emaros/base_link", odometry.stamp)->translation.x,
                odometry.x_m, 1e-6);
  }
  EXPECT_TRUE(std::ranges::is_sorted(outsider.clock()));
  EXPECT_EQ(outsider.repeated_stamps(), 0);
}

TEST(WorldSwitch, TransformsAndSubscriptionsOutliveAnotherWorld) {
  Outsider outsider;
  LiveRun run("empty");
  ASSERT_TRUE(eventually(
      [&] { return outsider.can_load() && outsider.latest("emaros/odom", "emaros/base_link"); }));
  const auto until_newer = [&](const std::string& target, const std::string& source, SimTime than) {
    return eventually([&] {
      const auto found = outsider.latest(target, source);
      return found && found->stamp > than;
    });
  };

  // the same robot in another world: the subscription hears it, the frames go on
  outsider.load("push");
  ASSERT_TRUE(hears_new_publisher(outsider, 1));
  const SimTime in_push = outsider.last_odometry()->stamp;
  EXPECT_TRUE(until_newer("emaros/odom", "emaros/base_link", in_push));

  // another robot: its frames come to those that are known
  outsider.load("slope");
  EXPECT_TRUE(until_newer("jackal/odom", "jackal/base_link", in_push));
  const SimTime in_slope = outsider.latest("jackal/odom", "jackal/base_link")->stamp;
  // what does not move is known too, although it was sent only once
  EXPECT_TRUE(eventually(
      [&] { return outsider.latest("jackal/base_link", "jackal/chassis_link").has_value(); }));

  // and back
  outsider.load("empty");
  ASSERT_TRUE(hears_new_publisher(outsider, 2));
  EXPECT_TRUE(until_newer("emaros/odom", "emaros/base_link", in_slope));

  const auto clock = outsider.clock();
  EXPECT_FALSE(clock.empty());
  EXPECT_TRUE(std::ranges::is_sorted(clock));
  EXPECT_EQ(outsider.repeated_stamps(), 0);
}

// The new world begins at the moment at which the old one ended, which its robot was seen at.
TEST(WorldSwitch, NoTransformHasTheStampOfTheOneBefore) {
  Outsider outsider;
  LiveRun run("empty");
  const srv::LoadWorld::Request every_step{
      .resource_string =
          "name: every_step\nworld: {generate: arena}\n"
          "robots: [{name: emaros, model: emaros, odom_rate_hz: 1000}]\n"};
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(is_ok(run.call<srv::LoadWorld>("/load_world", every_step).result));
    const SimTime now = run.control.status().time;
    ASSERT_TRUE(eventually([&] {
      const auto found = outsider.latest("emaros/odom", "emaros/base_link");
      return found && found->stamp > now;
    }));
  }
  EXPECT_EQ(outsider.repeated_stamps(), 0);
}

// What a participant sees of the publishers of a run.
TEST(WorldSwitch, PublishersOfTheOldWorldAreGoneBeforeNewOnesAppear) {
  Outsider outsider;
  LiveRun run("empty");
  ASSERT_TRUE(eventually([&] { return outsider.can_load() && outsider.last_odometry(); }));

  std::mutex mutex;
  int views = 0, views_with_both = 0, most_publishers_of_one_topic = 0;
  std::set<std::string> robots;
  const auto look = [&] {
    const GraphView graph = outsider.node.graph();
    std::set<std::string> seen;
    std::map<std::string, int> publishers;
    for (const EndpointInfo& endpoint : graph.endpoints) {
      if (!endpoint.is_publisher) continue;
      for (const std::string robot : {"emaros", "jackal"}) {
        if (!endpoint.topic.starts_with("/" + robot + "/")) continue;
        seen.insert(robot);
        ++publishers[endpoint.topic];
      }
    }
    const std::lock_guard lock(mutex);
    ++views;
    views_with_both += seen.size() > 1;
    robots.insert(seen.begin(), seen.end());
    for (const auto& [topic, count] : publishers)
      most_publishers_of_one_topic = std::max(most_publishers_of_one_topic, count);
  };
  const GraphWatch watch = outsider.node.watch_graph(look);
  const auto load = [&](const std::string& world) {
    EXPECT_TRUE(is_ok(run.call<srv::LoadWorld>("/load_world", {.uri = world}).result));
    look();
  };
  // each world stays until its odometry was heard: a busy machine finds its publisher late
  std::size_t worlds_of_emaros = 1;
  for (const std::string world : {"slope", "push", "empty", "push", "slope", "empty"}) {
    load(world);
    if (world != "slope") {
      ASSERT_TRUE(hears_new_publisher(outsider, worlds_of_emaros++)) << world;
    }
  }

  const std::lock_guard lock(mutex);
  EXPECT_GT(views, 6);
  EXPECT_EQ(robots.size(), 2u);
  EXPECT_EQ(views_with_both, 0);
  EXPECT_EQ(most_publishers_of_one_topic, 1);
}

// A request by topic has no answer, so the reason is told where everybody can hear it.
TEST(WorldSwitch, ATopicsRequestThatFailsIsToldAndChangesNothing) {
  Outsider outsider;
  std::mutex mutex;
  std::vector<tandem_msgs::msg::Event> events;
  const auto listener = outsider.node.subscribe<tandem_msgs::msg::Event>(
      "/tandem/events", qos::reliable, [&](const tandem_msgs::msg::Event& event) {
        const std::lock_guard lock(mutex);
        if (event.name == "scenario_refused") events.push_back(event);
      });
  LiveRun run("empty");
  ASSERT_TRUE(eventually([&] {
    return outsider.can_load() && outsider.last_odometry() && listener.publisher_count() == 1;
  }));
  outsider.load("pusch");
  ASSERT_TRUE(eventually([&] {
    const std::lock_guard lock(mutex);
    return !events.empty();
  }));
  EXPECT_THAT(events[0].text, testing::AllOf(testing::HasSubstr("pusch was not loaded"),
                                             testing::HasSubstr("did you mean 'push'")));
  // the old world goes on, with the publishers it had
  const HeardOdometry before = *outsider.last_odometry();
  EXPECT_TRUE(eventually([&] { return outsider.last_odometry()->stamp > before.stamp; }));
  EXPECT_EQ(outsider.last_odometry()->publisher, before.publisher);
}

double memory_mb() {
  std::ifstream file("/proc/self/statm");
  double size = 0, resident = 0;
  file >> size >> resident;
  return resident * 4096 / 1e6;
}

// TANDEM_SOAK=1000 is the whole of it; some dozen show the same
TEST(WorldSwitch, ManySwitchesLeaveNothingBehind) {
  const char* soak = std::getenv("TANDEM_SOAK");
  const int count = soak ? std::atoi(soak) : 24;
  Outsider outsider;
  LiveRun run("empty");
  ASSERT_TRUE(eventually([&] { return outsider.last_odometry().has_value(); }));
  const auto load = [&](const std::string& world) {
    const auto loaded = run.call<srv::LoadWorld>("/load_world", {.uri = world});
    EXPECT_TRUE(is_ok(loaded.result)) << loaded.result.error_message;
  };
  const auto endpoints = [&] { return outsider.node.graph().endpoints.size(); };
  // caches and pools fill at first
  for (int i = 0; i < 10; ++i) load(i % 2 == 0 ? "slope" : "empty");
  const SimTime now = run.control.status().time;
  ASSERT_TRUE(eventually([&] { return outsider.last_odometry()->stamp > now; }));
  const std::size_t endpoints_before = endpoints();
  const double memory_before_mb = memory_mb();
  for (int i = 0; i < count; ++i) load(i % 2 == 0 ? "slope" : "empty");

  EXPECT_TRUE(eventually([&] { return endpoints() == endpoints_before; }))
      << endpoints() << " endpoints instead of " << endpoints_before;
  const double grown_mb = memory_mb() - memory_before_mb;
  if (soak) std::printf("%d switches: %.1f MB, %+.1f MB\n", count, memory_mb(), grown_mb);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // which keep what was freed
  EXPECT_LT(grown_mb, 10);
#endif
}

}  // namespace
}  // namespace tandem
