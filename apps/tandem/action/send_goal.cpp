// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <optional>

#include "action_commands.h"
#include "base/log.h"
#include "given_text.h"
#include "messages/action_msgs.h"
#include "messages/dynamic.h"
#include "network_tool.h"
#include "tools/goal_sender.h"
#include "tools/known_types.h"
#include "tools/message_template.h"
#include "waiting.h"

namespace tandem {

namespace {

using action_msgs::msg::GoalStatus;

struct Options {
  NetworkOptions network;
  std::string action;
  std::string type;
  GivenText text;
  bool shows_feedback = false;
  Duration timeout = 10s;
};

// A message with a title, each line indented.
std::string titled(const char* title, const MessageValue& message) {
  std::string text = fmt::format("{}:\n", title);
  bool is_line_start = true;
  for (const char c : to_yaml(message)) {
    if (is_line_start) text += "    ";
    text += c;
    is_line_start = c == '\n';
  }
  return text;
}

int print_end(Output& out, const GoalNews& end) {
  out.line(titled("Result", end.content));
  out.line(fmt::format("Goal finished with status: {}", goal_status_name(end.status)));
  return end.status == GoalStatus::STATUS_SUCCEEDED ? 0 : 1;
}

// The person has pressed Ctrl-C: the robot must not go on alone.
int cancel(NetworkTool& tool, GoalSender& goal, Duration timeout) {
  tool.out().line("Canceling goal...");
  if (!value_or_fail(goal.cancel(timeout))) fail("the server goes on: it refused to cancel");
  const auto deadline = ToolNode::Clock::now() + timeout;
  while (const auto news = value_or_fail(goal.next({}, deadline))) {
    if (!news->has_ended) continue;
    print_end(tool.out(), *news);
    if (news->status != GoalStatus::STATUS_CANCELED) return 1;
    tool.out().line("Goal canceled.");
    return 0;
  }
  fail(fmt::format("the server agreed to cancel, but did not end within {} s", seconds(timeout)));
}

int send_goal(const Options& options) {
  const std::string action = absolute_name(options.action);
  const ActionType& type = *value_or_reject(known_action_type(options.type));
  const MessageTemplate pattern =
      value_or_reject(MessageTemplate::from_yaml(type.goal.description(), read(options.text)));

  NetworkTool tool(options.network);
  GoalSender sender(tool.node(), action, type, options.shows_feedback);
  tool.out().line("Waiting for an action server to become available...");
  wait_for_server(
      tool, [&](Duration limit) { return sender.wait_for_server(limit); },
      {actions, action, std::string(type.name)}, options.timeout);

  const MessageValue goal = pattern.value(std::chrono::system_clock::now().time_since_epoch());
  tool.out().line(titled("Sending goal", goal));
  if (!value_or_fail(sender.send(goal, options.timeout))) {
    tool.out().line("Goal was rejected.");
    return 1;
  }
  tool.out().line(fmt::format("Goal accepted with ID: {}\n", sender.goal_id()));

  const auto no_deadline = ToolNode::Clock::time_point::max();
  while (const auto news = value_or_fail(sender.next(tool.stop(), no_deadline))) {
    if (news->has_ended) return print_end(tool.out(), *news);
    tool.out().line(titled("Feedback", news->content));
  }
  return cancel(tool, sender, options.timeout);
}

}  // namespace

void add_action_send_goal(Command action) {
  Command command =
      action.add("send_goal", "Send a goal and wait for its result; Ctrl-C cancels the goal");
  const auto options = std::make_shared<Options>();
  command.argument("ACTION", options->action, "Its name");
  command.argument("TYPE", options->type, "As in nav2_msgs/action/NavigateToPose");
  add_text_options(command, options->text, "GOAL",
                   "In YAML or JSON: '{pose: {header: {frame_id: map}}}'");
  command.flag("-f,--feedback", options->shows_feedback, "Show feedback as it comes");
  command.seconds("--timeout", options->timeout,
                  "How long to wait for the server and for its answer to goal and cancel; 10 "
                  "unless said");
  add_network_options(command, options->network);
  command.on_run([options] {
    if (const int code = send_goal(*options); code != 0) throw CommandEnd(code);
  });
}

}  // namespace tandem
