// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "base/histogram.h"
#include "rules/rules.h"
#include "scenario/scenario.h"
#include "scenario/spawn.h"
#include "sensors/suite.h"
#include "simulation/fault_list.h"
#include "simulation/frame.h"
#include "simulation/pacer.h"
#include "simulation/run_control.h"
#include "world/paint_layer.h"

namespace tandem {

// How long each stage of a step takes. For people: nothing in the simulation depends on it.
struct StepTimes {
  DurationHistogram edits;
  DurationHistogram twins;
  DurationHistogram robots;
  DurationHistogram physics;
  DurationHistogram rules;
  DurationHistogram paint;
  DurationHistogram sensors;
  DurationHistogram frame;
  DurationHistogram whole;
};

struct SimulationOptions {
  SimTime start_time{};
  std::uint64_t episode = 0;  // that it begins with
  int threads = 0;            // for physics; 0: as many as there are cores
  // Which sensors measure. Without it, none do.
  std::shared_ptr<SensorInterest> interest{};
  RendererChoice renderer = RendererChoice::automatic;
  bool has_checkpoints = false;
};

// What a simulation is at some time, beside its sensors and what is in its world.
struct SimulationState {
  // What was added while the world ran.
  struct Spawned {
    EntityId entity{};
    Spawn spawn;  // with the name that it got
  };

  SimTime time_{};
  SimTime episode_start_{};
  std::uint64_t step_count_ = 0;
  std::uint64_t episode_count_ = 0;
  std::uint64_t episode_ = 0;       // which one the scenario draws
  std::optional<SpawnDraw> drawn_;  // for this episode, unless it is the first
  std::uint64_t world_generation_ = 0;

  std::shared_ptr<World> world_;
  std::vector<Robot> robots_;
  std::vector<Spawned> spawned_;             // in the order they came
  std::set<std::string> removed_;            // of the scenario's own
  std::map<std::string, EntityInfo> infos_;  // that were set, by the entity's name
  std::map<std::string, RobotMode> modes_;   // that were set, of the scenario's own robots
  FaultList faults_;
  Rules rules_;
  StageChanges stage_changes_;         // by rules and faults, since the last frame
  std::vector<PaintEdit> rule_paint_;  // to be painted with this frame
  std::optional<PaintLayer> paint_;
  std::shared_ptr<const PaintImage> last_paint_;  // of the frame before
  PoseTable world_from_body_;
  TwistTable body_velocity_;
  std::vector<BodyId> edited_;        // bodies that were added or placed since the last frame
  std::vector<BodyId> disturbed_;     // bodies that were placed or pushed since the sensors knew
  std::vector<EntityId> posed_;       // robots whose pose came from outside since the last step
  std::uint64_t dropped_before_ = 0;  // pictures, in the worlds of the run before this one
};

// The world and everything that acts in it. The same inputs always give the same frames.
class Simulation : private SimulationState {
 public:
  explicit Simulation(std::shared_ptr<const Scenario> scenario, SimulationOptions options = {});

  // Pictures of the step are in its frame, unless they are to be drawn behind it: then they are in
  // the frame of a later step.
  Frame step(Inputs inputs, PictureTiming timing = PictureTiming::in_step);
  // Edits and paint that do not wait for a step: time stands still. The next step then gives what
  // it would have given with these among its inputs. Commands, which need time, are not for this.
  Frame edit(Inputs inputs);

  // Takes the place of another one in a run, before its own first step: time and counts go on from
  // there.
  void continue_after(const Simulation& former);

  // Where a run can be taken up again, bit for bit: after any frame, in a simulation that
  // `has_checkpoints`. What did not change since `before`, which may be null, is shared with it.
  class Checkpoint;
  std::shared_ptr<const Checkpoint> checkpoint(const Checkpoint* before);
  void put_back(const Checkpoint& checkpoint);

  const Scenario& scenario() const { return *scenario_; }
  const World& world() const { return *world_; }
  SimTime time() const { return time_; }
  std::uint64_t episode_count() const { return episode_count_; }
  // A digest of the whole state as it is now.
  std::uint64_t state_hash() const;
  const StepTimes& times() const { return times_; }
  // Every sensor there is now.
  std::shared_ptr<const SensorList> sensors() const { return sensors_.sensors(); }
  // Who draws pictures, or why nobody can.
  Result<std::string> renderer_name() { return sensors_.renderer_name(); }

 private:
  void build_world();
  std::span<const ModelInstance> draw_things();
  void tell_of_shortages();
  std::uint64_t seed() const;  // of this episode
  void note_changes();
  int parts_of_step() const;
  void follow_rules(Frame& frame);
  Stage stage();
  void take_stage_changes(Frame& frame);
  void paint(Frame& frame);
  void tell_sensors_of_edits();
  void describe(Frame& frame);

  // Orders (ordering.cpp).
  std::vector<OrderOutcome> obey(const std::vector<OrderRequest>& orders);
  OrderOutcome obey(const OrderRequest& request);

  // Edits (editing.cpp).
  std::vector<EditOutcome> apply(const std::vector<EditRequest>& edits);
  EditOutcome apply(const Spawn& spawn);
  EditOutcome apply(const RemoveEntity& removal);
  EditOutcome apply(const SetEntityState& state);
  EditOutcome apply(const SetEntityInfo& info);
  EditOutcome apply(const Reset& reset);
  EditOutcome apply(const SetRobotMode& change);
  EditOutcome apply(const PauseTwin& pause);
  EditOutcome apply(const InjectFault& request);  // faulting.cpp
  EditOutcome apply(const ClearFault& request);
  std::string namespace_owner(const Spawn& spawn) const;  // empty when it is free
  EntityId add_spawned(const Spawn& spawn);
  void remove(EntityId id);
  Robot* robot_of(EntityId id);

  std::shared_ptr<const Scenario> scenario_;
  SimulationOptions options_;
  SensorSuite sensors_;
  StepTimes times_;
};

class Simulation::Checkpoint {
 public:
  // About what it takes beside another one, which may be null.
  std::size_t bytes_beside(const Checkpoint* other) const;

 private:
  friend class Simulation;
  SimulationState state_;
  std::shared_ptr<const World::Checkpoint> world_;
  std::shared_ptr<const SensorSuite::Checkpoint> sensors_;
};

// The same robot as a twin, or as a simulated one, that starts elsewhere.
std::shared_ptr<const RobotConfig> with_mode(const RobotConfig& robot, RobotMode mode,
                                             const Pose& world_from_robot);

// When a run of this scenario begins: 0, or the wall clock's Unix time if that is its clock.
SimTime start_time(const Scenario& scenario);

class WorldLoader;

struct RunOptions {
  double speed = 1;  // simulated over wall time; Pacer::as_fast_as_possible for no limit
  std::optional<Duration> duration;  // simulated; without it until told to stop
  Duration max_catch_up = 100ms;
  WorldLoader* loader = nullptr;  // whose worlds take over while it runs
};

// How a run went.
struct RunReport {
  std::uint64_t steps = 0;
  std::uint64_t world_changes = 0;
  Duration simulated{};
  Duration wall{};                     // without pauses
  Duration slipped{};                  // wall time by which the simulation fell behind for good
  bool is_interrupted = false;         // stopped before its duration was over
  std::uint64_t readings = 0;          // of all sensors
  std::uint64_t dropped_pictures = 0;  // that took longer than they had
  std::uint64_t state_hash = 0;
};

// Steps until told to stop: input in, one step, frame out, wait. A change of world puts another
// simulation in the place of the one that is given.
RunReport run(std::unique_ptr<Simulation>& simulation, Inbox& inbox, std::span<Sink* const> sinks,
              RunControl& control, const RunOptions& options, std::stop_token stop);

}  // namespace tandem
