// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "messages/diagnostic_msgs.h"
#include "messages/rosgraph_msgs.h"
#include "messages/tandem_msgs.h"
#include "middleware/node.h"
#include "ports/board/board.h"
#include "ports/ros/event_topic.h"
#include "ports/ros/faults_topic.h"
#include "ports/ros/observed_topic.h"
#include "ports/ros/offered_topic.h"
#include "ports/ros/rules_topic.h"
#include "simulation/frame.h"

namespace tandem {

// The topics that belong to no robot: the clock, how the run goes, what happens, what rules say,
// what goes wrong on purpose, and what the scenario observes. Those of all scenarios stay when
// another one takes over, so that nobody has to find them again; what only the old one had is gone
// before the new one has it.
class WorldTopics {
 public:
  WorldTopics(Node& node, EventTopic& events, Board& board)
      : node_(node), events_(events), board_(board), rules_(node), faults_(node) {}

  void publish(const std::shared_ptr<const Frame>& frame);
  // The same time again, for who comes while the simulation stands still.
  void repeat_clock();
  void follow(const GraphView& graph);

  // Whether it is time for a report, by this clock.
  bool is_report_due(Duration now);
  bool wants_stats() const { return stats_.is_wanted(); }
  bool wants_diagnostics() const { return diagnostics_.is_wanted(); }
  void publish(const tandem_msgs::msg::Stats& stats) { stats_.publish(stats); }
  void publish(const diagnostic_msgs::msg::DiagnosticArray& array) { diagnostics_.publish(array); }

  std::uint64_t dropped() const;

 private:
  void begin_world(const Scenario& scenario);
  void observe(const Frame& frame);
  void offer_topics(const RosConfig& ros);
  void warn_of_other_clocks(const GraphView& graph);

  Node& node_;
  EventTopic& events_;
  Board& board_;
  std::shared_ptr<const Frame> last_;
  std::optional<TopicChoices> choices_;  // that the topics are offered by
  double clock_rate_hz_ = 0;
  std::optional<Cadence> reports_;
  bool has_other_clocks_ = false;
  OfferedTopic<rosgraph_msgs::msg::Clock> clock_;
  OfferedTopic<tandem_msgs::msg::Stats> stats_;
  OfferedTopic<diagnostic_msgs::msg::DiagnosticArray> diagnostics_;
  RulesTopic rules_;
  FaultsTopic faults_;
  std::vector<const ObserveConfig*> shown_;  // of the scenario's, those that are on the board
  std::vector<std::unique_ptr<ObservedTopic>> observed_;
};

}  // namespace tandem
