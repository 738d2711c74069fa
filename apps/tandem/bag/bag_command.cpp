// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "bag_commands.h"
#include "base/log.h"
#include "counted.h"
#include "network_commands.h"

namespace tandem {

McapReader open_bag(const std::string& file) {
  McapReader reader = value_or_fail(McapReader::open(file));
  if (!reader.summary().ending.empty())
    log(LogLevel::warning,
        fmt::format("{} is not whole: {}; all before it is there", file, reader.summary().ending));
  for (const std::string& damage : reader.summary().damage)
    log(LogLevel::warning, fmt::format("{}: {}", file, damage));
  return reader;
}

std::optional<McapMessage> WarnedMessages::next() {
  while (true) {
    const auto message = messages_.next();
    if (message) return *message;
    log(LogLevel::warning, message.error());
    ++damaged_;
  }
}

void check_start(const McapReader& reader, Duration start) {
  const McapStatistics& known = reader.summary().statistics;
  if (const Duration all = known.end_time - known.start_time; start > all)
    reject(fmt::format("--start {:g} leaves nothing of this recording, which is {:.3f} s long",
                       seconds(start), seconds(all)));
}

std::string left_out_text(std::size_t damaged, std::uint64_t lost) {
  return fmt::format("{} {} left out{}", counted(damaged, "damaged part"),
                     damaged == 1 ? "is" : "are",
                     lost > 0 ? fmt::format(", with {}", counted(lost, "message")) : "");
}

std::optional<std::set<std::uint16_t>> channels_of(const McapReader& reader,
                                                   const std::vector<std::string>& topics) {
  if (topics.empty()) return std::nullopt;
  std::set<std::uint16_t> ids;
  for (const std::string& wanted : topics) {
    const std::string topic = wanted.starts_with('/') ? wanted : "/" + wanted;
    const std::size_t before = ids.size();
    for (const auto& [id, channel] : reader.summary().channels)
      if (channel.topic == topic || channel.topic == wanted) ids.insert(id);
    if (ids.size() == before) reject(fmt::format("there is no topic {} in this file", topic));
  }
  return ids;
}

void add_bag_command(Command app) {
  Command bag = app.group("bag", "Look into recordings, play and convert them");
  add_bag_info(bag);
  add_bag_play(bag);
  add_bag_convert(bag);
}

}  // namespace tandem
