// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/streams/command_topic.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "messages/geometry_msgs.h"
#include "ports/streams/attempt.h"
#include "ports/streams/sent_type.h"

namespace tandem {

namespace {

using geometry_msgs::msg::TwistStamped;

// in here Twist is ours
using TwistMessage = geometry_msgs::msg::Twist;

// A robot on wheels has no use for the other four.
Twist2 to_command(const TwistMessage& twist) { return {twist.linear.x, twist.angular.z}; }

constexpr std::array<TypeName<CommandType>, 2> type_names{{
    {CommandType::twist, TwistMessage::type_name},
    {CommandType::stamped, TwistStamped::type_name},
}};

}  // namespace

std::optional<CommandType> sent_command_type(const GraphView& graph, std::string_view topic,
                                             std::string_view except_node) {
  return sent_type<CommandType>(graph, topic, type_names, except_node);
}

CommandTopic::CommandTopic(Node& node, std::string topic, const Qos& qos,
                           std::optional<CommandType> type, OnCommand on_command)
    : node_(node),
      topic_(std::move(topic)),
      resolved_(node.resolve_topic(topic_)),
      qos_(qos),
      is_following_(!type),
      on_command_(std::move(on_command)) {
  if (!type) type = sent_command_type(node.graph(), resolved_);
  listen(type.value_or(CommandType::twist));
}

void CommandTopic::listen(CommandType type) {
  type_ = type;
  // the old one goes first: both at once cannot be
  subscription_.close();
  attempt(node_, [&] {
    subscription_ = type == CommandType::twist
                        ? listen_to<TwistMessage>([](const TwistMessage& m) { return m; })
                        : listen_to<TwistStamped>([](const TwistStamped& m) { return m.twist; });
  });
}

template <Message M, class TwistOf>
Subscription CommandTopic::listen_to(TwistOf twist_of) {
  return node_.subscribe<M>(
      topic_, qos_,
      [call = on_command_, twist_of](const M& message) { call(to_command(twist_of(message))); },
      {.is_immediate = true});
}

// Where both types are sent, whoever was heard first is heard on.
void CommandTopic::follow(const GraphView& graph) {
  if (!is_following_) return;
  const std::optional<CommandType> sent = sent_command_type(graph, resolved_);
  if (!sent || *sent == type_) return;
  node_.log(LogLevel::info, fmt::format("{} is sent as {}, so that is what is read", resolved_,
                                        *sent == CommandType::stamped ? "TwistStamped" : "Twist"));
  listen(*sent);
}

}  // namespace tandem
