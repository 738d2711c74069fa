// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "measuring.h"
#include "tools/clock_listener.h"
#include "tools/window_statistics.h"
#include "topic_commands.h"

namespace tandem {

namespace {

struct Options {
  MeasuringOptions measuring;
  bool uses_simulated_time = false;
  bool uses_wall_time = false;  // which it does anyway; people may be used to saying so
};

void measure_rate(const Options& options) {
  NetworkTool tool(options.measuring.network);
  ClockListener clock(tool.node(), options.uses_simulated_time);
  RateStatistics rate(options.measuring.window);
  measure(
      tool, options.measuring,
      [&](const Arrival& arrival, const TopicListener&) {
        if (const auto time = clock.time_of(arrival.info)) rate.add(*time);
      },
      [&]() -> std::string {
        const auto summary = rate.summary();
        if (!summary || summary->mean <= 0ns) return "";
        return fmt::format(
            "average rate: {:.3f}\n\tmin: {:.3f}s max: {:.3f}s std dev: {:.5f}s window: {}",
            1 / seconds(summary->mean), seconds(summary->min), seconds(summary->max),
            seconds(summary->deviation), summary->count + 1);
      });
}

}  // namespace

void add_topic_hz(Command topic) {
  Command command = topic.add("hz", "Measure how often messages of a topic come");
  const auto options = std::make_shared<Options>();
  add_measuring_options(command, options->measuring, 10'000);
  command.flag("-s,--use-sim-time", options->uses_simulated_time,
               "By the time on /clock instead of the real one");
  command.flag("--wall-time", options->uses_wall_time, "").group("");
  command.on_run([options] { measure_rate(*options); });
}

}  // namespace tandem
