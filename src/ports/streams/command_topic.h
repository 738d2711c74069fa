// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "geometry/pose2.h"
#include "middleware/node.h"

namespace tandem {

// Nav2 up to Jazzy steers by Twist, later ones by TwistStamped.
enum class CommandType { twist, stamped };

// What the publishers of a topic send, those of one node apart; nothing while there is none, or
// some of both.
std::optional<CommandType> sent_command_type(const GraphView& graph, std::string_view topic,
                                             std::string_view except_node = {});

// Where a robot hears velocity commands. In DDS a topic has one type per participant, so without a
// fixed type it follows whoever sends: the type of the publishers, as long as there are any.
class CommandTopic {
 public:
  // Called on a thread of the transport; leaves the command in a mailbox and returns.
  using OnCommand = std::function<void(const Twist2&)>;

  // No type: follow the publishers.
  CommandTopic(Node& node, std::string topic, const Qos& qos, std::optional<CommandType> type,
               OnCommand on_command);

  // The network may look different.
  void follow(const GraphView& graph);

  CommandType type() const { return type_; }

 private:
  void listen(CommandType type);
  template <Message M, class TwistOf>
  Subscription listen_to(TwistOf twist_of);

  Node& node_;
  const std::string topic_;     // as the port calls it
  const std::string resolved_;  // as the network does
  const Qos qos_;
  const bool is_following_;
  const OnCommand on_command_;
  CommandType type_{};
  Subscription subscription_;
};

}  // namespace tandem
