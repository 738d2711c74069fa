// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/farming/guided_drive.h"

#include <fmt/format.h>

#include <utility>

#include "autonomy/behavior/drive_outcome.h"

namespace tandem {

namespace {

using nav2_msgs::action::NavigateToPose;

constexpr Duration accept_timeout = 10s;

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
           ending_ =
               judge_drive(outcome->status, outcome->result.error_code, outcome->result.error_msg);
       })},
      {.accept_timeout = accept_timeout});
}

void GuidedDrive::stop() {
  ++number_;
  if (goal_) std::exchange(goal_, std::nullopt)->cancel();
}

}  // namespace tandem
