// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/farming/guided_drive.h"

#include <fmt/format.h>

#include <utility>

namespace tandem {

namespace {

using nav2_msgs::action::FollowPath, nav2_msgs::action::NavigateToPose;

constexpr Duration accept_timeout = 10s;

Ending ending_of(const Outcome<NavigateToPose>& outcome) {
  if (outcome.status == GoalStatus::succeeded) return {"arrived", ""};
  const std::string message =
      fmt::format("navigate_to_pose {}: {} (error {})", to_string(outcome.status),
                  outcome.result.error_msg, outcome.result.error_code);
  switch (outcome.result.error_code) {
    case FollowPath::Result::TF_ERROR:
      return {"tracking_lost", message};
    case FollowPath::Result::CONTROLLER_TIMED_OUT:
      return {"odometry_lost", message};
    default:
      return {"unreachable", message};
  }
}

}  // namespace

GuidedDrive::GuidedDrive(Node& node)
    : navigator_(node.action_client<NavigateToPose>("navigate_to_pose")),
      footprint_(node.publisher<geometry_msgs::msg::Polygon>("local_costmap/footprint")) {}

void GuidedDrive::begin(const geometry_msgs::msg::PoseStamped& destination,
                        const std::vector<Vec2>& outline) {
  stop();
  ending_.reset();
  to_go_m_ = 0;
  geometry_msgs::msg::Polygon footprint;
  for (const Vec2 corner : outline)
    footprint.points.push_back(
        {.x = static_cast<float>(corner.x), .y = static_cast<float>(corner.y)});
  footprint_.publish(footprint);

  // answers to an earlier drive do not count any more
  const auto mine = [this, number = ++number_](auto then) {
    return [this, number, then](const auto&... values) {
      if (number == number_) then(values...);
    };
  };
  goal_ = navigator_.send_goal(
      {.pose = destination},
      {.on_rejected = mine([this](const std::string& why) {
         goal_.reset();
         ending_ = Ending{navigator_.is_server_ready() ? "unreachable" : "navigator_lost", why};
       }),
       .on_feedback = mine([this](const NavigateToPose::Feedback& feedback) {
         to_go_m_ = feedback.distance_remaining;
       }),
       .on_result = mine([this](const Result<Outcome<NavigateToPose>>& outcome) {
         goal_.reset();
         // one that ends says so before it is gone
         const std::string why = outcome ? outcome->result.error_msg : outcome.error();
         if (!outcome || !navigator_.is_server_ready())
           ending_ =
               Ending{"navigator_lost", fmt::format("nobody serves navigate_to_pose any more{}{}",
                                                    why.empty() ? "" : ": ", why)};
         else
           ending_ = ending_of(*outcome);
       })},
      {.accept_timeout = accept_timeout});
}

void GuidedDrive::stop() {
  ++number_;
  if (goal_) std::exchange(goal_, std::nullopt)->cancel();
}

}  // namespace tandem
