// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>

#include "base/log.h"
#include "measuring.h"
#include "messages/dynamic.h"
#include "tools/clock_listener.h"
#include "tools/known_types.h"
#include "tools/stamps.h"
#include "tools/window_statistics.h"
#include "topic_commands.h"

namespace tandem {

namespace {

struct Options {
  MeasuringOptions measuring;
  bool uses_simulated_time = false;
};

class DelayMeter {
 public:
  explicit DelayMeter(std::size_t window) : delays_(window) {}

  void add(const Arrival& arrival, const TypeId& type, std::optional<Duration> now) {
    if (type_ == nullptr) learn(type);
    const auto stamp = stamp_of(type_->description(), *arrival.bytes);
    if (!stamp) return log(LogLevel::warning, stamp.error());
    if (!now) return;
    delays_.add(*now - *stamp);
    hint(*now - *stamp);
  }

  std::optional<WindowSummary> summary() const { return delays_.summary(); }

 private:
  void learn(const TypeId& type) {
    type_ = value_or_fail(known_message_type(type.name));
    if (!has_stamp(type_->description()))
      fail(fmt::format("{} has no header with the time at which it was made", type.name));
  }

  // Simulated time starts at zero, or at another day.
  void hint(Duration delay) {
    if (has_hinted_ || std::chrono::abs(delay) < 1h) return;
    has_hinted_ = true;
    log(LogLevel::info,
        "the stamps are far from this machine's clock; -s compares them with simulated time");
  }

  WindowStatistics delays_;
  const MessageType* type_ = nullptr;
  bool has_hinted_ = false;
};

void measure_delay(const Options& options) {
  NetworkTool tool(options.measuring.network);
  ClockListener clock(tool.node(), options.uses_simulated_time);
  DelayMeter delays(options.measuring.window);
  measure(
      tool, options.measuring,
      [&](const Arrival& arrival, const TopicListener& listener) {
        delays.add(arrival, listener.type(), clock.time_of(arrival.info));
      },
      [&]() -> std::string {
        const auto summary = delays.summary();
        if (!summary) return "";
        return fmt::format(
            "average delay: {:.3f}\n\tmin: {:.3f}s max: {:.3f}s std dev: {:.5f}s window: {}",
            seconds(summary->mean), seconds(summary->min), seconds(summary->max),
            seconds(summary->deviation), summary->count);
      });
}

}  // namespace

void add_topic_delay(Command topic) {
  Command command = topic.add(
      "delay", "Measure how old messages are when they come, by the stamp in their header");
  const auto options = std::make_shared<Options>();
  add_measuring_options(command, options->measuring, 10'000);
  command.flag("-s,--use-sim-time", options->uses_simulated_time,
               "By the time on /clock instead of the real one");
  command.on_run([options] { measure_delay(*options); });
}

}  // namespace tandem
