// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <cstdio>
#include <optional>

#include "messages/geometry_msgs.h"
#include "messages/simulation_interfaces.h"
#include "messages/std_msgs.h"
#include "messages/std_srvs.h"
#include "messages/time.h"
#include "middleware/node.h"

// A robot for the tests of the command line's tools to talk to: it publishes, listens, serves, acts
// and has parameters, and says on standard output what it hears. Ends when standard input does.

namespace {

using namespace tandem;
using simulation_interfaces::action::SimulateSteps;

// One goal at a time, 100 steps per second; 0 steps are rejected, 13 end badly.
class Stepper {
 public:
  explicit Stepper(Node& node)
      : server_(node.action_server<SimulateSteps>(
            "steps", {.accept = [](const SimulateSteps::Goal& goal) { return goal.steps > 0; },
                      .execute = [this](ServerGoal<SimulateSteps> goal) { begin(goal); }})),
        timer_(node.timer(10ms, [this] { step(); })) {}

 private:
  void begin(const ServerGoal<SimulateSteps>& goal) {
    goal_ = goal;
    done_ = 0;
  }

  void step() {
    if (!goal_) return;
    if (goal_->is_canceling()) return end(&ServerGoal<SimulateSteps>::cancel);
    ++done_;
    goal_->feedback({.completed_steps = done_, .remaining_steps = goal_->goal().steps - done_});
    if (done_ < goal_->goal().steps) return;
    end(done_ == 13 ? &ServerGoal<SimulateSteps>::abort : &ServerGoal<SimulateSteps>::succeed);
  }

  void end(bool (ServerGoal<SimulateSteps>::*how)(const SimulateSteps::Result&)) {
    SimulateSteps::Result result;
    result.result.error_message = "did " + std::to_string(done_);
    std::printf("goal ended after %d steps\n", static_cast<int>(done_));
    ((*goal_).*how)(result);
    goal_.reset();
  }

  std::optional<ServerGoal<SimulateSteps>> goal_;
  std::uint64_t done_ = 0;
  ActionServer<SimulateSteps> server_;
  Timer timer_;
};

}  // namespace

int main() {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  Node node("robot", {.ns = "/lab"});

  auto numbers = node.publisher<std_msgs::msg::Int32>("numbers");
  auto stamped = node.publisher<geometry_msgs::msg::TwistStamped>("stamped", qos::best_effort);
  auto description = node.publisher<std_msgs::msg::String>("description", qos::latched);
  description.publish({.data = "a robot, of \"tin\""});
  int number = 0;
  const Timer ticking = node.timer(50ms, [&] {
    numbers.publish({.data = number++});
    geometry_msgs::msg::TwistStamped twist;
    twist.header.stamp = to_message_time(node.now() - 200ms);
    twist.header.frame_id = "base_link";
    stamped.publish(twist);
  });

  const auto commands = node.subscribe<geometry_msgs::msg::Twist>(
      "cmd_vel", qos::reliable,
      [](const auto& twist) { std::printf("heard %g %g\n", twist.linear.x, twist.angular.z); });

  using std_srvs::srv::SetBool;
  const auto power = node.serve<SetBool>("power", [](const SetBool::Request& request) {
    return SetBool::Response{.success = request.data, .message = request.data ? "on" : "it's off"};
  });
  std::optional<Responder<std_srvs::srv::Trigger>> unanswered;
  const auto silent = node.serve<std_srvs::srv::Trigger>(
      "silent", [&](const auto&, Responder<std_srvs::srv::Trigger> responder) {
        unanswered.emplace(std::move(responder));
        std::printf("asked\n");
      });
  const Stepper stepper(node);

  const auto speed = node.parameter(
      "speed", 0.5, {.description = "How fast it goes (m/s)", .range = {.low = 0, .high = 1.5}});
  const auto name = node.parameter("name", "tin man");
  const auto wheels = node.parameter("wheels", 2, {.is_read_only = true});
  const auto rate = node.parameter("camera.rate", 30);
  const auto limits = node.parameter("limits", std::vector{0.5, 1.0});

  std::puts("ready");
  while (std::getchar() != EOF) continue;
}
