// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/ros_network.h"

namespace tandem {

RosNetwork::RosNetwork(Node& node, const Board& board, const LatestFrame& latest, bool is_lockstep)
    : board_(board),
      latest_(latest),
      robots_(node),
      views_(node, robots_, latest, is_lockstep),
      navigation_(node, robots_),
      driving_(node, robots_),
      gates_(node, robots_),
      stand_ins_(node),
      missions_(node, robots_),
      rates_(node) {}

void RosNetwork::follow(const Frame& frame, Duration now) {
  if (!robots_.keep_up(frame)) return;
  views_.follow_robots();
  navigation_.follow_robots(now);
  driving_.follow_robots();
  gates_.follow_robots();
  missions_.follow_robots();
}

void RosNetwork::follow(const GraphView& graph) {
  views_.follow(graph);
  driving_.follow(graph);
  stand_ins_.follow(graph);
  missions_.follow(graph);
}

void RosNetwork::keep_up(Duration now) {
  const auto frame = latest_.get();
  const SimTime time = frame ? frame->time : SimTime{};
  views_.keep_up(now);
  navigation_.keep_up(now, time);
  driving_.keep_up(now, time);
  gates_.keep_up(now);
  missions_.keep_up();
  rates_.keep_up(now);
}

}  // namespace tandem
