// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/findings.h"
#include "scenario/scenario.h"
#include "sensors/sensor.h"

namespace tandem {

// Who carries sensors: a robot, or any other thing whose model has some.
struct SensorOwner {
  std::string name;
  const Model& model;
  std::span<const SensorDescription> sensors;
  const RobotConfig* robot = nullptr;  // null where it is none
  const WorldDescription& world;
  Duration step{};
  std::uint64_t seed = 1;
};
SensorOwner owner_of(const RobotConfig& robot, const Scenario& scenario);
SensorOwner owner_of(const ModelInstance& thing, const Scenario& scenario);

// A sensor in its place.
struct MountedSensor {
  SensorInfo info;  // its entity is left open
  std::unique_ptr<Sensor> sensor;
  std::size_t link = 0;  // of the model
  Pose link_from_sensor;
};

// Makes what an owner's files describe. What is wrong is reported and left out.
std::vector<MountedSensor> mount_sensors(const SensorOwner& owner, Findings& findings);

// The checks of sensors that a loader needs: what every setting means, and whether the sensors
// could be made where they are.
ScenarioChecks sensor_checks();

}  // namespace tandem
