// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "laboratory/lockstep_world.h"
#include "messages/nav2_msgs_action.h"
#include "middleware/node.h"
#include "missions/mission_script.h"
#include "missions/observer.h"
#include "missions/waypoint_driver.h"
#include "ports/streams/command_sender.h"
#include "results/run_result.h"

namespace tandem {

// Does what the events of a mission say, by the doors that people and programs use: edits and
// orders, topics, services and actions.
class Hands {
 public:
  using Tell = std::function<void(TimelineEntry::Kind, const std::string& text,
                                  const std::string& robot, bool is_bad)>;
  Hands(LockstepWorld& world, Node& node, Observer& observer, Tell tell);

  // Tells the network what will be published, so that who listens hears the first message too.
  void announce(const std::vector<EventPlan>& events);
  // Begins it. Throws std::runtime_error when that cannot be done.
  void perform(const EventPlan& event);
  // Before each step: drives on.
  void keep_on();
  // After each step: what was refused is a sentence with the place of the event.
  std::optional<std::string> refusal(const Frame& frame);
  // At the end: so is what nobody was there for.
  std::optional<std::string> unheard() const;
  bool is_driving() const { return !drives_.empty(); }
  // For who has to do something when another world has taken over.
  void on_switch(std::function<void()> listener) { on_switch_ = std::move(listener); }

 private:
  struct Asked {
    Ticket ticket{};
    const EventPlan* event = nullptr;
  };
  struct Drive {
    const EventPlan* event = nullptr;
    std::string robot;
    std::optional<WaypointDriver> driver;  // or for a time
    bool is_by_truth = false;
    Twist2 velocity;
    SimTime until{};
    SimTime next{};
    bool is_over = false;
  };
  using Pose2Action = nav2_msgs::action::NavigateToPose;
  using TourAction = nav2_msgs::action::FollowWaypoints;

  void act(const PlaceThing& deed, const EventPlan& event);
  void act(const MoveThing& deed, const EventPlan& event);
  void act(const RemoveThing& deed, const EventPlan& event);
  void act(const PaintFloor& deed, const EventPlan& event);
  void act(const GoTo& deed, const EventPlan& event);
  void act(const DriveFor& deed, const EventPlan& event);
  void act(const DriveAlong& deed, const EventPlan& event);
  void act(const PauseRobot& deed, const EventPlan& event);
  void act(const SwitchWorld& deed, const EventPlan& event);
  void act(const ResetWorld& deed, const EventPlan& event);
  void act(const ChangeTracker& deed, const EventPlan& event);
  void act(const CauseFault& deed, const EventPlan& event);
  void act(const EndFault& deed, const EventPlan& event);
  void act(const GiveOrder& deed, const EventPlan& event);
  void act(const PublishMessage& deed, const EventPlan& event);
  void act(const CallService& deed, const EventPlan& event);

  void ask(Edit edit, const EventPlan& event);
  template <Action A>
  void send_goal(ActionClient<A>& client, const std::string& action, const typename A::Goal& goal,
                 const EventPlan& event, const std::string& robot);
  void set_goal(const EventPlan& event, const std::string& robot, const std::string& status,
                const std::string& more = {});
  Pose world_from(const DeedPose& where, const Model* model) const;
  std::string robot_of(const EventPlan& event) const;
  std::string topic_of(const std::string& robot, const std::string& name) const;
  CommandSender& commands_to(const std::string& robot);
  BytesPublisher& publisher_of(const PublishMessage& deed);

  LockstepWorld& world_;
  Node& node_;
  Observer& observer_;
  Tell tell_;
  std::function<void()> on_switch_;
  std::vector<Asked> edits_, orders_;
  std::vector<const EventPlan*> paints_;
  std::list<Drive> drives_;
  std::map<std::string, std::unique_ptr<CommandSender>> commands_;  // by robot
  std::map<std::string, ActionClient<Pose2Action>> goals_;
  std::map<std::string, ActionClient<TourAction>> tours_;
  std::map<std::string, BytesPublisher> publishers_;
  struct Call {
    const EventPlan* event = nullptr;
    std::string service;
    BytesClient client;
    bool is_answered = false;
  };
  std::list<Call> calls_;
  std::vector<std::string> refused_;  // not told yet
  struct SentGoal {
    const EventPlan* event = nullptr;
    std::string action;
    std::function<bool()> has_server;
  };
  std::vector<SentGoal> sent_;  // nobody has answered yet
};

}  // namespace tandem
