// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "simulation/load_scenario.h"
#include "simulation/simulation.h"

namespace tandem {
namespace {

using ::testing::HasSubstr;

const std::string boxes_and_robot = R"(
robots:
  - name: emaros
    model: emaros
    odometry: {noise: 0.1}
spawn:
  boxes:
    count: 20
    object: {shape: box, size_m: [0.1, 0.1, 0.1], mass_kg: 0.2}
    area: {size_x_m: 4, size_y_m: 4}
)";

std::shared_ptr<const Scenario> scenario_of(const std::string& yaml) {
  Findings findings;
  auto scenario = load_checked_scenario_text(yaml, "test.yaml", {}, findings);
  for (const Finding& finding : findings.all()) ADD_FAILURE() << to_string(finding);
  return scenario;
}

// Drives for a while and tells where that leads.
std::uint64_t drive(Simulation& simulation) {
  Frame frame;
  for (int i = 0; i < 60; ++i)
    frame = simulation.step({.commands = {{"emaros", {.linear = 0.3, .angular = 0.2}}}});
  return frame.state_hash;
}

void reset(Simulation& simulation, ResetScope scope) {
  simulation.edit({.edits = {{.edit = Reset{scope}}}});
}

TEST(Episodes, RepeatWithAResetAndAreOthersWithTheNext) {
  const auto scenario = scenario_of(boxes_and_robot);
  Simulation simulation(scenario);
  const std::uint64_t first = drive(simulation);
  reset(simulation, ResetScope::all);
  EXPECT_EQ(drive(simulation), first);

  reset(simulation, ResetScope::next_episode);
  EXPECT_EQ(simulation.edit({}).episode, 1u);
  const std::uint64_t second = drive(simulation);
  EXPECT_NE(second, first);
  for (const ResetScope scope : {ResetScope::all, ResetScope::state}) {
    reset(simulation, scope);
    EXPECT_EQ(simulation.edit({}).episode, 1u);
    EXPECT_EQ(drive(simulation), second);
  }
  reset(simulation, ResetScope::next_episode);
  const std::uint64_t third = drive(simulation);
  EXPECT_NE(third, second);

  // whoever begins with an episode sees the same one
  Simulation later(scenario, {.episode = 2});
  EXPECT_EQ(later.edit({}).episode, 2u);
  EXPECT_EQ(drive(later), third);
}

TEST(Episodes, DrawWhereBoxesStand) {
  const auto scenario = scenario_of(boxes_and_robot);
  Simulation simulation(scenario);
  const auto place = [&] {
    return simulation.world().world_from(*simulation.world().find("boxes_1")).translation;
  };
  const std::size_t things = simulation.world().entities().size();
  const Vec3 first = place();
  EXPECT_EQ(first, scenario->world.models.at(scenario->spawned_from).world_from_model.translation);
  reset(simulation, ResetScope::next_episode);
  const Vec3 second = place();
  EXPECT_NE(first, second);
  EXPECT_EQ(simulation.world().entities().size(), things);

  // what people took away is back with the next reset, in its place of this episode
  simulation.edit({.edits = {{.edit = RemoveEntity{"boxes_1"}}}});
  EXPECT_EQ(simulation.world().find("boxes_1"), nullptr);
  reset(simulation, ResetScope::all);
  EXPECT_EQ(place(), second);
}

TEST(Episodes, DrawTheNoiseOfSensors) {
  const auto scenario = scenario_of(R"(
robots: [{name: emaros, model: emaros}]
)");
  const auto interest = std::make_shared<SensorInterest>();
  const auto claim = interest->want_all();
  Simulation simulation(scenario, {.interest = interest});
  const auto imu = [&] {
    for (int i = 0; i < 100; ++i) {
      const Frame frame = simulation.step({});
      for (const auto& reading : frame.readings)
        if (const auto* found = std::get_if<ImuReading>(&reading->measurement))
          return found->linear_acceleration;
    }
    ADD_FAILURE() << "there is no IMU";
    return Vec3{};
  };
  const Vec3 first = imu();
  reset(simulation, ResetScope::all);
  EXPECT_EQ(imu(), first);
  reset(simulation, ResetScope::next_episode);
  const Vec3 second = imu();
  EXPECT_NE(second, first);
  reset(simulation, ResetScope::all);
  EXPECT_EQ(imu(), second);
}

TEST(Episodes, WithoutRoomGoOnWithFewerAndSaySo) {
  // balls of 0.5 m in 2 m: how many fit depends on where the first ones lie
  const std::string crowded = R"(
spawn:
  balls:
    count: COUNT
    arrangement: scattered
    spacing_m: 0
    object: {shape: sphere, radius_m: 0.25, mass_kg: 1}
    area: {size_x_m: 2, size_y_m: 2}
)";
  const auto with_count = [&](int count) {
    std::string text = crowded;
    text.replace(text.find("COUNT"), 5, std::to_string(count));
    return text;
  };
  // as many as the first episode has room for
  int count = 16;
  std::shared_ptr<const Scenario> scenario;
  while (!scenario && --count > 0) {
    Findings findings;
    scenario = load_checked_scenario_text(with_count(count), "test.yaml", {}, findings);
    if (!scenario) {
      EXPECT_THAT(to_string(findings.all().at(0)), HasSubstr("objects have room"));
    }
  }
  ASSERT_NE(scenario, nullptr);

  Simulation simulation(scenario);
  int shortages = 0;
  for (int episode = 1; episode <= 40; ++episode) {
    const Frame frame = simulation.edit({.edits = {{.edit = Reset{ResetScope::next_episode}}}});
    int balls = 0;
    for (const Entity& entity : *frame.entities) balls += entity.name.starts_with("balls_");
    if (balls == count) {
      EXPECT_TRUE(frame.events.empty());
      continue;
    }
    ++shortages;
    ASSERT_EQ(frame.events.size(), 1u);
    EXPECT_EQ(frame.events[0].name, "spawn_shortage");
    EXPECT_EQ(frame.events[0].text,
              fmt::format("only {} of {} 'balls' have room in episode {}", balls, count, episode));
  }
  EXPECT_GT(shortages, 0);
}

TEST(Episodes, OfAThousandBoxesComeWithinATick) {
  const auto scenario = scenario_of(R"(
world: {generate: arena, size_x_m: 20, size_y_m: 20}
spawn:
  boxes:
    count: 1000
    arrangement: scattered
    yaw: random
    object: {shape: box, size_m: [0.2, 0.2, 0.2], mass_kg: 0.2}
    area: {size_x_m: 18, size_y_m: 18}
)");
  const auto begin = std::chrono::steady_clock::now();
  const SpawnDraw drawn = draw_spawned(*scenario, *scenario->spawn_plan, 1);
  const double took = seconds(std::chrono::steady_clock::now() - begin);
  EXPECT_EQ(drawn.things.size(), 1000u);
  RecordProperty("milliseconds", std::to_string(took * 1000));
  EXPECT_LT(took, 0.5);  // a hundred times what it takes, so that only another order fails
}

}  // namespace
}  // namespace tandem
