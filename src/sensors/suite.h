// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <future>
#include <memory>
#include <span>
#include <vector>

#include "base/copied.h"
#include "base/time.h"
#include "robots/robot.h"
#include "scenario/scenario.h"
#include "sensors/interest.h"
#include "sensors/lookout.h"
#include "sensors/picture.h"
#include "sensors/reading.h"
#include "sensors/schedule.h"
#include "sensors/sensor.h"
#include "world/world.h"

namespace tandem {

using SensorList = std::vector<std::shared_ptr<const SensorInfo>>;

// The world at the end of a step.
struct Moment {
  SimTime time{};
  SimTime time_in_episode{};
  Duration dt{};
  const World& world;
  std::span<const RobotState> robots;
  Snapshot snapshot;
};

struct SensorOptions {
  std::shared_ptr<SensorInterest> interest{};  // without it, nobody wants anything
  RendererChoice renderer = RendererChoice::automatic;
  int threads = 0;  // 0: as many as there are cores. Readings do not depend on it.
};

// The sensors of everything that stands in a world. Knows which are due, and measures what somebody
// wants.
class SensorSuite {
 public:
  SensorSuite(std::shared_ptr<const Scenario> scenario, const SensorOptions& options);
  ~SensorSuite();

  // The world was built anew: all sensors begin anew with it, their noise drawn from this seed.
  void start_episode(std::uint64_t seed);

  // Between edits and the step: who came and who went, and whose bodies were put elsewhere or
  // pushed.
  void take_changes(World& world, std::span<const Robot> robots, std::span<const BodyId> edited);

  // After the step. `posed` are those whose pose arrived from outside.
  Readings measure(const Moment& moment, std::span<const EntityId> posed,
                   PictureTiming timing = PictureTiming::in_step);

  // What is there now; the same list for as long as it does not change.
  std::shared_ptr<const SensorList> sensors() const { return now_.list; }

  // What the sensors remember of what they have measured.
  class Checkpoint;
  std::shared_ptr<const Checkpoint> checkpoint() const;
  void put_back(const Checkpoint& checkpoint);

  // Who draws pictures, or why nobody can. Nothing is drawn before somebody wants it, so this is
  // how to know early.
  Result<std::string> renderer_name();
  std::uint64_t dropped_pictures() const;

 private:
  struct Slot {
    std::shared_ptr<const SensorInfo> info;
    Copied<Sensor> sensor;
    std::size_t link = 0;
    Pose link_from_sensor;
    Schedule schedule{0};
    bool is_simulated = true;      // its pose comes from here, so that nobody waits for one
    std::uint64_t pose_count = 0;  // measurements that poses triggered
    Streams wanted = streams::none;
  };
  // What carries sensors.
  struct Owner {
    const Entity* entity = nullptr;  // of Sensors::entities
    std::size_t robot = no_robot;    // its place among the robots
    std::vector<Slot> slots;
  };
  static constexpr std::size_t no_robot = static_cast<std::size_t>(-1);

  // A measurement that is due and wanted.
  struct Due {
    Slot* slot = nullptr;
    std::uint64_t index = 0;
    Surroundings around;
  };

  Owner make_owner(const Entity& entity, const RobotConfig* robot) const;
  std::vector<Due> find_due(const Moment& moment, std::span<const EntityId> posed);
  void measure_by_rays(std::vector<Due>& due, std::vector<std::shared_ptr<Reading>>& readings);
  Lookout& lookout();
  Lookout* show(const Snapshot& snapshot, PictureTiming timing);
  void ask_who_wants_what();

  struct Sensors {
    std::uint64_t seed = 1;  // of the episode
    std::shared_ptr<const EntityList> entities;
    std::vector<Owner> owners;  // by entity
    std::shared_ptr<const SensorList> list = std::make_shared<const SensorList>();
  };

  std::shared_ptr<const Scenario> scenario_;
  SensorOptions options_;
  Sensors now_;
  std::shared_ptr<SensorInterest> interest_;
  std::unique_ptr<Lookout> lookout_;                      // made when somebody first looks
  std::future<std::unique_ptr<Lookout>> coming_lookout_;  // it is being built beside the steps
  std::uint64_t dropped_before_lookout_ = 0;              // pictures
  std::uint64_t interest_revision_ = 0;
};

}  // namespace tandem
