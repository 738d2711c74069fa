// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "measuring.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/log.h"

namespace tandem {

namespace {

// What all publishers can serve, with as little as possible asked of them.
constexpr QosChoice undemanding{.is_reliable = false, .is_latched = false, .depth = 1000};

}  // namespace

void add_measuring_options(Command command, MeasuringOptions& options, std::size_t default_window) {
  options.window = default_window;
  command.argument("TOPIC", options.topic, "Its name");
  command.number("-w,--window", options.window, {2, 1e6},
                 fmt::format("How many messages to look back on, {} unless said", default_window));
  command.seconds("--timeout", options.timeout, "End after this long; otherwise with Ctrl-C");
  add_network_options(command, options.network);
}

void measure(NetworkTool& tool, const MeasuringOptions& options,
             const std::function<void(const Arrival&, const TopicListener&)>& on_arrival,
             const std::function<std::string()>& report) {
  using Clock = ToolNode::Clock;
  const std::string topic = absolute_name(options.topic);
  TopicListener listener(tool.node(), {.topic = topic, .qos = undemanding},
                         [](std::string_view what) { log(LogLevel::info, what); });
  const auto end = options.timeout ? Clock::now() + *options.timeout : Clock::time_point::max();
  Clock::time_point next_report = Clock::time_point::max();  // a second after the first message
  std::size_t count = 0;
  std::size_t reported = 0;
  while (!tool.is_stopped()) {
    if (const auto arrival = value_or_fail(listener.next(std::min(next_report, end)))) {
      on_arrival(*arrival, listener);
      if (count++ == 0) next_report = Clock::now() + 1s;
    }

    const Clock::time_point now = Clock::now();
    const bool is_over = now >= end && !tool.is_stopped();
    if (count > 0 && (now >= next_report || is_over)) {
      const std::string text = report();
      if (count == reported && !is_over)
        log(LogLevel::info, fmt::format("no new messages on {}", topic));
      else if (!text.empty())
        tool.out().line(text);
      reported = count;
      next_report += 1s;
    }
    if (is_over) break;
  }
  if (count == 0 && !tool.is_stopped())
    fail(fmt::format("nothing came on {} within {} s", topic, seconds(*options.timeout)));
}

}  // namespace tandem
