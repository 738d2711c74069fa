// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "geometry/pose2.h"
#include "messages/geometry_msgs.h"
#include "messages/nav2_msgs.h"
#include "middleware/node.h"
#include "ports/desk/network.h"
#include "ports/ros/network_robots.h"

namespace tandem {

// Where people send robots: goals go to each robot's navigator (Nav2's action navigate_to_pose) and
// to its topic goal_pose, in the frame map. Any thread may ask; the network hears of it on the
// port's. Nothing of a robot is in the network before its first goal.
class NavigationDesk {
 public:
  static constexpr Duration patience = 1s;  // for a navigator to show up

  NavigationDesk(Node& node, const NetworkRobots& robots) : node_(node), robots_(robots) {}
  // Robots that are under way are stopped.
  ~NavigationDesk();

  // Any thread.
  void navigate(const std::string& robot, const Pose2& world_from_goal);
  void cancel(const std::string& robot);
  Navigation navigation(const std::string& robot) const;

  // Of the port's thread: does what was asked for since the last time. `now` is the clock that
  // patience goes by, `time` what messages are stamped with.
  void keep_up(Duration now, SimTime time);
  // Other robots are there, perhaps in another world, where old goals mean nothing.
  void follow_robots(Duration now);

 private:
  using NavigateToPose = nav2_msgs::action::NavigateToPose;

  // One goal, from being asked for to its end. Its callbacks hold it.
  struct Errand {
    explicit Errand(const Pose2& world_from_goal) {
      now.goal = world_from_goal;
      now.state = NavigationState::asking;
    }

    void end(NavigationState state, std::string text = {});
    bool is_over() const;

    mutable std::mutex mutex;
    Navigation now;
    bool is_cancel_wanted = false;
    std::optional<std::string> abortion;  // what the navigator said about it, to be judged

    // of the port's thread
    std::optional<Duration> begun;
    std::optional<Duration> sent_at;
    ClientGoal goal;
    bool is_published = false;
    bool is_cancel_sent = false;
    bool is_repeated = false;
  };
  struct Retired {
    std::shared_ptr<Errand> errand;
    Duration since{};
  };
  // What a robot has in the network.
  struct Line {
    std::string ns;
    ActionClient<NavigateToPose> navigator;
    Publisher<geometry_msgs::msg::PoseStamped> topic;
    std::shared_ptr<Errand> errand;
    std::vector<Retired> retired;  // goals whose place was taken, until they have ended
  };

  void attend(Line& line, const std::shared_ptr<Errand>& errand, Duration now, SimTime time);
  void publish(Line& line, Errand& errand, SimTime time);
  void send(Line& line, const std::shared_ptr<Errand>& errand, Duration now, SimTime time);
  void judge_abortion(Line& line, const std::shared_ptr<Errand>& errand, Duration now,
                      SimTime time);
  static void cancel(const std::shared_ptr<Errand>& errand);
  static void dismiss(Line& line, Duration now);

  Node& node_;
  const NetworkRobots& robots_;
  std::uint64_t world_generation_ = 0;
  std::map<std::string, Line> lines_;  // by robot
  std::vector<std::pair<Duration, Line>> leaving_;
  mutable std::mutex mutex_;
  std::map<std::string, std::shared_ptr<Errand>> errands_;  // by robot: the newest
};

}  // namespace tandem
