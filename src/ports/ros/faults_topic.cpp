// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/faults_topic.h"

#include <fmt/format.h>

#include <algorithm>

#include "messages/time.h"

namespace tandem {

namespace {

bool are_same(const FaultStates& a, const FaultStates& b) {
  return std::ranges::equal(a, b, [](const FaultState& left, const FaultState& right) {
    return left.fault.name == right.fault.name && left.start == right.start &&
           left.is_active == right.is_active;
  });
}

}  // namespace

tandem_msgs::msg::Faults faults_message(const Frame& frame) {
  tandem_msgs::msg::Faults message{.stamp = to_message_time(frame.time)};
  const SimTime episode_start = frame.time - frame.time_in_episode;
  for (const FaultState& state : *frame.faults) {
    const Fault& fault = state.fault;
    tandem_msgs::msg::Fault& told = message.faults.emplace_back();
    told.name = fault.name;
    told.kind = name_of(fault.kind);
    told.robot = fault.robot;
    told.sensor = fault.sensor;
    told.process = fault.process;
    const auto& parameters = info_of(fault.kind).parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i)
      told.values.push_back({std::string(parameters[i].name), fmt::format("{}", fault.values[i])});
    told.seed = fault.seed;
    told.active = state.is_active;
    told.start = to_message_time(episode_start + state.start);
    if (state.end) told.end = to_message_time(episode_start + *state.end);
    told.hits = state.hits;
  }
  return message;
}

void FaultsTopic::offer(const TopicChoice& choice) {
  topic_ = {};
  topic_ = OfferedTopic<tandem_msgs::msg::Faults>(node_, "/tandem/faults", {.qos = qos::latched},
                                                  choice);
  sent_ = nullptr;
}

void FaultsTopic::publish(const Frame& frame) {
  if (!topic_.is_offered() || frame.faults == sent_) return;
  const bool only_counts = sent_ && are_same(*sent_, *frame.faults);
  if (only_counts && frame.time - sent_at_ < shortest) return;
  topic_.publish(faults_message(frame));
  sent_ = frame.faults;
  sent_at_ = frame.time;
}

}  // namespace tandem
