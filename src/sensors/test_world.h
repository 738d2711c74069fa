// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "scenario/testing.h"
#include "sensors/mounting.h"
#include "sensors/suite.h"

namespace tandem {

// A block of 1 kg that slides without friction, with a few frames on it.
inline constexpr const char* block_urdf = R"(<robot name="block">
  <link name="base"><inertial><mass value="1"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01"
    iyz="0" izz="0.01"/></inertial>
    <visual><geometry><box size="0.2 0.2 0.2"/></geometry></visual>
    <collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link>
  <link name="mast"/>
  <joint name="mast_joint" type="fixed"><parent link="base"/><child link="mast"/>
    <origin xyz="0.1 0 0.3"/></joint>
  <link name="eye_optical_frame"/>
  <joint name="eye_joint" type="fixed"><parent link="base"/><child link="eye_optical_frame"/>
    <origin xyz="0.15 0 0" rpy="-1.5707963267948966 0 -1.5707963267948966"/></joint>
  <gazebo reference="base"><mu1>0</mu1></gazebo>
</robot>)";

// A scenario in a world of its own, stepped by a test.
class SensorWorld {
 public:
  explicit SensorWorld(const std::string& yaml, const SensorOptions& options = {},
                       bool wants_all = true) {
    folder_.write("block.urdf", block_urdf);
    Findings findings;
    ScenarioOptions loading;
    loading.checks = sensor_checks();
    scenario = load_scenario(folder_.write("test.yaml", yaml).string(), loading, findings);
    if (!scenario) throw std::runtime_error(all_text(findings));
    SensorOptions own = options;
    own.renderer = RendererChoice::ray;
    own.interest = interest;
    if (wants_all) all = interest->want_all();
    suite = std::make_unique<SensorSuite>(scenario, own);
    build();
  }

  void build() {
    world = std::make_unique<World>(
        PhysicsConfig{.gravity = scenario->world.gravity, .freezes = scenario->freezes});
    robots.clear();
    for (const ModelInstance& model : scenario->world.models)
      world->add(model, {.is_real = is_real_thing(*scenario, model.name)});
    for (const RobotConfig& robot : scenario->robots)
      robots.emplace_back(std::shared_ptr<const RobotConfig>(scenario, &robot), *world,
                          scenario->seed);
    time = {};
    suite->start_episode(scenario->seed);
    suite->take_changes(*world, robots, {});
  }

  Readings step(PictureTiming timing = PictureTiming::in_step) {
    for (Robot& robot : robots) robot.drive({}, time, scenario->step, *world);
    world->physics().step(scenario->step);
    time += scenario->step;
    std::vector<RobotState> states;
    for (Robot& robot : robots) {
      robot.measure(*world, scenario->step);
      states.push_back(robot.state(*world));
    }
    for (const Entity& entity : world->entities())
      for (const BodyId body : entity.bodies)
        poses.set(static_cast<std::size_t>(body), world->physics().world_from(body));
    Readings readings =
        suite->measure({.time = time,
                        .time_in_episode = time,
                        .dt = scenario->step,
                        .world = *world,
                        .robots = states,
                        .snapshot = {world->share_entities(), poses.share(), paint}},
                       posed, timing);
    posed.clear();
    return readings;
  }

  // Steps until the next reading of a sensor.
  std::shared_ptr<const Reading> next(const std::string& sensor) {
    for (int i = 0; i < 100'000; ++i)
      for (const auto& reading : step())
        if (reading->sensor->name == sensor) return reading;
    throw std::runtime_error("no reading of " + sensor);
  }
  template <typename T>
  T next_as(const std::string& sensor) {
    return std::get<T>(next(sensor)->measurement);
  }

  void place(const std::string& name, const Pose& pose) {
    const Entity& entity = *world->find(name);
    world->place(entity, pose);
    suite->take_changes(*world, robots, entity.bodies);
  }
  void push(const std::string& name, const Twist& velocity) {
    world->set_velocity(*world->find(name), velocity);
    suite->take_changes(*world, robots, world->find(name)->bodies);
  }

  std::shared_ptr<const Scenario> scenario;
  std::shared_ptr<SensorInterest> interest = std::make_shared<SensorInterest>();
  SensorInterest::Claim all;
  std::unique_ptr<SensorSuite> suite;
  std::unique_ptr<World> world;
  std::vector<Robot> robots;
  std::vector<EntityId> posed;
  PoseTable poses;
  std::shared_ptr<const PaintImage> paint;
  SimTime time{};

 private:
  TestFolder folder_;
};

// The findings on a scenario, one a line.
inline std::string findings_on(const std::string& yaml) {
  const TestFolder folder;
  folder.write("block.urdf", block_urdf);
  Findings findings;
  ScenarioOptions options;
  options.checks = sensor_checks();
  load_scenario(folder.write("test.yaml", yaml).string(), options, findings);
  std::string text;
  for (Finding finding : findings.all()) {
    finding.place.file = std::filesystem::path(finding.place.file).filename();
    text += to_string(finding) + "\n";
  }
  return text;
}

}  // namespace tandem
