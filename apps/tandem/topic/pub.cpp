// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>

#include "base/log.h"
#include "counted.h"
#include "given_text.h"
#include "messages/dynamic.h"
#include "network_tool.h"
#include "qos_options.h"
#include "tools/clock_listener.h"
#include "tools/known_types.h"
#include "tools/message_template.h"
#include "tools/value_text.h"
#include "topic_commands.h"

namespace tandem {

namespace {

using Clock = ToolNode::Clock;

struct Options {
  NetworkOptions network;
  QosOptions qos;
  std::string topic;
  std::string type;
  GivenText message;
  std::string node_name;
  double rate_hz = 1;
  std::size_t print_every = 1;
  bool once = false;
  std::size_t times = 0;  // 0: no limit
  std::optional<int> wait_for;
  Duration longest_wait = 10s;
  Duration keep_alive = 100ms;
  bool uses_simulated_time = false;
};

// Who subscribed to another type will never hear us.
void fail_on_other_type(const GraphView& graph, const std::string& topic, std::string_view type) {
  const auto types = types_of(endpoints_of_topic(graph, topic).using_it);
  if (types.empty() || std::ranges::find(types, type) != types.end()) return;
  fail(fmt::format("nothing was published: {} is subscribed to as {}, not as {}", topic,
                   fmt::join(types, ", "), type));
}

void wait_for_subscribers(NetworkTool& tool, const Options& options, const RawPublisher& publisher,
                          const std::string& topic, std::string_view type, bool is_counted) {
  const int wanted = options.wait_for.value_or(is_counted ? 1 : 0);
  const auto is_matched = [&] { return publisher.subscriber_count() >= wanted; };
  if (is_matched()) return;
  const Clock::time_point start = Clock::now();
  if (tool.node().wait_until(is_matched, start + std::min(options.longest_wait, Duration(1s))))
    return;
  if (tool.is_stopped()) return;
  fail_on_other_type(tool.node().graph(), topic, type);
  log(LogLevel::info,
      fmt::format("waiting for {} to {}", counted(static_cast<std::size_t>(wanted), "subscription"),
                  topic));
  if (tool.node().wait_until(is_matched, start + options.longest_wait) || tool.is_stopped()) return;
  fail(fmt::format("nothing was published: {} subscribed to {} within {} s; -w 0 does not wait",
                   publisher.subscriber_count() == 0
                       ? "nobody"
                       : fmt::format("only {}", publisher.subscriber_count()),
                   topic, seconds(options.longest_wait)));
}

void wait_for_clock(NetworkTool& tool, const ClockListener& clock, Duration longest) {
  if (tool.node().wait_until([&] { return clock.now().has_value(); }, Clock::now() + longest) ||
      tool.is_stopped())
    return;
  fail(fmt::format("nothing was published: nobody published the time on /clock within {} s",
                   seconds(longest)));
}

// Who hears of us later than we of them gets the message when it asks for what it missed.
void wait_until_heard(NetworkTool& tool, const RawPublisher& publisher, const std::string& topic) {
  constexpr Duration longest = 5s;
  if (tool.is_stopped() ||
      tool.node().wait_until([&] { return publisher.is_all_acknowledged(); },
                             Clock::now() + longest) ||
      tool.is_stopped())
    return;
  fail(fmt::format("not every subscription to {} confirmed within {} s that it has the message",
                   topic, seconds(longest)));
}

void publish(const Options& options) {
  const std::string topic = absolute_name(options.topic);
  const MessageType& type = *value_or_reject(known_message_type(options.type));
  const MessageTemplate pattern =
      value_or_reject(MessageTemplate::from_yaml(type.description(), read(options.message)));
  const std::size_t times = options.once ? 1 : options.times;

  NetworkTool tool(options.network, options.node_name);
  const auto publisher =
      tool.node().endpoints().publisher(topic, id_of(type), publisher_qos(to_choice(options.qos)));
  const ClockListener clock(tool.node(), options.uses_simulated_time);
  wait_for_subscribers(tool, options, *publisher, topic, type.name, times > 0);
  wait_for_clock(tool, clock, options.longest_wait);

  tool.out().line("publisher: beginning loop");
  const Clock::time_point start = Clock::now();
  const std::chrono::duration<double> period(1 / options.rate_hz);
  for (std::size_t i = 0; (times == 0 || i < times) && !tool.is_stopped(); ++i) {
    const MessageValue message = pattern.value(clock.now().value_or(Duration{}));
    publisher->publish(encode_cdr(message));
    if (options.print_every > 0 && (i + 1) % options.print_every == 0)
      tool.out().line(
          fmt::format("publishing #{}: {}\n", i + 1, to_python(type.description(), message)));
    const bool is_last = i + 1 == times;
    const auto next =
        start + std::chrono::duration_cast<Clock::duration>(period * static_cast<double>(i + 1));
    tool.node().sleep_until(is_last ? Clock::now() + options.keep_alive : next);
  }
  wait_until_heard(tool, *publisher, topic);
}

}  // namespace

void add_topic_pub(Command topic) {
  Command command = topic.add("pub", "Publish messages");
  const auto options = std::make_shared<Options>();
  command.argument("TOPIC", options->topic, "Its name");
  command.argument("TYPE", options->type, "As in geometry_msgs/msg/Twist");
  add_text_options(command, options->message, "MESSAGE",
                   "In YAML or JSON: '{linear: {x: 0.2}}'; a time may be now, a header auto");
  Argument once = command.flag("-1,--once", options->once, "One message");
  command.number("-t,--times", options->times, {0, 1e9}, "So many messages; 0 is no limit")
      .excludes(once);
  command.number("-r,--rate", options->rate_hz, {1e-3, 1e5}, "Messages per second, 1 unless said");
  command.number("-p,--print", options->print_every, {0, 1e9},
                 "Print every such message; 0 prints none");
  command.number("-w,--wait-matching-subscriptions", options->wait_for, {0, 1e4},
                 "First wait for so many subscriptions; 1 with --once and --times, else 0");
  command.seconds("--max-wait-time-secs", options->longest_wait,
                  "How long to wait for them, 10 unless said");
  command.seconds("--keep-alive", options->keep_alive,
                  "Stay so long after the last message, 0.1 unless said");
  command.text("-n,--node-name", options->node_name, "Name of the publishing node");
  command.flag("-s,--use-sim-time", options->uses_simulated_time,
               "now and auto are the time on /clock instead of the real one");
  add_qos_options(command, options->qos, "otherwise reliable, of which the last 10 wait");
  add_network_options(command, options->network);
  command.on_run([options] { publish(*options); });
}

}  // namespace tandem
