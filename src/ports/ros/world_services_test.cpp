// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/world_services.h"

#include <gmock/gmock.h>

#include <mutex>

#include "messages/nav_msgs.h"
#include "messages/std_msgs.h"
#include "messages/time.h"
#include "ports/ros/live_run.h"
#include "ports/ros/service_result.h"

namespace tandem {
namespace {

namespace srv = simulation_interfaces::srv;
using simulation_interfaces::msg::SimulationState;
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

TEST(WorldServices, WorldsAreUnloadedAndLoadedFromText) {
  LiveRun run("empty");
  ASSERT_TRUE(eventually([&] { return run.control.status().time > SimTime{}; }));
  EXPECT_TRUE(is_ok(run.call<srv::UnloadWorld>("/unload_world").result));
  EXPECT_EQ(run.call<srv::GetSimulationState>("/get_simulation_state").state.state,
            SimulationState::STATE_NO_WORLD);
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
            SimulationState::STATE_PAUSED);
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
