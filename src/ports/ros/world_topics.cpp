// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/world_topics.h"

#include <fmt/format.h>

#include <algorithm>

#include "messages/time.h"
#include "ports/desk/frame_events.h"

namespace tandem {

void WorldTopics::publish(const std::shared_ptr<const Frame>& frame) {
  const bool is_new_world = !last_ || last_->world_generation != frame->world_generation;
  if (is_new_world) begin_world(*frame->scenario);
  observe(*frame);
  if (clock_.is_due(frame->time)) clock_.publish({.clock = to_message_time(frame->time)});
  events_.set_time(frame->time);
  for (const WorldEvent& event : events_between(last_.get(), *frame)) events_.publish(event);
  rules_.publish(frame);
  faults_.publish(*frame);
  last_ = frame;
}

void WorldTopics::repeat_clock() {
  rules_.flush();
  if (last_ && clock_.is_wanted()) clock_.publish({.clock = to_message_time(last_->time)});
}

void WorldTopics::begin_world(const Scenario& scenario) {
  observed_.clear();
  shown_.clear();
  board_.begin({});
  offer_topics(scenario.ros);
  reports_ = Cadence::at_rate(scenario.ros.stats_rate_hz);
}

// What is observed may depend on whether a robot is a twin, which can change.
void WorldTopics::observe(const Frame& frame) {
  std::vector<const ObserveConfig*> shown;
  for (const ObserveConfig& config : frame.scenario->observe) {
    const auto robot = std::ranges::find(frame.robots, config.robot, &RobotState::name);
    const bool is_shown =
        !config.mode || (robot != frame.robots.end() && robot->config->mode == *config.mode);
    if (is_shown) shown.push_back(&config);
  }
  if (shown == shown_) return;
  shown_ = std::move(shown);
  observed_.clear();
  std::vector<Observation> entries;
  for (const ObserveConfig* config : shown_) entries.push_back(first_observation(*config));
  board_.begin(std::move(entries));
  for (std::size_t i = 0; i < shown_.size(); ++i)
    observed_.push_back(std::make_unique<ObservedTopic>(node_, *shown_[i], board_, i));
}

void WorldTopics::offer_topics(const RosConfig& ros) {
  TopicChoices choices = choices_of(ros.topics);
  if (choices_ == choices && clock_rate_hz_ == ros.clock_rate_hz) return;
  const auto offer = [&]<class M>(OfferedTopic<M>& topic, const char* name,
                                  const TopicOffer& usual) {
    topic = {};  // the old one goes first
    topic = OfferedTopic<M>(node_, name, usual, choice_for(choices, name));
  };
  TopicOffer clock{.qos = qos::clock};
  if (ros.clock_rate_hz > 0) clock.rate_hz = ros.clock_rate_hz;
  offer(clock_, "/clock", clock);
  offer(stats_, "/tandem/stats", {});
  offer(diagnostics_, "/diagnostics", {});
  events_.offer(choice_for(choices, "/tandem/events"));
  rules_.offer(choice_for(choices, "/tandem/rules"));
  faults_.offer(choice_for(choices, "/tandem/faults"));
  choices_ = std::move(choices);
  clock_rate_hz_ = ros.clock_rate_hz;
}

void WorldTopics::follow(const GraphView& graph) {
  for (const auto& topic : observed_) topic->follow(graph);
  warn_of_other_clocks(graph);
}

// As of a second run in the same network.
void WorldTopics::warn_of_other_clocks(const GraphView& graph) {
  if (!clock_.is_offered()) return;
  const std::string topic = node_.resolve_topic("/clock");
  std::vector<std::string> nodes;
  for (const EndpointInfo& endpoint : graph.endpoints)
    if (endpoint.is_publisher && endpoint.topic == topic && !endpoint.node.empty())
      nodes.push_back(endpoint.node);
  if (const auto own = std::ranges::find(nodes, node_.full_name()); own != nodes.end())
    nodes.erase(own);
  if (!nodes.empty() && !has_other_clocks_)
    node_.log(LogLevel::warning,
              fmt::format("{} publishes {} too: time leaps to and fro for whoever goes by it; "
                          "another ROS_DOMAIN_ID keeps runs apart",
                          nodes.front(), topic));
  has_other_clocks_ = !nodes.empty();
}

bool WorldTopics::is_report_due(Duration now) { return reports_ && reports_->is_due(now); }

std::uint64_t WorldTopics::dropped() const {
  return clock_.dropped() + stats_.dropped() + diagnostics_.dropped() + events_.dropped() +
         rules_.dropped() + faults_.dropped();
}

}  // namespace tandem
