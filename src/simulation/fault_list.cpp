// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "simulation/fault_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tandem {

namespace {

// Poses beyond these are lost: 10 s of a hundred trackers at 100 Hz, and what one step can bear of
// one robot.
constexpr std::size_t most_under_way = 100'000;
constexpr std::size_t most_at_once = 10'000;
constexpr Duration longest_wait = 10s;  // of a pose, however many faults make it late

WorldEvent event_of(const char* name, const FaultState& state, std::string text) {
  const Fault& fault = state.fault;
  return {.name = name,
          .robot = fault.robot,
          .text = std::move(text),
          .values = {{"fault", fault.name},
                     {"kind", std::string(name_of(fault.kind))},
                     {"hits", fmt::format("{}", state.hits)}}};
}

WorldEvent beginning(const FaultState& state) {
  return event_of("fault_began", state,
                  fmt::format("fault '{}' begins: {}", state.fault.name, to_text(state.fault)));
}

WorldEvent ending(const FaultState& state) {
  const FaultSubject subject = info_of(state.fault.kind).subject;
  std::string what;
  if (subject == FaultSubject::poses) what = fmt::format(", {} poses were hit", state.hits);
  if (subject == FaultSubject::sensors)
    what = fmt::format(", {} measurements were hit", state.hits);
  return event_of("fault_ended", state,
                  fmt::format("fault '{}' is over{}", state.fault.name, what));
}

FaultSubject subject_of(const FaultState& state) { return info_of(state.fault.kind).subject; }

}  // namespace

FaultList::FaultList(std::span<const FaultPlan> plans, std::uint64_t seed) : seed_(seed) {
  for (const FaultPlan& plan : plans) static_cast<void>(add(plan.fault, {}));
}

Result<std::string> FaultList::add(Fault fault, SimTime now) {
  if (entries_.size() >= most_faults)
    return Error{fmt::format("there are {} faults already; clear some first", most_faults)};
  if (std::string why = why_wrong(fault); !why.empty()) return Error{std::move(why)};
  if (is_taken(fault.name)) return Error{fmt::format("there already is a fault '{}'", fault.name)};
  if (fault.name.empty()) fault.name = free_name(fault.kind);
  FaultState state{.fault = std::move(fault)};
  state.start = now + state.fault.delay;
  if (state.fault.lasts) state.end = state.start + *state.fault.lasts;
  Random random(seed_of(state.fault), "fault/" + state.fault.name);
  entries_.push_back({std::move(state), random, {}});
  states_ = nullptr;
  return entries_.back().state.fault.name;
}

bool FaultList::is_taken(const std::string& name) const {
  return std::ranges::any_of(entries_,
                             [&](const Entry& entry) { return entry.state.fault.name == name; });
}

std::string FaultList::free_name(FaultKind kind) const {
  std::string name(name_of(kind));
  for (int i = 2; is_taken(name); ++i) name = fmt::format("{}_{}", name_of(kind), i);
  return name;
}

std::size_t FaultList::clear(const std::string& name, std::vector<WorldEvent>& events) {
  const std::size_t before = entries_.size();
  std::erase_if(entries_, [&](const Entry& entry) {
    if (!name.empty() && entry.state.fault.name != name) return false;
    if (entry.state.is_active) events.push_back(ending(entry.state));
    return true;
  });
  if (entries_.size() != before) states_ = nullptr;
  return before - entries_.size();
}

void FaultList::advance(SimTime now, std::vector<WorldEvent>& events) {
  std::erase_if(entries_, [&](Entry& entry) {
    FaultState& state = entry.state;
    // each acts in a step at least, also one that is over before the next one
    const bool is_over = state.is_active && state.end && now >= *state.end;
    if (is_over) events.push_back(ending(state));
    if (!state.is_active && now >= state.start) {
      state.is_active = true;
      events.push_back(beginning(state));
      states_ = nullptr;
    }
    if (is_over) states_ = nullptr;
    return is_over;
  });
}

bool FaultList::disturbs_poses() const {
  return !under_way_.empty() || lost_ > 0 || std::ranges::any_of(entries_, [](const Entry& entry) {
    return entry.state.is_active && subject_of(entry.state) == FaultSubject::poses;
  });
}

std::vector<TrackedPose> FaultList::arriving(std::span<const TrackedPose> sent,
                                             std::span<const Robot> robots, SimTime now,
                                             std::vector<WorldEvent>& events) {
  std::uint64_t lost = 0;
  std::vector<PoseUnderWay> poses;
  for (const TrackedPose& pose : sent) poses.push_back({pose, {}});

  // by kind, as things happen between a marker and a twin
  std::vector<Entry*> acting;
  for (Entry& entry : entries_)
    if (entry.state.is_active && subject_of(entry.state) == FaultSubject::poses)
      acting.push_back(&entry);
  std::ranges::stable_sort(acting, {}, [](const Entry* entry) { return entry->state.fault.kind; });
  for (Entry* entry : acting) {
    FaultState& state = entry->state;
    const Robot* robot = find_robot(robots, state.fault.robot);
    if (!robot || !robot->twin()) continue;
    const std::uint64_t before = state.hits;
    tandem::disturb(poses, state.fault, *robot->twin(), now - state.start, entry->random,
                    state.hits);
    if (state.hits != before) states_ = nullptr;
    // those of others have room
    std::size_t of_robot = 0;
    lost += std::erase_if(poses, [&](const PoseUnderWay& pose) {
      return pose.pose.robot == state.fault.robot && ++of_robot > most_at_once;
    });
  }

  // what was sent earlier comes first
  for (PoseUnderWay& pose : poses) {
    if (pose.delay > Duration::zero() && under_way_.size() >= most_under_way) {
      ++lost;
      continue;
    }
    const SimTime time = now + std::min(pose.delay, longest_wait);
    const auto place = std::ranges::upper_bound(under_way_, time, {}, &Arrival::time);
    under_way_.insert(place, {time, std::move(pose.pose)});
  }
  tell_of_lost(lost, now, events);
  std::vector<TrackedPose> arrived;
  const auto end = std::ranges::upper_bound(under_way_, now, {}, &Arrival::time);
  for (auto arrival = under_way_.begin(); arrival != end; ++arrival)
    arrived.push_back(std::move(arrival->pose));
  under_way_.erase(under_way_.begin(), end);
  return arrived;
}

// When it begins, and how many there were when it is over.
void FaultList::tell_of_lost(std::uint64_t now_lost, SimTime now, std::vector<WorldEvent>& events) {
  constexpr Duration over_after = 1s;
  if (now_lost > 0) last_lost_ = now;
  const bool is_over = lost_ > 0 && now - last_lost_ >= over_after;
  const auto tell = [&](std::string text) {
    events.push_back({.name = "poses_lost",
                      .text = std::move(text),
                      .values = {{"lost", fmt::format("{}", lost_ + now_lost)}}});
  };
  if (lost_ == 0 && now_lost > 0)
    tell("faults hold back or repeat more poses than there is room for: some are lost");
  if (is_over) tell(fmt::format("{} poses were lost, of which faults made too many", lost_));
  lost_ = is_over ? 0 : lost_ + now_lost;
}

WheelTrouble FaultList::trouble_of(const std::string& robot) const {
  WheelTrouble trouble;
  for (const Entry& entry : entries_)
    if (entry.state.is_active && entry.state.fault.robot == robot) trouble.add(entry.state.fault);
  return trouble;
}

void FaultList::disturb(Readings& readings) {
  for (Entry& entry : entries_) {
    FaultState& state = entry.state;
    if (!state.is_active || subject_of(state) != FaultSubject::sensors) continue;
    const std::uint64_t hits =
        tandem::disturb(readings, state.fault, seed_of(state.fault), entry.stuck);
    if (hits == 0) continue;
    state.hits += hits;
    states_ = nullptr;
  }
}

std::shared_ptr<const FaultStates> FaultList::states() const {
  if (states_) return states_;
  auto states = std::make_shared<FaultStates>();
  for (const Entry& entry : entries_) states->push_back(entry.state);
  states_ = std::move(states);
  return states_;
}

// What depends on who listens to sensors is left out: how often they were hit.
void FaultList::add_to(Hash& hash) const {
  for (const Entry& entry : entries_) {
    const Fault& fault = entry.state.fault;
    hash.add(std::string_view(fault.name));
    hash.add(static_cast<std::uint64_t>(fault.kind));
    for (const std::string* text : {&fault.robot, &fault.sensor, &fault.process})
      hash.add(std::string_view(*text));
    for (const double value : fault.values) hash.add(value);
    hash.add(static_cast<std::uint64_t>(entry.state.start.count()));
    hash.add(static_cast<std::uint64_t>(entry.state.end.value_or(SimTime{}).count()));
    hash.add(fault.seed);
    entry.random.add_to(hash);
  }
  for (const auto& [time, pose] : under_way_) {
    hash.add(static_cast<std::uint64_t>(time.count()));
    hash.add(std::string_view(pose.robot));
    hash.add(static_cast<std::uint64_t>(pose.stamp.has_value()));
    hash.add(static_cast<std::uint64_t>(pose.stamp.value_or(SimTime{}).count()));
    hash.add(pose.marker.translation.x);
    hash.add(pose.marker.translation.y);
    hash.add(pose.marker.yaw);
  }
}

}  // namespace tandem
