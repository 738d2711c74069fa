// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "autonomy/navigation/error_codes.h"
#include "autonomy/navigation/journey_to.h"
#include "autonomy/navigation/maneuvers.h"
#include "autonomy/navigation/waypoint_tour.h"
#include "messages/nav2_msgs_action.h"
#include "messages/time.h"
#include "middleware/node.h"

namespace tandem {

// A goal of any action that the robot works on.
class Pursuit {
 public:
  virtual ~Pursuit() = default;

  virtual bool is_active() const = 0;
  virtual bool is_canceling() const = 0;
  virtual Progress step(const Situation& situation) = 0;
  virtual void send_feedback(const Situation& situation, const std::string& frame) = 0;
  virtual void end(const PursuitEnding& ending, SimTime now) = 0;
  virtual void cancel(SimTime now) = 0;
  virtual std::uint16_t code_of_loss(Loss::Of loss) const = 0;
  virtual bool aims_at(const Pose2& pose) const = 0;
  // What to show of it; none for who follows no path.
  virtual const PathFollower* follower() const = 0;
  virtual std::string take_news() = 0;
  virtual std::string name() const = 0;
};

geometry_msgs::msg::PoseStamped to_message(const Pose2& pose, const std::string& frame,
                                           SimTime time);

// What each kind of work tells on the way.
template <class Feedback>
Feedback journey_feedback(const JourneyTo& journey, const Situation& situation,
                          const std::string& frame) {
  Feedback feedback;
  feedback.current_pose = to_message(situation.robot, frame, situation.now);
  feedback.navigation_time = to_message_duration(journey.elapsed());
  feedback.number_of_recoveries = static_cast<std::int16_t>(journey.recoveries());
  const double left_m = journey.follower().path().remaining_m();
  feedback.distance_remaining = static_cast<float>(left_m);
  // at the mean speed of the way so far, as Nav2 guesses
  constexpr double slowest_mps = 0.1;
  const double speed = std::max(slowest_mps, situation.velocity.linear);
  feedback.estimated_time_remaining = to_message_duration(
      std::chrono::duration_cast<Duration>(std::chrono::duration<double>(left_m / speed)));
  if constexpr (requires { feedback.number_of_poses_remaining; })
    feedback.number_of_poses_remaining = static_cast<std::int16_t>(journey.goals().size());
  return feedback;
}

// Follows a path that somebody else made.
struct PathErrand {
  PathFollower follower;
  const NavigationConfig* config = nullptr;

  Progress step(const Situation& situation) {
    return follower.step(situation, config->follower, config->limits, config->window);
  }
};

// A maneuver with the limits that it keeps to.
template <class Maneuver>
struct ManeuverErrand {
  Maneuver maneuver;
  const NavigationConfig* config = nullptr;

  Progress step(const Situation& situation) { return maneuver.step(situation, config->limits); }
};

template <Action A, class Work>
class ActionPursuit final : public Pursuit {
 public:
  ActionPursuit(std::string name, ServerGoal<A> goal, Work work, SimTime now)
      : name_(std::move(name)), goal_(std::move(goal)), work_(std::move(work)), begin_(now) {}

  bool is_active() const override { return goal_.is_active(); }
  bool is_canceling() const override { return goal_.is_canceling(); }
  std::string name() const override { return name_; }
  Progress step(const Situation& situation) override { return work_.step(situation); }
  void end(const PursuitEnding& ending, SimTime now) override {
    if (ending.is_success() && ending.error.empty())
      goal_.succeed(result(ending, now));
    else
      goal_.abort(result(ending, now));
  }
  void cancel(SimTime now) override { goal_.cancel(result({}, now)); }
  std::uint16_t code_of_loss(Loss::Of loss) const override { return code_of<A>(loss); }

  void send_feedback(const Situation& situation, const std::string& frame) override {
    using Feedback = typename A::Feedback;
    Feedback feedback;
    if constexpr (std::same_as<Work, JourneyTo>) {
      feedback = journey_feedback<Feedback>(work_, situation, frame);
    } else if constexpr (std::same_as<Work, WaypointTour>) {
      feedback.current_waypoint = work_.current();
    } else if constexpr (std::same_as<Work, PathErrand>) {
      feedback.distance_to_goal = static_cast<float>(work_.follower.path().remaining_m());
      feedback.speed = static_cast<float>(situation.velocity.linear);
    } else if constexpr (std::same_as<Work, ManeuverErrand<Spin>>) {
      feedback.angular_distance_traveled = static_cast<float>(work_.maneuver.turned_rad());
    } else if constexpr (std::same_as<Work, ManeuverErrand<BackUp>>) {
      feedback.distance_traveled = static_cast<float>(work_.maneuver.driven_m());
    } else {
      feedback.time_left = to_message_duration(work_.maneuver.left());
    }
    goal_.feedback(feedback);
  }

  bool aims_at(const Pose2& pose) const override {
    if constexpr (std::same_as<A, nav2_msgs::action::NavigateToPose>) {
      const Pose2& goal = work_.goals().back();
      const Vec2 off = goal.translation - pose.translation;
      return std::hypot(off.x, off.y) < 1e-3 && std::abs(wrapped(goal.yaw - pose.yaw)) < 1e-3;
    }
    return false;
  }
  const PathFollower* follower() const override {
    if constexpr (std::same_as<Work, JourneyTo>)
      return &work_.follower();
    else if constexpr (std::same_as<Work, WaypointTour>)
      return &work_.journey().follower();
    else if constexpr (std::same_as<Work, PathErrand>)
      return &work_.follower;
    else
      return nullptr;
  }
  std::string take_news() override {
    if constexpr (std::same_as<Work, JourneyTo>)
      return work_.take_news();
    else if constexpr (std::same_as<Work, WaypointTour>)
      return work_.journey().take_news();
    else
      return {};
  }

 private:
  typename A::Result result(const PursuitEnding& ending, SimTime now) const {
    typename A::Result result;
    result.error_code = code_for<A>(ending.error_code);
    result.error_msg = ending.error;
    if constexpr (requires { result.total_elapsed_time; })
      result.total_elapsed_time = to_message_duration(now - begin_);
    if constexpr (std::same_as<Work, WaypointTour>)
      for (const WaypointTour::Missed& missed : work_.missed())
        result.missed_waypoints.push_back(
            {missed.index, goal_.goal().poses.at(missed.index), missed.why.error_code});
    return result;
  }

  std::string name_;
  ServerGoal<A> goal_;
  Work work_;
  SimTime begin_;
};

}  // namespace tandem
