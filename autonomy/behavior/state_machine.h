// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace tandem {

// One line of a transition table: on this outcome, go there.
struct Transition {
  std::string outcome;
  std::string next;  // a state beside this one, or an outcome of the machine around it
};

struct StatePlan {
  std::string name;
  std::vector<std::string> outcomes;  // how it can end; of a machine inside: how that can
  std::vector<Transition> next;       // one for each outcome
  std::vector<StatePlan> inner;       // the states of a machine inside, which begins with the first
};

struct MachinePlan {
  std::vector<std::string> outcomes;
  std::vector<StatePlan> states;  // the first begins
};

// What follows the end of a state.
struct Following {
  bool is_over = false;  // the machine has ended
  std::string name;      // the path of the state that is next, or the machine's outcome
};

// States that follow each other by the names of their outcomes, with machines inside of states. It
// is a table, and knows nothing of what states do. States are named by paths: "work/plough".
class StateMachine {
 public:
  // Throws std::invalid_argument that names every mistake: outcomes that lead nowhere, targets that
  // do not exist, states and outcomes that nothing leads to.
  explicit StateMachine(MachinePlan plan);
  StateMachine(StateMachine&&) = default;
  StateMachine(const StateMachine&) = delete;  // it points into its own plan

  const MachinePlan& plan() const { return plan_; }
  // Of all states, those around others before them.
  const std::vector<std::string>& paths() const { return paths_; }
  const StatePlan& state(std::string_view path) const;

  // The state that works when this one begins: itself, or the first one inside. Empty: the first of
  // all. An error when there is none of that name.
  Result<std::string> entry(std::string_view path = {}) const;
  // What follows when a state ends, as its table says; `name` may be a state with others inside.
  Following next(std::string_view path, std::string_view outcome) const;

 private:
  MachinePlan plan_;
  std::vector<std::string> paths_;
  std::map<std::string, const StatePlan*, std::less<>> states_;  // by path
};

}  // namespace tandem
