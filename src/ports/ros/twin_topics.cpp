// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/twin_topics.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "messages/sensor_msgs.h"
#include "messages/std_msgs.h"
#include "messages/time.h"
#include "ports/ros/convert.h"
#include "ports/streams/attempt.h"

namespace tandem {

namespace {

using diagnostic_msgs::msg::DiagnosticStatus;
using std_srvs::srv::SetBool;
using std_srvs::srv::Trigger;

std::byte level_of(TrackingState state) {
  switch (state) {
    case TrackingState::tracking:
      return DiagnosticStatus::OK;
    case TrackingState::degraded:
      return DiagnosticStatus::WARN;
    case TrackingState::waiting:
      return DiagnosticStatus::STALE;
    case TrackingState::lost:
      return DiagnosticStatus::ERROR;
  }
  return DiagnosticStatus::ERROR;
}

// Whose body it is.
const Entity* entity_of(BodyId body, const EntityList& entities) {
  for (const Entity& entity : entities)
    if (std::ranges::find(entity.bodies, body) != entity.bodies.end()) return &entity;
  return nullptr;
}

tandem_msgs::msg::Contacts contacts_message(const RobotState& robot, const Frame& frame,
                                            const RobotFrames& frames) {
  tandem_msgs::msg::Contacts message{.header = make_header(frame.time, frames.map)};
  const auto is_carried = [&](const Entity& entity) {
    return std::ranges::any_of(frame.carried, [&](const Carried& carried) {
      return carried.robot == robot.entity && carried.load == entity.id;
    });
  };
  for (const BodyId body : robot.twin->touching) {
    const Entity* other = entity_of(body, *frame.entities);
    if (!other) continue;
    tandem_msgs::msg::Contact& contact = message.contacts.emplace_back();
    contact.entity_a = robot.name;
    contact.entity_b = other->name;
    contact.position = to_point(robot.world_from_base.translation);
    // physics knows more of what can be pushed, and of what a load touches
    for (const Contact& known : frame.contacts) {
      if (known.a != body && known.b != body) continue;
      const BodyId twin_body = known.a == body ? known.b : known.a;
      const Entity* owner = entity_of(twin_body, *frame.entities);
      if (!owner || (owner->id != robot.entity && !is_carried(*owner))) continue;
      contact.entity_a = owner->name;
      contact.position = to_point(known.point);
      contact.normal = to_vector(known.a == body ? -known.normal : known.normal);
      contact.depth_m = known.depth_m;
      contact.impulse_ns = known.impulse_ns;
      if (frame.advanced > Duration{}) contact.force_n = known.impulse_ns / seconds(frame.advanced);
    }
  }
  return message;
}

// Answers with what became of an edit.
template <Service S>
auto answering(std::shared_ptr<Responder<S>> responder) {
  return [responder](const EditOutcome& outcome) {
    responder->respond({.success = outcome.result == EditResult::done, .message = outcome.reason});
  };
}

}  // namespace

DiagnosticStatus twin_status(const std::string& robot, const TwinReport& report) {
  const TwinState& state = report.state;
  DiagnosticStatus status;
  status.level = level_of(state.tracking);
  status.name = "twin: " + robot;
  status.hardware_id = robot;
  status.message = name_of(state.tracking);
  if (state.is_paused) status.message += ", paused";
  if (!state.is_inside) status.message += ", outside of the tracked area";
  const auto add = [&](const char* key, std::string value) {
    status.values.push_back({key, std::move(value)});
  };
  add("state", std::string(name_of(state.tracking)));
  add("paused", state.is_paused ? "true" : "false");
  add("pose_age_ms", fmt::format("{:.1f}", 1000 * seconds(state.pose_age)));
  add("latency_ms", fmt::format("{:.1f}", 1000 * seconds(state.latency)));
  add("clock_offset_s", fmt::format("{:.6f}", seconds(state.clock_offset)));
  add("accepted", std::to_string(state.counts.accepted));
  add("late", std::to_string(state.counts.late));
  add("relocated", std::to_string(state.counts.relocated));
  add("duplicates", std::to_string(state.counts.duplicates));
  add("too_old", std::to_string(state.counts.too_old));
  add("outliers", std::to_string(state.counts.outliers));
  add("unusable", std::to_string(state.counts.unusable));
  add("outside", std::to_string(state.counts.outside));
  add("clock_steps", std::to_string(state.counts.clock_steps));
  add("off_m", fmt::format("{:.4f}", report.off_m));
  add("snaps", std::to_string(report.snaps));
  add("overlap_m", fmt::format("{:.4f}", report.overlap_m));
  return status;
}

TwinTopics::TwinTopics(Node& node, const RobotConfig& robot, const RobotInterface& interface,
                       Inbox& inbox, EditDesk& edits)
    : robot_(robot.name), frames_(interface.frames) {
  const auto offer = [&]<class M>(OfferedTopic<M>& topic, const char* name,
                                  const TopicOffer& usual) {
    topic = OfferedTopic<M>(node, interface.topic(name), usual, choice_for(interface.topics, name));
  };
  offer(pose_, "twin/pose", {});
  offer(status_, "twin/status", {.qos = qos::latched, .rate_hz = 10});
  offer(contacts_, "twin/contacts", {});
  poses_.emplace(
      node, pose_topic_of(robot), robot.twin.frame,
      [&inbox, name = robot.name, starts_step = robot.twin.starts_steps](const HeardPose& heard) {
        inbox.poses.put({name, heard.stamp, heard.pose, std::chrono::steady_clock::now()});
        if (starts_step) inbox.hurry.ring();
      });
  commands_.emplace(node, interface.topic("hardware/cmd_vel"), qos::reliable,
                    interface.command_type, [&inbox, name = robot.name](const Twist2& velocity) {
                      inbox.commands.put({name, velocity});
                    });
  attempt(node, [&] {
    imu_ = node.subscribe<sensor_msgs::msg::Imu>(
        interface.imu_topic, qos::sensor,
        [&inbox, name = robot.name](const sensor_msgs::msg::Imu& message) {
          inbox.inertia.put({name, to_time(message.header.stamp), message.angular_velocity.z});
        },
        {.is_immediate = true});
  });
  attempt(node, [&] {
    safety_stop_ = node.subscribe<std_msgs::msg::Bool>(
        interface.topic("safety_stop"), qos::reliable,
        [&inbox, name = robot.name](const std_msgs::msg::Bool& message) {
          inbox.edits.put({PauseTwin{name, message.data}});
        });
  });
  const auto serve = [&](const char* name, bool is_paused) {
    return node.serve<Trigger>(interface.topic(name), [&edits, robot_name = robot.name, is_paused](
                                                          const Trigger::Request&,
                                                          Responder<Trigger> responder) {
      edits.submit(PauseTwin{robot_name, is_paused},
                   answering<Trigger>(std::make_shared<Responder<Trigger>>(std::move(responder))));
    });
  };
  attempt(node, [&] {
    pause_ = serve("twin/pause", true);
    resume_ = serve("twin/resume", false);
  });
}

void TwinTopics::publish(const RobotState& robot, const Frame& frame) {
  if (!robot.twin) return;
  if (pose_.is_due(frame.time))
    pose_.publish({.header = make_header(frame.time, frames_.map),
                   .pose = to_message(robot.world_from_base)});
  if (contacts_.is_due(frame.time) && !robot.twin->touching.empty())
    contacts_.publish(contacts_message(robot, frame, frames_));

  // changes are told at once, everything else now and then
  const TwinState& state = robot.twin->state;
  const bool has_changed = told_ != state.tracking || was_paused_ != state.is_paused;
  const bool is_due = status_.is_due(frame.time);
  if (!status_.is_offered() || (!has_changed && !is_due)) return;
  status_.publish(twin_status(robot_, *robot.twin));
  told_ = state.tracking;
  was_paused_ = state.is_paused;
}

void TwinTopics::follow(const GraphView& graph) {
  poses_->follow(graph);
  commands_->follow(graph);
}

std::uint64_t TwinTopics::dropped() const {
  return pose_.dropped() + status_.dropped() + contacts_.dropped();
}

void TwinFleet::publish(const Frame& frame) {
  keep_up(frame);
  for (std::size_t i = 0; i < members_.size(); ++i)
    if (members_[i].twin) members_[i].twin->publish(frame.robots[i], frame);
}

void TwinFleet::keep_up(const Frame& frame) {
  if (std::ranges::equal(frame.robots, members_, {}, &RobotState::config, &Member::config)) return;
  std::vector<Member> now;
  for (const RobotState& robot : frame.robots) {
    RobotInterface interface = robot_interface(*robot.config, *frame.scenario);
    const auto known = std::ranges::find_if(members_, [&](const Member& member) {
      return member.config && member.config->name == robot.name &&
             member.interface.ns == interface.ns;
    });
    Member& member = now.emplace_back();
    if (known != members_.end()) {
      // its service stays whatever it becomes: somebody may wait for the answer
      member.set_twin = std::move(known->set_twin);
      if (known->interface == interface) member.twin = std::move(known->twin);
      known->config.reset();
    }
    member.config = robot.config;
    member.interface = std::move(interface);
  }
  // what is over goes before what is new comes
  for (const Member& gone : members_)
    if (gone.twin) dropped_by_gone_ += gone.twin->dropped();
  members_ = std::move(now);
  for (Member& member : members_) {
    if (!member.set_twin)
      attempt(node_, [&] {
        member.set_twin = node_.serve<SetBool>(
            member.interface.topic("set_twin"),
            [this, name = member.config->name](const SetBool::Request& request,
                                               Responder<SetBool> responder) {
              edits_.submit(
                  SetRobotMode{name, request.data ? RobotMode::twin : RobotMode::simulated},
                  answering<SetBool>(std::make_shared<Responder<SetBool>>(std::move(responder))));
            });
      });
    if (member.interface.is_twin && !member.twin)
      member.twin =
          std::make_unique<TwinTopics>(node_, *member.config, member.interface, inbox_, edits_);
  }
}

void TwinFleet::follow(const GraphView& graph) {
  for (const Member& member : members_)
    if (member.twin) member.twin->follow(graph);
}

std::uint64_t TwinFleet::dropped() const {
  std::uint64_t sum = dropped_by_gone_;
  for (const Member& member : members_)
    if (member.twin) sum += member.twin->dropped();
  return sum;
}

}  // namespace tandem
