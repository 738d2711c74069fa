// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/goal_sender.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <utility>

#include "messages/action_msgs.h"
#include "messages/dynamic.h"
#include "tools/graph_queries.h"
#include "tools/known_types.h"

namespace tandem {

namespace {

using Members = MessageValue::Members;

std::array<std::uint8_t, 16> make_goal_id() {
  std::random_device random;
  std::array<std::uint8_t, 16> id{};
  for (std::uint8_t& byte : id) byte = static_cast<std::uint8_t>(random());
  return id;
}

// A request of which the first field is the goal's id, as it is in all of an action's services.
MessageValue request_with_id(const TypeDescription& type, const std::array<std::uint8_t, 16>& id) {
  MessageValue request = default_value(type);
  auto& goal_id = std::get<Members>(std::get<Members>(request.content)[0].value.content);
  goal_id[0].value.content = std::vector<std::uint8_t>(id.begin(), id.end());
  return request;
}

template <class T>
T field(const MessageValue& message, std::string_view name) {
  return std::get<T>(find_part(message, name).value().content);
}

}  // namespace

std::string goal_status_name(std::int8_t status) {
  constexpr std::array names{"UNKNOWN",   "ACCEPTED", "EXECUTING", "CANCELING",
                             "SUCCEEDED", "CANCELED", "ABORTED"};
  const auto index = static_cast<std::size_t>(status);
  return index < names.size() ? names[index] : fmt::format("{}", status);
}

GoalSender::GoalSender(ToolNode& tool, std::string action, const ActionType& type,
                       bool wants_feedback)
    : tool_(tool),
      action_(std::move(action)),
      type_(type),
      goal_id_(make_goal_id()),
      send_goal_(tool, action_ + "/_action/send_goal", id_of(type.send_goal)),
      cancel_goal_(tool, action_ + "/_action/cancel_goal",
                   id_of(*find_service_type("action_msgs/srv/CancelGoal"))) {
  get_result_ = tool.endpoints().client(action_ + "/_action/get_result", id_of(type.get_result),
                                        [this](SharedBytes bytes, std::int64_t) {
                                          events_.put({Event::Kind::result, std::move(bytes)});
                                        });
  if (wants_feedback)
    feedback_ =
        tool.endpoints().subscribe(action_ + "/_action/feedback", id_of(type.feedback_message),
                                   qos::reliable, [this](SharedBytes bytes, const MessageInfo&) {
                                     events_.put({Event::Kind::feedback, std::move(bytes)});
                                   });
  tool_.on_change([this] { events_.put({Event::Kind::graph_changed, {}}); });
}

GoalSender::~GoalSender() { tool_.on_change({}); }

bool GoalSender::wait_for_server(Duration timeout) {
  const auto is_ready = [&] {
    return send_goal_.is_ready() && cancel_goal_.is_ready() && get_result_->is_server_ready() &&
           (!feedback_ || feedback_->aware_publisher_count() > 0);
  };
  return tool_.wait_until(is_ready, Clock::now() + timeout);
}

std::string GoalSender::goal_id() const { return fmt::format("{:02x}", fmt::join(goal_id_, "")); }

Result<bool> GoalSender::send(const MessageValue& goal, Duration timeout) {
  MessageValue request = request_with_id(type_.send_goal.request.description(), goal_id_);
  std::get<Members>(request.content)[1].value = goal;
  const auto answer = send_goal_.call(encode_cdr(request), timeout);
  if (!answer) return Error{answer.error()};
  const auto response = decode_cdr(type_.send_goal.response.description(), **answer);
  if (!response) return Error{response.error()};
  const bool is_accepted = field<bool>(*response, "accepted");
  if (is_accepted) ask_for_result();
  return is_accepted;
}

void GoalSender::ask_for_result() {
  // the server answers when the goal has ended
  get_result_->request(
      encode_cdr(request_with_id(type_.get_result.request.description(), goal_id_)));
}

Result<std::optional<GoalNews>> GoalSender::next(std::stop_token stop, Clock::time_point deadline) {
  while (const auto event = events_.take(stop, deadline)) {
    if (event->kind == Event::Kind::graph_changed) {
      if (is_server_gone()) return Error{fmt::format("the server of {} is gone", action_)};
      continue;
    }
    auto news = read(*event);
    if (!news) continue;
    if (!*news) return Error{news->error()};
    return std::optional<GoalNews>(**std::move(news));
  }
  return std::optional<GoalNews>();
}

std::optional<Result<GoalNews>> GoalSender::read(const Event& event) const {
  const bool is_result = event.kind == Event::Kind::result;
  const MessageType& type = is_result ? type_.get_result.response : type_.feedback_message;
  const auto message = decode_cdr(type.description(), *event.bytes);
  if (!message) return Error{message.error()};
  if (is_result)
    return GoalNews{.has_ended = true,
                    .status = field<std::int8_t>(*message, "status"),
                    .content = find_part(*message, "result").value()};

  // feedback for all goals of an action comes on one topic
  const auto id = field<std::vector<std::uint8_t>>(*message, "goal_id.uuid");
  if (!std::ranges::equal(id, goal_id_)) return {};
  return GoalNews{.content = find_part(*message, "feedback").value()};
}

Result<bool> GoalSender::cancel(Duration timeout) {
  action_msgs::srv::CancelGoal::Request request;
  request.goal_info.goal_id.uuid = goal_id_;
  const std::int64_t sequence = cancel_goal_.send(to_cdr(request));
  const auto answer = cancel_goal_.take_answer(sequence, {}, Clock::now() + timeout);
  if (!answer)
    return Error{fmt::format("{} did not answer within {} s", action_, seconds(timeout))};
  const auto response = from_cdr<action_msgs::srv::CancelGoal::Response>(**answer);
  if (!response) return Error{response.error()};
  return !response->goals_canceling.empty();
}

bool GoalSender::is_server_gone() const {
  return endpoints_of_service(tool_.graph(), action_ + "/_action/get_result").offering.empty();
}

}  // namespace tandem
