// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sensors/interest.h"
#include "simulation/simulation.h"

namespace tandem {

// What a robot does in a world, over and over: in each round the next episode begins, a thing is
// put before the robot, and orders follow.
struct Chores {
  Vec2 place;         // around which it drives a circle
  std::string thing;  // the name of what it uses; empty: nothing
  std::vector<std::string> orders;
  std::vector<std::string> last_orders;  // at the end of a round
};

// Of the worlds with rules, so that these have something to do.
Chores chores_in(const std::string& world);

// A world in which the first robot does its chores, driven by commands or by what a tracker sees of
// it, with all sensors but cameras measuring.
class WorkingWorld {
 public:
  WorkingWorld(std::shared_ptr<const Scenario> scenario, Chores chores,
               const std::shared_ptr<SensorInterest>& interest);

  Frame step();

  const Simulation& simulation() const { return simulation_; }
  int done() const { return done_; }  // orders
  // The first order that was refused, with the reason; empty: none was.
  const std::string& refusal() const { return refusal_; }

 private:
  void add_motion(Inputs& inputs);
  void add_chores(Inputs& inputs);

  std::shared_ptr<const Scenario> scenario_;
  Chores chores_;
  Simulation simulation_;
  std::vector<SensorInterest::Claim> claims_;
  SimTime next_pose_{};
  int step_ = 0;  // in its round
  int done_ = 0;
  std::string refusal_;
};

}  // namespace tandem
