// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>

#include "measuring.h"
#include "tools/bandwidth.h"
#include "topic_commands.h"

namespace tandem {

namespace {

Duration now() { return std::chrono::steady_clock::now().time_since_epoch(); }

void measure_bandwidth(const MeasuringOptions& options) {
  NetworkTool tool(options.network);
  Bandwidth bandwidth(options.window);
  measure(
      tool, options,
      [&](const Arrival& arrival, const TopicListener&) {
        bandwidth.add(now(), arrival.bytes->size());
      },
      [&]() -> std::string {
        const auto summary = bandwidth.summary(now());
        if (!summary) return "";
        return fmt::format("{}/s from {} messages\n\tMessage size mean: {} min: {} max: {}",
                           to_bytes_text(summary->bytes_per_second), summary->count,
                           to_bytes_text(summary->mean_bytes),
                           to_bytes_text(static_cast<double>(summary->min_bytes)),
                           to_bytes_text(static_cast<double>(summary->max_bytes)));
      });
}

}  // namespace

void add_topic_bw(Command topic) {
  Command command = topic.add("bw", "Measure how many bytes a topic brings");
  const auto options = std::make_shared<MeasuringOptions>();
  add_measuring_options(command, *options, 100);
  command.on_run([options] { measure_bandwidth(*options); });
}

}  // namespace tandem
