// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/thread_pool.h"
#include "base/time.h"
#include "geometry/pose.h"
#include "render/ray_world.h"
#include "robots/robot.h"
#include "scenario/scenario.h"
#include "sensors/reading.h"
#include "world/world.h"

namespace tandem {

// Where a sensor is built in, as far as it never changes.
struct SensorSite {
  const Model& model;
  std::size_t link = 0;  // of the model
  Pose link_from_sensor;
  const RobotConfig* robot = nullptr;  // that carries it; null on things that are no robots
  const WorldDescription& world;
  Duration step{};
  double rate_hz = 10;
  std::uint64_t seed = 1;
  std::string stream;  // names its random numbers: "robot/sensor"

  Duration period() const { return rate_hz > 0 ? Duration(std::llround(1e9 / rate_hz)) : step; }
  const Link& link_model() const { return model.links[link]; }
};

// The world at the end of a step, around one sensor.
struct Surroundings {
  SimTime time{};  // of the simulation
  Duration dt{};
  const World& world;
  const Entity& entity;               // that carries the sensor
  const RobotState* robot = nullptr;  // the same as a robot; null where it is none
  Pose world_from_sensor;
  Twist velocity;  // of the sensor's origin, in world axes

  // For measure() of sensors that look.
  const RayWorld* rays = nullptr;
  bool leaves_out_real = false;  // a real sensor beside it measures what is real
  ThreadPool* pool = nullptr;    // null: alone
};

// How a sensor that takes pictures does it. Never changed, so that pictures can be drawn on another
// thread and after the sensor is gone.
class PictureTaker {
 public:
  virtual ~PictureTaker() = default;

  // What is to be drawn for these streams, seen from the sensor.
  virtual std::vector<CameraView> views(const Pose& world_from_sensor, Streams wanted) const = 0;
  // The measurement that those pictures are.
  virtual Measurement develop(std::uint64_t index, std::vector<CameraImage> images,
                              ThreadPool* pool) const = 0;
};

// Something that measures the world. The same world gives the same measurements, whether or not
// anybody looks.
class Sensor {
 public:
  virtual ~Sensor() = default;
  virtual std::unique_ptr<Sensor> copy() const = 0;

  // Where its data arrives. `base` is empty for the only sensor of its kind on a robot, else the
  // sensor's name.
  virtual std::vector<SensorTopic> topics(const std::string& base) const = 0;
  // Whether measure() needs rays.
  virtual bool looks() const { return false; }
  // How it takes pictures; those are drawn for it, and measure() is not called.
  virtual std::shared_ptr<const PictureTaker> picture_taker() const { return nullptr; }
  // The frame of its data.
  virtual Pose sensor_from_frame() const { return {}; }

  // After every step: what builds up over time.
  virtual void advance(const Surroundings&) {}
  // Whenever a measurement is due, wanted or not; `index` counts them from 1 in each episode.
  virtual void tick(std::uint64_t /*index*/, const Surroundings&) {}
  // Right after tick(), and only if somebody wants one of these streams.
  virtual Measurement measure(std::uint64_t index, const Surroundings& surroundings,
                              Streams wanted) = 0;
  // What carries it was put elsewhere or pushed, between two steps: how it got there is not to be
  // felt. Also called once before the first step.
  virtual void start_anew(const Surroundings&) {}
};

// "scan" for the only one, "front/scan" for the one named front.
inline std::string topic_of(const std::string& base, std::string_view topic) {
  return base.empty() ? std::string(topic) : base + "/" + std::string(topic);
}

}  // namespace tandem
