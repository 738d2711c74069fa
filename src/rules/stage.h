// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "base/time.h"
#include "robots/robot.h"
#include "rules/carrying.h"
#include "scenario/scenario.h"
#include "world/event.h"
#include "world/world.h"

namespace tandem {

// What rules changed in a step, for the simulation that has to tell others.
struct StageChanges {
  std::vector<BodyId> placed;  // added, or put elsewhere
  std::vector<EntityId> removed;
  std::vector<PaintEdit> paint;
  std::vector<WorldEvent> events;
};

// When it is.
struct StageTime {
  SimTime in_episode{};
  Duration dt{};  // the step's
  std::uint64_t episode = 0;
};

// What a rule sees of the world, and what it can do in it.
class Stage {
 public:
  Stage(const Scenario& scenario, World& world, std::span<const Robot> robots, Carrying& carrying,
        const StageTime& time, StageChanges& changes)
      : scenario_(scenario),
        world_(world),
        robots_(robots),
        carrying_(carrying),
        time_(time),
        changes_(changes) {}

  const Scenario& scenario() const { return scenario_; }
  const World& world() const { return world_; }
  std::span<const Robot> robots() const { return robots_; }
  // Null when there is none.
  const Robot* find_robot(std::string_view name) const { return tandem::find_robot(robots_, name); }
  const Robot* robot_of(EntityId entity) const;
  const RuleDescription& rule() const { return *rule_; }  // whose turn it is
  SimTime now() const { return time_.in_episode; }        // since the episode began
  Duration dt() const { return time_.dt; }
  std::uint64_t episode() const { return time_.episode; }
  // Numbers that are others in each episode, the same in a repeated one.
  Random random(std::string_view stream) const;

  // Who carries what.
  const Carrying& carrying() const { return carrying_; }
  Carrying& carrying() { return carrying_; }

  // Adds a thing, under another name if its own is taken. It is gone after a reset.
  const Entity& add(const ModelInstance& thing, EntityCategory category = EntityCategory::object);
  // No robot can be removed.
  void remove(EntityId entity);
  // At once, and at rest.
  void place(const Entity& entity, const Pose& world_from_entity);
  void set_velocity(const Entity& entity, const Twist& velocity);
  // Where a kinematic body stands at the end of the next step.
  void move_to(BodyId body, const Pose& world_from_body);
  // See PhysicsWorld.
  void attach(BodyId carrier, BodyId load);
  void detach(BodyId load);

  void paint(PaintEdit edit) { changes_.paint.push_back(std::move(edit)); }
  void tell(WorldEvent event) { changes_.events.push_back(std::move(event)); }

  // For those who call rules: whose turn it is from now on.
  void give_turn(const RuleDescription& rule) { rule_ = &rule; }

 private:
  const Scenario& scenario_;
  World& world_;
  std::span<const Robot> robots_;
  Carrying& carrying_;
  StageTime time_;
  StageChanges& changes_;
  const RuleDescription* rule_ = nullptr;
};

}  // namespace tandem
