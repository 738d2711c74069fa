// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "autonomy/behavior/state.h"
#include "geometry/pose2.h"
#include "messages/nav2_msgs_action.h"
#include "middleware/node.h"

namespace tandem {

// How much larger than its outline the navigator takes the robot with its tool for.
inline constexpr double tool_margin_m = 0.04;

// A drive by the navigator, who is told first how large the robot is with what it carries. One at a
// time; belongs to the node's callbacks.
class GuidedDrive {
 public:
  explicit GuidedDrive(Node& node);

  // An empty outline: the robot alone.
  void begin(const geometry_msgs::msg::PoseStamped& destination, const std::vector<Vec2>& outline);
  // "arrived", "unreachable", "navigator_lost", or what the navigator itself lost:
  // "tracking_lost", "sensor_lost"; "preempted" when somebody else sent the robot elsewhere.
  const std::optional<Ending>& ending() const { return ending_; }
  double to_go_m() const { return to_go_m_; }
  // It ends here, unless it has ended.
  void stop();

 private:
  using NavigateToPose = nav2_msgs::action::NavigateToPose;
  ActionClient<NavigateToPose> navigator_;
  Publisher<geometry_msgs::msg::Polygon> footprint_;
  std::optional<ClientGoal> goal_;
  std::optional<Ending> ending_;
  double to_go_m_ = 0;
  int number_ = 0;  // of the drive, to tell late answers
};

}  // namespace tandem
