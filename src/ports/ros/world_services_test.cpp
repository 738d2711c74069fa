// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/world_services.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <utility>

#include "messages/nav_msgs.h"
#include "messages/rcl_interfaces.h"
#include "messages/std_msgs.h"
#include "messages/time.h"
#include "ports/ros/live_run.h"
#include "ports/ros/service_result.h"

namespace tandem {
namespace {

namespace srv = simulation_interfaces::srv;
using RunState = simulation_interfaces::msg::SimulationState;
using simulation_interfaces::msg::WorldResource;
using testing::Contains;
using testing::Field;
using testing::HasSubstr;

std::string current_world(LiveRun& run) {
  return run.call<srv::GetCurrentWorld>("/get_current_world").world.name;
}

int publishers_of(LiveRun& run, const std::string& topic) {
  int count = 0;
  for (const EndpointInfo& endpoint : run.node.graph().endpoints)
    count += endpoint.is_publisher && endpoint.topic == topic;
  return count;
}

TEST(WorldServices, AnotherWorldTakesOver) {
  LiveRun run("empty");
  ASSERT_TRUE(eventually([&] { return run.control.status().time > SimTime{}; }));
  EXPECT_EQ(current_world(run), "empty");
  const auto loaded = run.call<srv::LoadWorld>("/load_world", {.uri = "slope"});
  EXPECT_TRUE(is_ok(loaded.result)) << loaded.result.error_message;
  EXPECT_EQ(loaded.world.name, "slope");
  // the answer comes when the old topics are gone and the new ones there
  EXPECT_EQ(publishers_of(run, "/emaros/odom"), 0);
  EXPECT_EQ(publishers_of(run, "/jackal/odom"), 1);
  EXPECT_EQ(current_world(run), "slope");
}

TEST(WorldServices, WhatIsWrongLeavesTheOldWorldRunning) {
  LiveRun run("empty");
  std::mutex mutex;
  std::vector<tandem_msgs::msg::Event> events;
  const auto listener = run.node.subscribe<tandem_msgs::msg::Event>(
      "/tandem/events", qos::reliable, [&](const tandem_msgs::msg::Event& event) {
        const std::lock_guard lock(mutex);
        if (event.name == "scenario_refused") events.push_back(event);
      });
  ASSERT_TRUE(eventually([&] { return listener.publisher_count() > 0; }));

  const auto load = [&](const srv::LoadWorld::Request& request) {
    return run.call<srv::LoadWorld>("/load_world", request).result;
  };
  using Response = srv::LoadWorld::Response;
  EXPECT_EQ(load({}).result, Response::NO_RESOURCE);
  EXPECT_EQ(load({.uri = "http://example.com/world.sdf"}).result, Response::UNSUPPORTED_FORMAT);
  const ServiceResult unknown = load({.uri = "pusch"});
  EXPECT_EQ(unknown.result, ServiceResult::RESULT_NOT_FOUND);
  EXPECT_THAT(unknown.error_message, HasSubstr("did you mean 'push'"));
  const ServiceResult broken = load({.resource_string = "name: x\nrobots: [{name: r}]\n"});
  EXPECT_EQ(broken.result, Response::RESOURCE_PARSE_ERROR);
  EXPECT_THAT(broken.error_message, HasSubstr(":2:"));

  EXPECT_EQ(current_world(run), "empty");
  const SimTime before = run.control.status().time;
  EXPECT_TRUE(eventually([&] { return run.control.status().time > before; }));
  EXPECT_TRUE(eventually([&] {
    const std::lock_guard lock(mutex);
    return events.size() >= 2;
  }));
  EXPECT_THAT(events.at(0).text, HasSubstr("pusch was not loaded"));
}

TEST(WorldServices, TheTopicDoesTheSameAndTheClockGoesOn) {
  LiveRun run("empty");
  std::mutex mutex;
  std::vector<SimTime> clock;
  const auto listener = run.node.subscribe<rosgraph_msgs::msg::Clock>(
      "/clock", qos::clock, [&](const rosgraph_msgs::msg::Clock& message) {
        const std::lock_guard lock(mutex);
        clock.push_back(to_time(message.clock));
      });
  auto load = run.node.publisher<std_msgs::msg::String>("/vera/load_scenario");
  ASSERT_TRUE(eventually([&] { return load.subscriber_count() > 0; }));

  load.publish({"push"});
  ASSERT_TRUE(eventually([&] { return current_world(run) == "push"; }));
  EXPECT_TRUE(eventually([&] { return publishers_of(run, "/emaros/odom") == 1; }));
  load.publish({"empty"});
  ASSERT_TRUE(eventually([&] { return current_world(run) == "empty"; }));
  const std::lock_guard lock(mutex);
  EXPECT_FALSE(clock.empty());
  EXPECT_TRUE(std::ranges::is_sorted(clock));
}

TEST(WorldServices, AMessageWithoutANameIsAnswered) {
  LiveRun run("empty");
  std::mutex mutex;
  std::string heard;
  const auto listener = run.node.subscribe<tandem_msgs::msg::Event>(
      "/tandem/events", qos::reliable, [&](const tandem_msgs::msg::Event& event) {
        const std::lock_guard lock(mutex);
        heard = event.text;
      });
  auto load = run.node.publisher<std_msgs::msg::String>("/vera/load_scenario");
  ASSERT_TRUE(
      eventually([&] { return listener.publisher_count() > 0 && load.subscriber_count() > 0; }));
  load.publish({""});
  EXPECT_TRUE(eventually([&] {
    const std::lock_guard lock(mutex);
    return heard == "'' was not loaded: a message has the name or file of a scenario";
  }));
}

TEST(WorldServices, NamesOfOthersAreShownSafelyAndInShort) {
  LiveRun run("empty");
  std::mutex mutex;
  std::vector<std::string> heard;
  const auto listener = run.node.subscribe<tandem_msgs::msg::Event>(
      "/tandem/events", qos::reliable, [&](const tandem_msgs::msg::Event& event) {
        const std::lock_guard lock(mutex);
        if (event.name == "scenario_refused") heard.push_back(event.text);
      });
  auto load = run.node.publisher<std_msgs::msg::String>("/vera/load_scenario");
  ASSERT_TRUE(
      eventually([&] { return listener.publisher_count() > 0 && load.subscriber_count() > 0; }));
  const auto refusal = [&](const std::string& name) {
    load.publish({name});
    eventually([&] {
      const std::lock_guard lock(mutex);
      return !heard.empty();
    });
    const std::lock_guard lock(mutex);
    return heard.empty() ? std::string{} : std::exchange(heard, {}).back();
  };
  const std::string steering = refusal("no\nsuch\x1b[31m");
  EXPECT_THAT(steering, testing::StartsWith("no?such?[31m was not loaded: "));
  EXPECT_THAT(steering, testing::Not(HasSubstr("\x1b")));
  EXPECT_EQ(refusal(std::string(5000, 'a')),
            std::string(200, 'a') +
                "... was not loaded: the name or file of a scenario has at most 4096 bytes");
}

// Garbage and floods of it: each is answered, and the world that runs goes on.
TEST(WorldServices, AFloodOfGarbageLeavesTheOldWorldRunning) {
  LiveRun run("empty");
  std::mutex mutex;
  std::vector<std::string> heard;
  const auto listener = run.node.subscribe<tandem_msgs::msg::Event>(
      "/tandem/events", {.depth = 200}, [&](const tandem_msgs::msg::Event& event) {
        const std::lock_guard lock(mutex);
        if (event.name == "scenario_refused") heard.push_back(event.text);
      });
  auto load = run.node.publisher<std_msgs::msg::String>("/vera/load_scenario");
  ASSERT_TRUE(
      eventually([&] { return listener.publisher_count() > 0 && load.subscriber_count() > 0; }));
  const auto count = [&] {
    const std::lock_guard lock(mutex);
    return heard.size();
  };
  load.publish({std::string(10'000'000, 'x')});
  ASSERT_TRUE(eventually([&] { return count() == 1; }));
  EXPECT_LT(heard.back().size(), 400u);
  for (int i = 0; i < 50; ++i) load.publish({fmt::format("\xff no such {}", i)});
  // those that came while another one was being read are refused for that, or not heard at all
  EXPECT_TRUE(eventually([&] { return count() > 1; }));
  EXPECT_EQ(current_world(run), "empty");
  // and one that is fine is loaded as if nothing had been
  ASSERT_TRUE(eventually(
      [&] { return is_ok(run.call<srv::LoadWorld>("/load_world", {.uri = "push"}).result); }));
  EXPECT_EQ(current_world(run), "push");
}

// Fifty in a second: each is loaded or refused with an event, and the last that was loaded runs.
TEST(WorldServices, AFloodOfWorldsEndsInOneOfThem) {
  LiveRun run("empty");
  std::mutex mutex;
  std::vector<SimTime> clock;
  std::vector<std::string> loaded;
  int refused = 0;
  const auto listener = run.node.subscribe<tandem_msgs::msg::Event>(
      "/tandem/events", {.depth = 200}, [&](const tandem_msgs::msg::Event& event) {
        const std::lock_guard lock(mutex);
        if (event.name == "scenario_loaded") loaded.push_back(event.text);
        refused += event.name == "scenario_refused";
      });
  const auto time = run.node.subscribe<rosgraph_msgs::msg::Clock>(
      "/clock", qos::clock, [&](const rosgraph_msgs::msg::Clock& message) {
        const std::lock_guard lock(mutex);
        clock.push_back(to_time(message.clock));
      });
  auto load = run.node.publisher<std_msgs::msg::String>("/vera/load_scenario", {.depth = 100});
  ASSERT_TRUE(eventually([&] {
    return listener.publisher_count() > 0 && time.publisher_count() > 0 &&
           load.subscriber_count() > 0;
  }));
  const std::array<std::string, 5> worlds{"pong", "logistics", "farm", "corridor", "hazard"};
  for (std::size_t i = 0; i < 50; ++i) load.publish({worlds[i % worlds.size()]});
  const auto settled = [&] {
    const std::lock_guard lock(mutex);
    return std::pair(loaded.size(), refused);
  };
  ASSERT_TRUE(eventually([&] { return settled().first > 0; }));

  // one more comes after all of them, and the worlds that it finds are whole
  std::size_t asked = 51;  // with the first world, of which is told, too
  ASSERT_TRUE(eventually([&] {
    ++asked;
    return is_ok(run.call<srv::LoadWorld>("/load_world", {.uri = "paint"}).result);
  }));
  EXPECT_EQ(current_world(run), "paint");
  EXPECT_EQ(publishers_of(run, "/emaros/odom"), 1);
  EXPECT_TRUE(eventually([&] {
    const std::lock_guard lock(mutex);
    return !loaded.empty() && loaded.back().find("paint") != std::string::npos;
  }));
  const std::lock_guard lock(mutex);
  EXPECT_LE(loaded.size() + static_cast<std::size_t>(refused), asked);
  EXPECT_TRUE(std::ranges::is_sorted(clock)) << "the clock went back";
}

TEST(WorldServices, AFileMayBeNamedByAnEncodedAddress) {
  const auto folder = std::filesystem::temp_directory_path() / "tandem encoded address";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "my world.sdf") << R"(<sdf version="1.9"><world name="mine"/></sdf>)";
  LiveRun run("empty");
  std::string address = "file://" + (folder / "my world.sdf").string();
  for (auto place = address.find(' '); place != address.npos; place = address.find(' '))
    address.replace(place, 1, "%20");
  const auto loaded = run.call<srv::LoadWorld>("/load_world", {.uri = address});
  EXPECT_TRUE(is_ok(loaded.result)) << loaded.result.error_message;
  EXPECT_EQ(current_world(run), "my world");
  std::filesystem::remove_all(folder);
}

TEST(WorldServices, AnotherClockInTheNetworkIsWarnedOf) {
  LiveRun run("empty");
  std::mutex mutex;
  std::string heard;
  const auto log = run.node.subscribe<rcl_interfaces::msg::Log>(
      "/rosout", qos::rosout, [&](const rcl_interfaces::msg::Log& line) {
        const std::lock_guard lock(mutex);
        heard += line.msg + "\n";
      });
  ASSERT_TRUE(eventually([&] { return log.publisher_count() > 0; }));
  Node other("other", {.context = outside_context()});
  const auto clock = other.publisher<rosgraph_msgs::msg::Clock>("/clock", qos::clock);
  EXPECT_TRUE(eventually([&] {
    const std::lock_guard lock(mutex);
    return heard.find("/other publishes /clock too") != std::string::npos;
  }));
}

TEST(WorldServices, TheClockOfTheRunStaysWhateverAWorldAsksFor) {
  LiveRun run("empty");
  std::mutex mutex;
  std::vector<SimTime> clock;
  const auto listener = run.node.subscribe<rosgraph_msgs::msg::Clock>(
      "/clock", qos::clock, [&](const rosgraph_msgs::msg::Clock& message) {
        const std::lock_guard lock(mutex);
        clock.push_back(to_time(message.clock));
      });
  const auto latest = [&] {
    const std::lock_guard lock(mutex);
    return clock.empty() ? SimTime{} : clock.back();
  };
  ASSERT_TRUE(eventually([&] { return latest() > SimTime{}; }));
  const srv::LoadWorld::Request wall{.resource_string = "name: real\nclock: wall\n"};
  const auto loaded = run.call<srv::LoadWorld>("/load_world", wall);
  EXPECT_TRUE(is_ok(loaded.result));
  EXPECT_THAT(loaded.result.error_message, HasSubstr("keeps its clock"));
  const SimTime then = latest();
  ASSERT_TRUE(eventually([&] { return latest() > then; }));
  EXPECT_LT(latest(), 10min);  // the wall's is 1.7e9 s

  auto careful = wall;
  careful.fail_on_unsupported_element = true;
  EXPECT_EQ(run.call<srv::LoadWorld>("/load_world", careful).result.result,
            srv::LoadWorld::Response::UNSUPPORTED_ELEMENTS);
}

// Files that are no scenarios, as somebody could point us to.
class ForeignFiles : public testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& text) {
    const std::filesystem::path file =
        std::filesystem::path(testing::TempDir()) / (std::to_string(getpid()) + name);
    std::ofstream(file) << text;
    files_.push_back(file);
    return file.string();
  }
  ~ForeignFiles() override {
    for (const auto& file : files_) std::filesystem::remove(file);
  }

 private:
  std::vector<std::filesystem::path> files_;
};

TEST_F(ForeignFiles, AreNotQuotedToTheNetwork) {
  LiveRun run("empty");
  std::mutex mutex;
  std::string heard;
  const auto hear = [&](const std::string& text) {
    const std::lock_guard lock(mutex);
    heard += text + "\n";
  };
  const auto events = run.node.subscribe<tandem_msgs::msg::Event>(
      "/tandem/events", qos::reliable,
      [&](const tandem_msgs::msg::Event& event) { hear(event.text); });
  const auto log = run.node.subscribe<rcl_interfaces::msg::Log>(
      "/rosout", qos::rosout, [&](const rcl_interfaces::msg::Log& line) { hear(line.msg); });
  ASSERT_TRUE(eventually([&] { return events.publisher_count() > 0; }));

  const std::vector<std::string> files{
      write("passwd", "root:x:s3cret:0:root:/root:/bin/sh\n"),
      write("key.yaml", "s3cret: 1\n"),
      write("value.yaml", "name: x\nworld: {generate: s3cret}\n"),
      write("list.yaml", "- s3cret\n"),
      write("number.yaml", "name: x\nseed: s3cret\n"),
      write("tag.yaml", "name: !s3cret x\n"),
      write("robot.yaml", "name: x\nrobots: [{name: a, model: s3cret}]\n"),
      write("other.sdf", "<s3cret/>"),
      write("number.sdf",
            "<sdf version='1.9'><world name='a'><gravity>s3cret</gravity></world></sdf>"),
      write("two.sdf", "<sdf version='1.9'/><s3cret/>"),
      write("joint.urdf", "<robot name='a'><link name='b'/><link name='s3cret'/></robot>"),
      write("triangles.stl", "solid s3cret facet nonsense"),
  };
  for (const std::string& file : files) {
    const ServiceResult loaded = run.call<srv::LoadWorld>("/load_world", {.uri = file}).result;
    EXPECT_FALSE(is_ok(loaded)) << file;
    EXPECT_THAT(loaded.error_message, HasSubstr(file));
    hear(loaded.error_message);
    // and as parts of what is given as text
    for (const char* part :
         {"world: {}", "robots: [{{name: a, model: {}}}]",
          "robots: [{{name: a, model: emaros, sensors: {{l: {{type: lidar_3d, pattern: {}}}}}}}]",
          "world: {{generate: arena}}\npaint: {{image: {}}}"}) {
      const std::string text = "name: x\n" + fmt::format(fmt::runtime(part), file) + "\n";
      hear(run.call<srv::LoadWorld>("/load_world", {.resource_string = text}).result.error_message);
    }
    hear(run.call<srv::SpawnEntity>("/spawn_entity", {.name = "n", .uri = file})
             .result.error_message);
  }
  // the last event tells that all came
  ASSERT_TRUE(eventually([&] {
    const std::lock_guard lock(mutex);
    return heard.find("triangles.stl was not loaded") != std::string::npos;
  }));
  const std::lock_guard lock(mutex);
  EXPECT_EQ(heard.find("s3cret"), std::string::npos) << heard;
}

TEST(WorldServices, WorldsAreUnloadedAndLoadedFromText) {
  LiveRun run("empty");
  ASSERT_TRUE(eventually([&] { return run.control.status().time > SimTime{}; }));
  EXPECT_TRUE(is_ok(run.call<srv::UnloadWorld>("/unload_world").result));
  EXPECT_EQ(run.call<srv::GetSimulationState>("/get_simulation_state").state.state,
            RunState::STATE_NO_WORLD);
  EXPECT_EQ(run.call<srv::GetCurrentWorld>("/get_current_world").result.result,
            srv::GetCurrentWorld::Response::NO_WORLD_LOADED);
  EXPECT_EQ(run.call<srv::UnloadWorld>("/unload_world").result.result,
            srv::UnloadWorld::Response::NO_WORLD_LOADED);
  EXPECT_EQ(publishers_of(run, "/emaros/odom"), 0);

  const auto loaded = run.call<srv::LoadWorld>(
      "/load_world", {.resource_string = "name: given\nworld: {generate: arena}\n"});
  EXPECT_TRUE(is_ok(loaded.result)) << loaded.result.error_message;
  EXPECT_EQ(current_world(run), "given");
  EXPECT_EQ(run.call<srv::GetSimulationState>("/get_simulation_state").state.state,
            RunState::STATE_PAUSED);
}

TEST(WorldServices, AvailableWorldsAreThoseThatCanBeNamed) {
  LiveRun run("empty");
  const auto worlds = run.call<srv::GetAvailableWorlds>("/get_available_worlds");
  EXPECT_TRUE(is_ok(worlds.result));
  EXPECT_THAT(worlds.worlds, Contains(Field(&WorldResource::name, "lunar")));
  EXPECT_EQ(run.call<srv::GetAvailableWorlds>("/get_available_worlds",
                                              {.additional_sources = {"/no/such/folder"}})
                .result.result,
            ServiceResult::RESULT_OPERATION_FAILED);
  EXPECT_TRUE(is_ok(run.call<srv::GetAvailableWorlds>(
                           "/get_available_worlds",
                           {.additional_sources = {"/no/such/folder"}, .continue_on_error = true})
                        .result));
}

}  // namespace
}  // namespace tandem
