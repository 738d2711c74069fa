// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/behavior/state_machine.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>
#include <set>
#include <stdexcept>

namespace tandem {

namespace {

std::string join(std::string_view around, std::string_view name) {
  return around.empty() ? std::string(name) : fmt::format("{}/{}", around, name);
}

// "work" of "work/plough"; empty at the top.
std::string_view around(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

const Transition* find_transition(const StatePlan& state, std::string_view outcome) {
  const auto found = std::ranges::find(state.next, outcome, &Transition::outcome);
  return found == state.next.end() ? nullptr : &*found;
}

// Collects what is wrong with a machine, and with those inside of it.
class Inspection {
 public:
  void inspect(std::string_view path, const std::vector<std::string>& outcomes,
               const std::vector<StatePlan>& states) {
    const std::string machine = path.empty() ? "the mission" : fmt::format("'{}'", path);
    if (states.empty()) return find("{} has no state", machine);
    inspect_names(machine, outcomes, states);
    for (const StatePlan& state : states) inspect_table(path, outcomes, states, state);
    inspect_reach(path, machine, outcomes, states);
    for (const StatePlan& state : states)
      if (!state.inner.empty()) inspect(join(path, state.name), state.outcomes, state.inner);
  }

  const std::vector<std::string>& findings() const { return findings_; }

 private:
  template <class... Values>
  void find(fmt::format_string<Values...> format, Values&&... values) {
    findings_.push_back(fmt::format(format, std::forward<Values>(values)...));
  }

  void inspect_names(const std::string& machine, const std::vector<std::string>& outcomes,
                     const std::vector<StatePlan>& states) {
    std::set<std::string_view> taken(outcomes.begin(), outcomes.end());
    if (taken.size() < outcomes.size()) find("{} has an outcome twice", machine);
    for (const StatePlan& state : states) {
      if (state.name.empty() || state.name.find('/') != std::string::npos)
        find("'{}' in {} is no name of a state", state.name, machine);
      if (!taken.insert(state.name).second)
        find("'{}' in {} is the name of more than one state or outcome", state.name, machine);
    }
  }

  void inspect_table(std::string_view path, const std::vector<std::string>& outcomes,
                     const std::vector<StatePlan>& states, const StatePlan& state) {
    const std::string name = join(path, state.name);
    if (state.outcomes.empty()) find("'{}' has no outcome", name);
    for (const std::string& outcome : state.outcomes)
      if (!find_transition(state, outcome)) find("'{}' of '{}' leads nowhere", outcome, name);
    std::set<std::string_view> seen;
    for (const Transition& transition : state.next) {
      if (!seen.insert(transition.outcome).second)
        find("'{}' of '{}' leads to two places", transition.outcome, name);
      if (!contains(state.outcomes, transition.outcome))
        find("'{}' cannot end with '{}'", name, transition.outcome);
      if (!contains(outcomes, transition.next) &&
          std::ranges::find(states, transition.next, &StatePlan::name) == states.end())
        find("'{}' of '{}' leads to '{}', which does not exist", transition.outcome, name,
             transition.next);
    }
  }

  void inspect_reach(std::string_view path, const std::string& machine,
                     const std::vector<std::string>& outcomes,
                     const std::vector<StatePlan>& states) {
    std::set<std::string_view> reached{states.front().name};
    for (std::size_t before = 0; before != reached.size();) {
      before = reached.size();
      for (const StatePlan& state : states)
        if (reached.contains(state.name))
          for (const Transition& transition : state.next) reached.insert(transition.next);
    }
    for (const StatePlan& state : states)
      if (!reached.contains(state.name)) find("nothing leads to '{}'", join(path, state.name));
    for (const std::string& outcome : outcomes)
      if (!reached.contains(outcome))
        find("nothing leads to the outcome '{}' of {}", outcome, machine);
  }

  std::vector<std::string> findings_;
};

}  // namespace

StateMachine::StateMachine(MachinePlan plan) : plan_(std::move(plan)) {
  Inspection inspection;
  inspection.inspect({}, plan_.outcomes, plan_.states);
  if (!inspection.findings().empty())
    throw std::invalid_argument(fmt::format("{}", fmt::join(inspection.findings(), "; ")));
  const auto note = [this](const auto& self, std::string_view path,
                           const std::vector<StatePlan>& states) -> void {
    for (const StatePlan& state : states) {
      paths_.push_back(join(path, state.name));
      states_.emplace(paths_.back(), &state);
      self(self, join(path, state.name), state.inner);
    }
  };
  note(note, {}, plan_.states);
}

const StatePlan& StateMachine::state(std::string_view path) const {
  const auto found = states_.find(path);
  assert(found != states_.end());
  return *found->second;
}

Result<std::string> StateMachine::entry(std::string_view path) const {
  if (path.empty()) return entry(plan_.states.front().name);
  const auto found = states_.find(path);
  if (found == states_.end())
    return Error{
        fmt::format("there is no state '{}'; there are {}", path, fmt::join(paths_, ", "))};
  if (found->second->inner.empty()) return std::string(path);
  return entry(join(path, found->second->inner.front().name));
}

Following StateMachine::next(std::string_view path, std::string_view outcome) const {
  const Transition* transition = find_transition(state(path), outcome);
  assert(transition);
  const std::string_view machine = around(path);
  if (const std::string sibling = join(machine, transition->next); states_.contains(sibling))
    return {.name = sibling};
  if (machine.empty()) return {.is_over = true, .name = transition->next};
  return next(machine, transition->next);  // the machine inside has ended
}

}  // namespace tandem
