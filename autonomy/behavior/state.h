// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "autonomy/behavior/blackboard.h"
#include "base/time.h"

namespace tandem {

// How a state ended.
struct Ending {
  std::string outcome;
  std::string message;  // what happened, as a sentence; may be empty

  friend bool operator==(const Ending&, const Ending&) = default;
};

// What a robot does in one state of its mission. All calls come on the node's thread.
class State {
 public:
  virtual ~State() = default;
  // How it can end; always the same.
  virtual std::vector<std::string> outcomes() const = 0;
  // It begins, or begins anew after somebody had stopped it.
  virtual void enter(Blackboard& blackboard, SimTime now) = 0;
  // Asked every period until it has ended.
  virtual std::optional<Ending> step(Blackboard& blackboard, SimTime now) = 0;
  // It is over: by its own ending, or before. Nothing that it began goes on from here.
  virtual void leave() {}
  // What it does at the moment, as a sentence.
  virtual std::string message() const { return {}; }
};

// A state that only decides, from what the mission knows.
class Decision final : public State {
 public:
  using Decide = std::function<Ending(Blackboard&)>;
  Decision(std::vector<std::string> outcomes, Decide decide)
      : outcomes_(std::move(outcomes)), decide_(std::move(decide)) {}

  std::vector<std::string> outcomes() const override { return outcomes_; }
  void enter(Blackboard&, SimTime) override {}
  std::optional<Ending> step(Blackboard& blackboard, SimTime) override {
    return decide_(blackboard);
  }

 private:
  std::vector<std::string> outcomes_;
  Decide decide_;
};

}  // namespace tandem
