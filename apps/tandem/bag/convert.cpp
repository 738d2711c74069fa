// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "bag_commands.h"
#include "base/log.h"
#include "counted.h"
#include "messages/dynamic.h"
#include "messages/registry.h"
#include "recording/mcap_writer.h"
#include "recording_options.h"
#include "tools/value_text.h"

namespace tandem {

namespace {

struct Options {
  std::string file;
  std::string output;
  std::string compression = "zstd";
  std::vector<std::string> topics;
  Duration start{};
  std::optional<Duration> duration;
};

McapSelection selection_of(const McapReader& reader, const Options& options) {
  const Duration first = reader.summary().statistics.start_time + options.start;
  return {.channels = channels_of(reader, options.topics),
          .from = options.start > Duration{} ? first : Duration::min(),
          .until = options.duration ? first + *options.duration : Duration::max()};
}

struct Converted {
  std::size_t messages = 0;
  std::size_t damaged = 0;  // parts of the file that could not be read
  std::uint64_t lost = 0;   // messages in them, as far as that is known
};

Converted convert_to_mcap(const McapReader& reader, const Options& options) {
  const McapSummary& summary = reader.summary();
  McapWriter writer = value_or_fail(McapWriter::create(
      options.output,
      {.profile = summary.profile, .compression = parse_compression(options.compression)}));
  Converted converted;
  const auto read = [&](auto part, auto write) {
    if (part) return write(*part);
    log(LogLevel::warning, part.error());
    ++converted.damaged;
  };
  for (const McapMetadataIndex& index : summary.metadata)
    read(reader.metadata(index), [&](const McapMetadata& it) { writer.add(it); });
  for (const McapAttachmentIndex& index : summary.attachments)
    read(reader.attachment(index), [&](const McapAttachment& it) { writer.attach(it); });

  std::map<std::uint16_t, std::uint16_t> new_ids;
  WarnedMessages messages(reader.messages(selection_of(reader, options)));
  while (const auto message = messages.next()) {
    const auto [entry, is_new] = new_ids.try_emplace(message->channel_id);
    if (is_new) {
      McapChannel channel = summary.channels.at(message->channel_id);
      if (const McapSchema* schema = summary.schema_of(channel))
        channel.schema_id =
            writer.add_schema(schema->name, schema->encoding, schema->text).value_or(0);
      entry->second = writer.add_channel(std::move(channel)).value_or(0);
    }
    McapMessage renumbered = *message;
    renumbered.channel_id = entry->second;
    writer.write(renumbered);
    ++converted.messages;
  }
  writer.close();
  if (!writer.error().empty())
    fail(fmt::format("writing {} failed: {}", options.output, writer.error()));
  converted.damaged += messages.damaged();
  converted.lost = messages.lost();
  return converted;
}

// Whether all messages of what was asked for have the same fields.
bool is_of_one_type(const McapReader& reader, const Options& options) {
  const McapSummary& summary = reader.summary();
  const auto wanted = channels_of(reader, options.topics);
  std::set<std::uint16_t> schemas;
  for (const auto& [id, channel] : summary.channels)
    if (!wanted || wanted->contains(id)) schemas.insert(channel.schema_id);
  return schemas.size() == 1;
}

// One line for each message. JSON: {"time_ns", "topic", "type", "message"}; CSV: time, topic, then
// the fields in their order, as `topic echo --csv` has them, below a line with their names.
Converted convert_to_text(const McapReader& reader, const Options& options, bool is_json) {
  const McapSummary& summary = reader.summary();
  std::ofstream out(options.output);
  if (!out) fail(fmt::format("cannot write {}", options.output));
  Converted converted;
  std::map<std::string, std::size_t> unread;
  const bool names_fields = is_of_one_type(reader, options);
  WarnedMessages messages(reader.messages(selection_of(reader, options)));
  while (const auto message = messages.next()) {
    const McapChannel& channel = summary.channels.at(message->channel_id);
    const MessageValue topic{channel.topic};  // of anybody's file: it may have any letters
    const McapSchema* schema = summary.schema_of(channel);
    const MessageType* type = schema ? find_message_type(schema->name) : nullptr;
    if (!type || channel.message_encoding != "cdr") {
      ++unread[channel.topic];
      continue;
    }
    const auto value = decode_cdr(type->description(), message->bytes);
    if (!value) {
      ++unread[channel.topic];
      continue;
    }
    if (!is_json && converted.messages == 0)
      out << fmt::format("time_ns,topic,{}\n", names_fields ? csv_names(*value) : "values");
    if (is_json)
      out << fmt::format("{{\"time_ns\":{},\"topic\":{},\"type\":\"{}\",\"message\":{}}}\n",
                         message->log_time.count(), to_json(topic), type->name, to_json(*value));
    else
      out << fmt::format("{},{},{}\n", message->log_time.count(), to_csv(topic), to_csv(*value));
    ++converted.messages;
  }
  out.close();
  if (!out) fail(fmt::format("writing {} failed", options.output));
  for (const auto& [topic, missing] : unread)
    log(LogLevel::warning, fmt::format("{} of {} are left out: their type is not known",
                                       counted(missing, "message"), topic));
  converted.damaged = messages.damaged();
  converted.lost = messages.lost();
  return converted;
}

void convert(const Options& options) {
  const std::string ending = std::filesystem::path(options.output).extension().string();
  if (ending != ".mcap" && ending != ".csv" && ending != ".jsonl" && ending != ".json")
    reject(fmt::format(
        "the output ends with .mcap, .jsonl or .csv, which says what it is; not '{}'", ending));
  std::error_code ignored;
  if (std::filesystem::equivalent(options.file, options.output, ignored))
    reject("the output is the input");
  const McapReader reader = open_bag(options.file);
  check_start(reader, options.start);
  Converted converted = ending == ".mcap" ? convert_to_mcap(reader, options)
                                          : convert_to_text(reader, options, ending != ".csv");
  converted.damaged += reader.summary().damage.size();
  log(LogLevel::info,
      fmt::format("{} in {}", counted(converted.messages, "message"), options.output));
  if (converted.damaged > 0) fail(left_out_text(converted.damaged, converted.lost));
}

}  // namespace

void add_bag_convert(Command bag) {
  Command command = bag.add("convert", "Write a recording anew: as another file, JSON or CSV");
  const auto options = std::make_shared<Options>();
  command.argument("FILE", options->file, "An MCAP file, also one that was cut off");
  command.argument("OUTPUT", options->output,
                   "Its ending says what it becomes: .mcap, .jsonl (a message each line) or .csv");
  command.choice("--compression", options->compression, {"zstd", "lz4", "none"},
                 "Of .mcap; zstd unless said");
  command.texts("--topics", options->topics, "Only these");
  command.seconds("-s,--start", options->start, "Leave out so much of the beginning");
  command.seconds("-d,--duration", options->duration, "So much of it");
  command.on_run([options] { convert(*options); });
}

}  // namespace tandem
