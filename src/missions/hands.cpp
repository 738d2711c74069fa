// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "missions/hands.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "messages/dynamic.h"
#include "messages/dynamic_document.h"
#include "messages/time.h"
#include "middleware/names.h"
#include "scenario/bounds.h"
#include "scenario/ground.h"
#include "scenario/newcomer.h"
#include "tools/known_types.h"

namespace tandem {

namespace {

constexpr Duration command_period = 100ms;  // robots stop when nobody commands for longer
constexpr double gap_m = 0.001;             // between a placed thing and the ground

std::string place_text(const Place& place) { return fmt::format("{}:{}", place.file, place.line); }

geometry_msgs::msg::PoseStamped in_map(const Pose2& pose) {
  geometry_msgs::msg::PoseStamped message{.header = {.frame_id = "map"}};
  message.pose.position = {.x = pose.translation.x, .y = pose.translation.y};
  message.pose.orientation = {.z = std::sin(pose.yaw / 2), .w = std::cos(pose.yaw / 2)};
  return message;
}

std::string sentence(const EventPlan& event, const std::string& why) {
  return fmt::format("{}: '{}' was refused: {}", place_text(event.place), event.text, why);
}

template <class T>
T or_throw(Result<T> result) {
  if (!result) throw std::runtime_error(result.error());
  return *std::move(result);
}

std::string about(const nav2_msgs::action::NavigateToPose::Result& result) {
  return result.error_msg;
}
std::string about(const nav2_msgs::action::FollowWaypoints::Result& result) {
  return result.missed_waypoints.empty()
             ? result.error_msg
             : fmt::format("{} missed; {}", result.missed_waypoints.size(), result.error_msg);
}

}  // namespace

Hands::Hands(LockstepWorld& world, Node& node, Observer& observer, Tell tell)
    : world_(world), node_(node), observer_(observer), tell_(std::move(tell)) {}

void Hands::announce(const std::vector<EventPlan>& events) {
  for (const EventPlan& event : events)
    if (const auto* deed = std::get_if<PublishMessage>(&event.deed)) publisher_of(*deed);
}

void Hands::perform(const EventPlan& event) {
  tell_(TimelineEntry::Kind::event, event.text, event.robot, false);
  std::visit([&](const auto& deed) { act(deed, event); }, event.deed);
}

void Hands::ask(Edit edit, const EventPlan& event) {
  const Ticket ticket = next_ticket();
  world_.inbox().edits.put({std::move(edit), ticket});
  edits_.push_back({ticket, &event});
}

std::optional<std::string> Hands::unheard() const {
  const auto sentence = [](const EventPlan& event, std::string_view kind, const std::string& name) {
    return fmt::format("{}: '{}' was for nobody: there is no {} {}", place_text(event.place),
                       event.text, kind, name);
  };
  for (const Call& call : calls_)
    if (!call.is_answered && !call.client.is_server_ready())
      return sentence(*call.event, "service", call.service);
  for (const SentGoal& goal : sent_)
    if (!goal.has_server()) return sentence(*goal.event, "action server", goal.action);
  return std::nullopt;
}

std::optional<std::string> Hands::refusal(const Frame& frame) {
  const auto find = [](std::vector<Asked>& asked, Ticket ticket) -> const EventPlan* {
    const auto found = std::ranges::find(asked, ticket, &Asked::ticket);
    if (found == asked.end()) return nullptr;
    const EventPlan* event = found->event;
    asked.erase(found);
    return event;
  };
  for (const EditOutcome& outcome : frame.outcomes)
    if (const EventPlan* event = find(edits_, outcome.ticket))
      if (outcome.result != EditResult::done) return sentence(*event, outcome.reason);
  for (const OrderOutcome& outcome : frame.order_outcomes)
    if (const EventPlan* event = find(orders_, outcome.ticket))
      if (!outcome.is_done) return sentence(*event, outcome.text);
  if (!refused_.empty()) return refused_.front();
  const auto painted = std::exchange(paints_, {});
  if (frame.refused_paint_edits > 0 && !painted.empty())
    return sentence(*painted.front(), frame.paint ? "the floor cannot be painted like this"
                                                  : "this scenario has no floor to paint");
  return std::nullopt;
}

std::string Hands::robot_of(const EventPlan& event) const {
  const Frame& frame = world_.frame();
  const std::string name = thing_meant(event.robot, frame);
  if (name.empty()) throw std::runtime_error("there is no robot in this world");
  if (std::ranges::find(frame.robots, name, &RobotState::name) == frame.robots.end())
    throw std::runtime_error(fmt::format("there is no robot '{}'", name));
  return name;
}

std::string Hands::topic_of(const std::string& robot, const std::string& name) const {
  const auto& robots = world_.frame().robots;
  const auto found = std::ranges::find(robots, robot, &RobotState::name);
  return join_names(join_names("/", namespace_of(*found->config)), name);
}

// --- things

Pose Hands::world_from(const DeedPose& where, const Model* model) const {
  Pose world_from_thing = where.pose;
  if (!where.relative_to.empty()) {
    const Frame& frame = world_.frame();
    const std::string name = where.relative_to;
    const auto robot = std::ranges::find(frame.robots, name, &RobotState::name);
    if (robot == frame.robots.end() && !frame.entities->find(name))
      throw std::runtime_error(fmt::format("there is no '{}' to be relative to", name));
    const Pose world_from_other =
        robot == frame.robots.end() ? world_.pose_of(name) : robot->world_from_base;
    const Pose upright{world_from_other.translation,
                       Quat::from_rpy(0, 0, world_from_other.rotation.yaw())};
    world_from_thing = upright * where.pose;
  }
  if (where.has_z && where.relative_to.empty()) return world_from_thing;
  Vec3& at = world_from_thing.translation;
  const double ground = Ground(world_.scenario().world).height(at.x, at.y).value_or(0);
  const double below = model ? bounds_of(*model, {{}, world_from_thing.rotation}).low.z : 0;
  at.z =
      where.has_z ? where.pose.translation.z : ground + gap_m - (std::isfinite(below) ? below : 0);
  return world_from_thing;
}

void Hands::act(const PlaceThing& deed, const EventPlan& event) {
  Newcomer newcomer =
      read_newcomer({.name = deed.name, .uri = deed.object, .catalog = &world_.scenario().catalog});
  if (!newcomer.what) throw std::runtime_error(newcomer.reason);
  std::visit(
      [&](auto& thing) {
        const Pose pose = world_from(deed.where, thing.model.get());
        if constexpr (requires { thing.world_from_model; })
          thing.world_from_model = pose;
        else
          thing.world_from_robot = pose;
      },
      *newcomer.what);
  ask(Spawn{.what = *std::move(newcomer.what), .may_rename = deed.name.empty()}, event);
}

void Hands::act(const MoveThing& deed, const EventPlan& event) {
  const Entity* entity = world_.frame().entities->find(deed.thing);
  if (!entity) throw std::runtime_error(fmt::format("there is no '{}'", deed.thing));
  ask(SetEntityState{.name = deed.thing,
                     .world_from_entity = world_from(deed.where, entity->model.get())},
      event);
}

void Hands::act(const RemoveThing& deed, const EventPlan& event) {
  ask(RemoveEntity{deed.thing}, event);
}

void Hands::act(const PaintFloor& deed, const EventPlan& event) {
  world_.inbox().paint.put(deed.edit);
  paints_.push_back(&event);
}

// --- robots

void Hands::set_goal(const EventPlan& event, const std::string& robot, const std::string& status,
                     const std::string& more) {
  std::erase_if(sent_, [&](const SentGoal& goal) { return goal.event == &event; });
  observer_.set_goal(event.name, status);
  tell_(TimelineEntry::Kind::goal,
        fmt::format("{}: {}{}", event.name, status, more.empty() ? "" : ", " + more), robot,
        status == "aborted" || status == "rejected");
}

template <Action A>
void Hands::send_goal(ActionClient<A>& client, const std::string& action,
                      const typename A::Goal& goal, const EventPlan& event,
                      const std::string& robot) {
  observer_.set_goal(event.name, "sent");
  sent_.push_back({&event, action, [&client] { return client.is_server_ready(); }});
  client.send_goal(
      goal,
      {.on_accepted = [this, &event, robot] { set_goal(event, robot, "active"); },
       .on_rejected = [this, &event,
                       robot](const std::string& why) { set_goal(event, robot, "rejected", why); },
       .on_feedback = {},
       .on_result =
           [this, &event, robot](const Result<Outcome<A>>& outcome) {
             if (!outcome) return set_goal(event, robot, "aborted", outcome.error());
             set_goal(event, robot, std::string(to_string(outcome->status)),
                      about(outcome->result));
           }});
}

void Hands::act(const GoTo& deed, const EventPlan& event) {
  const std::string robot = robot_of(event);
  if (deed.is_tour) {
    const std::string action = topic_of(robot, "follow_waypoints");
    if (!tours_.contains(robot)) tours_.emplace(robot, node_.action_client<TourAction>(action));
    TourAction::Goal goal;
    for (const Pose2& pose : deed.map_from_goals) goal.poses.push_back(in_map(pose));
    return send_goal(tours_.at(robot), action, goal, event, robot);
  }
  const std::string action = topic_of(robot, "navigate_to_pose");
  if (!goals_.contains(robot)) goals_.emplace(robot, node_.action_client<Pose2Action>(action));
  send_goal(goals_.at(robot), action, {.pose = in_map(deed.map_from_goals.front())}, event, robot);
}

void Hands::act(const DriveFor& deed, const EventPlan& event) {
  const std::string robot = robot_of(event);
  drives_.push_back({.event = &event,
                     .robot = robot,
                     .velocity = deed.velocity,
                     .until = world_.now() + deed.lasts,
                     .next = world_.now()});
}

void Hands::act(const DriveAlong& deed, const EventPlan& event) {
  const std::string robot = robot_of(event);
  drives_.push_back({.event = &event,
                     .robot = robot,
                     .driver = WaypointDriver(deed.points, deed.speed_mps, deed.tolerance_m),
                     .is_by_truth = deed.is_by_truth,
                     .next = world_.now()});
  set_goal(event, robot, "active");
}

CommandSender& Hands::commands_to(const std::string& robot) {
  std::unique_ptr<CommandSender>& sender = commands_[robot];
  if (!sender) {
    const auto& robots = world_.frame().robots;
    const auto found = std::ranges::find(robots, robot, &RobotState::name);
    const bool is_stamped = found->config->ros.cmd_vel_type == CommandVelocityType::stamped;
    sender = std::make_unique<CommandSender>(
        node_, topic_of(robot, "cmd_vel"), is_stamped ? CommandType::stamped : CommandType::twist);
  }
  return *sender;
}

void Hands::keep_on() {
  const SimTime now = world_.now();
  for (Drive& drive : drives_) {
    if (now < drive.next) continue;
    const auto& robots = world_.frame().robots;
    const auto robot = std::ranges::find(robots, drive.robot, &RobotState::name);
    if (robot == robots.end()) {
      drive.is_over = true;
      continue;
    }
    drive.next = now + command_period;
    Twist2 velocity = drive.velocity;
    if (drive.driver) {
      const RobotWay& way = observer_.now().ways.at(drive.robot);
      const Pose& truth = robot->world_from_base;
      velocity =
          drive.driver->drive(drive.is_by_truth ? Pose2{{truth.translation.x, truth.translation.y},
                                                        truth.rotation.yaw()}
                                                : way.believed);
      drive.is_over = drive.driver->is_there();
    } else if (now >= drive.until) {
      drive.is_over = true;
      velocity = {};
    }
    commands_to(drive.robot).send(velocity);
    if (drive.is_over && drive.driver) set_goal(*drive.event, drive.robot, "succeeded");
  }
  drives_.remove_if([](const Drive& drive) { return drive.is_over; });
}

void Hands::act(const PauseRobot& deed, const EventPlan& event) {
  ask(PauseTwin{robot_of(event), deed.is_paused}, event);
}

void Hands::act(const GiveOrder& deed, const EventPlan& event) {
  const Ticket ticket = next_ticket();
  world_.inbox().orders.put({.robot = event.robot, .words = deed.words, .ticket = ticket});
  orders_.push_back({ticket, &event});
}

// --- the world

void Hands::act(const SwitchWorld& deed, const EventPlan&) {
  drives_.clear();
  commands_.clear();
  sent_.clear();
  goals_.clear();
  tours_.clear();
  world_.switch_to(deed.scenario, {.overrides = deed.settings, .seed = world_.scenario().seed});
  if (on_switch_) on_switch_();
}

void Hands::act(const ResetWorld& deed, const EventPlan& event) { ask(Reset{deed.scope}, event); }

void Hands::act(const ChangeTracker& deed, const EventPlan&) {
  if (!world_.plant())
    throw std::runtime_error("only the stand-in of a twin has a tracker; run it with --mode twin");
  PlantNode& plant = *world_.plant();
  PoseTrackerConfig config = plant.tracker();
  if (deed.is_blind) plant.set_blind(*deed.is_blind);
  config.loss_share = deed.loss_share.value_or(config.loss_share);
  config.outlier_share = deed.outlier_share.value_or(config.outlier_share);
  config.position_noise_m = deed.position_noise_m.value_or(config.position_noise_m);
  config.yaw_noise_rad = deed.yaw_noise_rad.value_or(config.yaw_noise_rad);
  config.latency = deed.latency.value_or(config.latency);
  config.jitter = deed.jitter.value_or(config.jitter);
  plant.set_tracker(config);
}

void Hands::act(const CauseFault& deed, const EventPlan& event) {
  ask(InjectFault{deed.fault}, event);
}

void Hands::act(const EndFault& deed, const EventPlan& event) { ask(ClearFault{deed.name}, event); }

// --- the network

void Hands::act(const PublishMessage& deed, const EventPlan&) {
  const MessageType* type = or_throw(known_message_type(deed.type));
  const MessageValue message = or_throw(from_document(type->description(), deed.content));
  publisher_of(deed).publish(encode_cdr(message));
}

BytesPublisher& Hands::publisher_of(const PublishMessage& deed) {
  const auto known = publishers_.find(deed.topic);
  if (known != publishers_.end()) return known->second;
  const MessageType* type = or_throw(known_message_type(deed.type));
  return publishers_.emplace(deed.topic, node_.bytes_publisher(deed.topic, id_of(*type)))
      .first->second;
}

void Hands::act(const CallService& deed, const EventPlan& event) {
  constexpr Duration patience = 10s;  // simulated
  const ServiceType* type = or_throw(known_service_type(deed.type));
  const MessageValue request = or_throw(from_document(type->request.description(), deed.content));
  Call& call =
      calls_.emplace_back(&event, deed.service, node_.bytes_client(deed.service, id_of(*type)));
  call.client.call(
      encode_cdr(request), patience, [this, &call, &event, type](const Result<SharedBytes>& bytes) {
        call.is_answered = true;
        if (!bytes) refused_.push_back(sentence(event, bytes.error()));
        const auto answer = bytes ? decode_cdr(type->response.description(), **bytes)
                                  : Result<MessageValue>(Error{bytes.error()});
        tell_(TimelineEntry::Kind::event,
              fmt::format("{}: {}", event.name, answer ? to_json(*answer) : answer.error()),
              event.robot, !answer);
      });
}

}  // namespace tandem
