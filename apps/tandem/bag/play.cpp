// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>

#include "bag_commands.h"
#include "base/log.h"
#include "counted.h"
#include "messages/cdr.h"
#include "messages/registry.h"
#include "messages/rosgraph_msgs.h"
#include "messages/time.h"
#include "middleware/type_ids.h"
#include "network_tool.h"
#include "ports/record/run_recording.h"
#include "recording/latched_messages.h"

namespace tandem {

namespace {

using Clock = ToolNode::Clock;

struct Options {
  NetworkOptions network;
  std::string file;
  std::vector<std::string> topics;
  double rate = 1;
  Duration start{};
  std::optional<Duration> duration;
  Duration delay{};
  bool is_loop = false;
  std::optional<double> clock_hz;
};

// What the network needs to know of a recorded topic; nothing for what cannot be played.
std::optional<TypeId> type_of(const McapSummary& summary, const McapChannel& channel) {
  const McapSchema* schema = summary.schema_of(channel);
  if (channel.message_encoding != "cdr" || !schema) return std::nullopt;
  const auto hash = channel.metadata.find("topic_type_hash");
  if (hash != channel.metadata.end()) return TypeId{schema->name, hash->second};
  const MessageType* known = find_message_type(schema->name);
  return TypeId{schema->name, known ? known->hash() : ""};
}

Qos offered(const RecordedQos& recorded) {
  return {.offers_reliable = recorded.is_reliable,
          .is_latched = recorded.is_latched,
          .keeps_all = recorded.keeps_all,
          .depth = recorded.depth};
}

// Publishes what was recorded, when it is time for it.
class Player {
 public:
  Player(NetworkTool& tool, const McapReader& reader, const Options& options)
      : tool_(tool), reader_(reader), options_(options) {
    const McapSummary& summary = reader.summary();
    const auto wanted = channels_of(reader, options.topics);
    for (const auto& [id, channel] : summary.channels) {
      if (wanted && !wanted->contains(id)) continue;
      // what is for replays only
      if (!wanted &&
          (channel.topic == recorded_frames_topic || channel.topic == recorded_worlds_topic))
        continue;
      if (options.clock_hz && channel.topic == "/clock") continue;  // there is only one
      const auto type = type_of(summary, channel);
      if (!type) {
        log(LogLevel::warning, fmt::format("{} is not played: its encoding is '{}', not cdr",
                                           channel.topic, channel.message_encoding));
        continue;
      }
      publishers_[id] =
          tool.node().endpoints().publisher(channel.topic, *type, offered(qos_of(channel)));
      selected_.insert(id);
    }
    if (publishers_.empty()) fail("there is nothing to play");
    if (options.clock_hz)
      clock_ = tool.node().endpoints().publisher("/clock", type_id<rosgraph_msgs::msg::Clock>(),
                                                 qos::clock);
  }

  // Who listens already should not miss the beginning.
  void wait_for_listeners() {
    const GraphView graph = tool_.look_around();
    tool_.node().wait_until(
        [&] {
          return std::ranges::all_of(publishers_, [&](const auto& entry) {
            const McapChannel& channel = reader_.summary().channels.at(entry.first);
            const auto listeners = endpoints_of_topic(graph, channel.topic).using_it.size();
            return entry.second->subscriber_count() >= static_cast<int>(listeners);
          });
        },
        Clock::now() + 2s);
    tool_.node().sleep_until(Clock::now() + options_.delay);
  }

  // False when somebody stopped it.
  bool play() {
    // what has no length, as a map that was told once, is repeated at a rate that all can bear
    constexpr auto shortest_turn = 100ms;
    if (begin_ != Clock::time_point{} && !tool_.node().sleep_until(begin_ + shortest_turn))
      return false;
    const Duration first = reader_.summary().statistics.start_time + options_.start;
    const Duration last = options_.duration ? first + *options_.duration : Duration::max();
    WarnedMessages messages(
        reader_.messages({.channels = selected_, .from = first, .until = last}));
    if (options_.start > Duration{}) tell_what_was_latched(first);
    begin_ = Clock::now();
    begin_time_ = first;
    next_clock_ = first;
    while (!tool_.is_stopped()) {
      const auto message = messages.next();
      damaged_ = messages.damaged();
      lost_ = messages.lost();
      if (!message) return true;
      if (!wait_until(message->log_time)) return false;
      publishers_.at(message->channel_id)->publish(message->bytes);
      ++count_;
    }
    return false;
  }

  void wait_until_heard() {
    tool_.node().wait_until(
        [&] {
          return std::ranges::all_of(
              publishers_, [](const auto& entry) { return entry.second->is_all_acknowledged(); });
        },
        Clock::now() + 2s);
  }

  std::size_t count() const { return count_; }
  // Of the last time that it was played.
  std::size_t damaged() const { return damaged_; }
  std::uint64_t lost() const { return lost_; }

 private:
  // Maps, transforms and the like that were said once, before the part that is played.
  void tell_what_was_latched(Duration time) {
    for (const LatchedMessage& message : value_or_fail(latched_before(reader_, selected_, time))) {
      publishers_.at(message.channel_id)->publish(message.bytes);
      ++count_;
    }
  }

  Clock::time_point due(Duration time) const {
    const std::chrono::duration<double> since(seconds(time - begin_time_) / options_.rate);
    return begin_ + std::chrono::duration_cast<Clock::duration>(since);
  }

  // The clock goes on while nothing else is to be played.
  bool wait_until(Duration time) {
    while (clock_ && next_clock_ <= time) {
      if (!tool_.node().sleep_until(due(next_clock_))) return false;
      clock_->publish(to_cdr(rosgraph_msgs::msg::Clock{.clock = to_message_time(next_clock_)}));
      next_clock_ += std::chrono::duration_cast<Duration>(
          std::chrono::duration<double>(options_.rate / *options_.clock_hz));
    }
    return tool_.node().sleep_until(due(time));
  }

  NetworkTool& tool_;
  const McapReader& reader_;
  const Options& options_;
  std::map<std::uint16_t, std::unique_ptr<RawPublisher>> publishers_;
  std::set<std::uint16_t> selected_;
  std::unique_ptr<RawPublisher> clock_;
  Clock::time_point begin_;
  Duration begin_time_{};
  Duration next_clock_{};
  std::size_t count_ = 0;
  std::size_t damaged_ = 0;
  std::uint64_t lost_ = 0;
};

void play(const Options& options) {
  const McapReader reader = open_bag(options.file);
  check_start(reader, options.start);
  NetworkTool tool(options.network);
  Player player(tool, reader, options);
  player.wait_for_listeners();
  do {
    if (!player.play()) break;
  } while (options.is_loop && !tool.is_stopped());
  if (!tool.is_stopped()) player.wait_until_heard();
  log(LogLevel::info, fmt::format("played {}", counted(player.count(), "message")));
  if (player.damaged() > 0) fail(left_out_text(player.damaged(), player.lost()));
}

}  // namespace

void add_bag_play(Command bag) {
  Command command = bag.add("play", "Publish what was recorded");
  const auto options = std::make_shared<Options>();
  command.argument("FILE", options->file, "An MCAP file");
  command.texts("--topics", options->topics, "Only these");
  command.number("-r,--rate", options->rate, {0.001, 1000}, "So many times as fast as it was");
  command.seconds("-s,--start", options->start, "Leave out so much of the beginning");
  command.seconds("-d,--duration", options->duration, "Play so much of it");
  command.seconds("--delay", options->delay, "Wait so long before the first message");
  command.flag("-l,--loop", options->is_loop, "Begin anew at the end, until Ctrl-C");
  command.number("--clock", options->clock_hz, {0.1, 1000},
                 "Publish the recorded time on /clock, so many times a second");
  add_network_options(command, options->network);
  command.on_run([options] { play(*options); });
}

}  // namespace tandem
