// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "bag_commands.h"
#include "counted.h"
#include "output.h"
#include "tools/bandwidth.h"

namespace tandem {

namespace {

struct Options {
  std::string file;
  bool is_json = false;
  bool is_quick = false;
};

// What is wrong with a file, by reading all of it.
struct Damage {
  std::vector<std::string> sentences;
  std::uint64_t lost = 0;  // messages, as far as the file tells
};

Damage damage_of(const McapReader& reader) {
  Damage damage{.sentences = reader.summary().damage};
  auto messages = reader.messages();
  for (auto message = messages.next(); !message || *message; message = messages.next())
    if (!message) damage.sentences.push_back(message.error());
  damage.lost = messages.lost();
  for (const McapAttachmentIndex& index : reader.summary().attachments)
    if (const auto attachment = reader.attachment(index); !attachment)
      damage.sentences.push_back(attachment.error());
  for (const McapMetadataIndex& index : reader.summary().metadata)
    if (const auto metadata = reader.metadata(index); !metadata)
      damage.sentences.push_back(metadata.error());
  return damage;
}

// Lines about what is missing; of a whole file one that says so.
std::vector<std::string> condition_of(const McapReader& reader, const Options& options,
                                      const Damage& damage) {
  const McapSummary& summary = reader.summary();
  std::vector<std::string> lines;
  if (!summary.ending.empty())
    lines.push_back(fmt::format("cut short: {}; 'tandem bag convert' makes a whole file of it",
                                summary.ending));
  else if (!summary.has_index)
    lines.emplace_back("its index is missing or damaged; it was read from the beginning");
  for (const std::string& sentence : damage.sentences) lines.push_back("damaged: " + sentence);
  if (damage.lost > 0)
    lines.push_back(fmt::format(
        "{} lost", counted(damage.lost, "message") + (damage.lost == 1 ? " is" : " are")));
  if (lines.empty()) lines.emplace_back(options.is_quick ? "not looked at" : "whole");
  return lines;
}

struct TopicLine {
  std::string topic;
  std::string type;
  std::string encoding;
  std::uint64_t count = 0;
};

std::vector<TopicLine> topics_of(const McapSummary& summary) {
  std::vector<TopicLine> lines;
  for (const auto& [id, channel] : summary.channels) {
    const McapSchema* schema = summary.schema_of(channel);
    const auto count = summary.statistics.channel_message_counts.find(id);
    lines.push_back({channel.topic, schema ? schema->name : "", channel.message_encoding,
                     count == summary.statistics.channel_message_counts.end() ? 0 : count->second});
  }
  std::ranges::sort(lines, {}, &TopicLine::topic);
  return lines;
}

// A time on the wall, unless the file begins at zero.
std::string time_text(Duration time) {
  const std::string number =
      fmt::format("{}.{:09}", time.count() / 1'000'000'000, time.count() % 1'000'000'000);
  if (time < 24h * 365) return number;
  return fmt::format("{:%F %T} UTC ({})",
                     fmt::gmtime(std::chrono::duration_cast<std::chrono::seconds>(time).count()),
                     number);
}

std::map<std::string, std::uint64_t> compressions_of(const McapSummary& summary) {
  std::map<std::string, std::uint64_t> counts;
  for (const McapChunkIndex& chunk : summary.chunks)
    ++counts[chunk.compression.empty() ? "none" : chunk.compression];
  return counts;
}

void print_json(Output& out, const Options& options, const McapReader& reader,
                const Damage& damage) {
  const McapSummary& summary = reader.summary();
  nlohmann::ordered_json json{{"file", options.file},
                              {"size", reader.file_size()},
                              {"profile", summary.profile},
                              {"library", summary.library},
                              {"has_index", summary.has_index},
                              {"ending", summary.ending},
                              {"start_ns", summary.statistics.start_time.count()},
                              {"end_ns", summary.statistics.end_time.count()},
                              {"messages", summary.statistics.message_count},
                              {"chunks", summary.chunks.size()},
                              {"compression", compressions_of(summary)},
                              {"damage", nullptr},
                              {"lost_messages", nullptr},
                              {"topics", nlohmann::ordered_json::array()},
                              {"attachments", nlohmann::ordered_json::array()},
                              {"metadata", nlohmann::ordered_json::array()}};
  if (!options.is_quick) {
    json["damage"] = damage.sentences;
    json["lost_messages"] = damage.lost;
  }
  for (const TopicLine& line : topics_of(summary))
    json["topics"].push_back({{"name", line.topic},
                              {"type", line.type},
                              {"encoding", line.encoding},
                              {"messages", line.count}});
  for (const McapAttachmentIndex& index : summary.attachments)
    json["attachments"].push_back({{"name", index.name}, {"size", index.size}});
  for (const McapMetadataIndex& index : summary.metadata)
    if (const auto metadata = reader.metadata(index))
      json["metadata"].push_back({{"name", metadata->name}, {"texts", metadata->texts}});
  out.line(json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

void print_text(Output& out, const Options& options, const McapReader& reader,
                const Damage& damage) {
  const McapSummary& summary = reader.summary();
  const McapStatistics& counts = summary.statistics;
  std::string compression;
  for (const auto& [name, count] : compressions_of(summary))
    compression += fmt::format("{}{}", compression.empty() ? "" : ", ", name);
  out.line(fmt::format("Files:             {}", options.file));
  out.line(
      fmt::format("Bag size:          {}", to_bytes_text(static_cast<double>(reader.file_size()))));
  out.line(fmt::format("Storage id:        mcap, profile '{}', written by '{}'", summary.profile,
                       summary.library));
  out.line(fmt::format("Compression:       {}", compression.empty() ? "none" : compression));
  out.line(
      fmt::format("Duration:          {:.3f} s", seconds(counts.end_time - counts.start_time)));
  out.line(fmt::format("Start:             {}", time_text(counts.start_time)));
  out.line(fmt::format("End:               {}", time_text(counts.end_time)));
  out.line(fmt::format("Messages:          {}", counts.message_count));
  std::string_view title = "Condition:";
  for (const std::string& line : condition_of(reader, options, damage)) {
    out.line(fmt::format("{:<18} {}", title, line));
    title = "";
  }
  title = "Topic information:";
  for (const TopicLine& line : topics_of(summary)) {
    out.line(fmt::format("{:<18} Topic: {} | Type: {} | Count: {} | Serialization Format: {}",
                         title, line.topic, line.type, line.count, line.encoding));
    title = "";
  }
  title = "Metadata:";
  for (const McapMetadataIndex& index : summary.metadata) {
    const auto metadata = reader.metadata(index);
    if (!metadata) continue;
    std::string texts;
    for (const auto& [key, value] : metadata->texts)
      texts += fmt::format("{}{}: {}", texts.empty() ? "" : ", ", key, value);
    out.line(fmt::format("{:<18} {} ({})", title, metadata->name, texts));
    title = "";
  }
  title = "Attachments:";
  for (const McapAttachmentIndex& index : summary.attachments) {
    out.line(fmt::format("{:<18} {} ({})", title, index.name,
                         to_bytes_text(static_cast<double>(index.size))));
    title = "";
  }
}

}  // namespace

void add_bag_info(Command bag) {
  Command command = bag.add("info", "What is in a recording");
  const auto options = std::make_shared<Options>();
  command.argument("FILE", options->file, "An MCAP file");
  command.flag("--json", options->is_json, "For programs");
  command.flag("--quick", options->is_quick,
               "By its index only, without reading all of it to see whether it is damaged");
  command.on_run([options] {
    const McapReader reader = open_bag(options->file);
    const Damage damage = options->is_quick ? Damage{} : damage_of(reader);
    Output out([] {});
    options->is_json ? print_json(out, *options, reader, damage)
                     : print_text(out, *options, reader, damage);
  });
}

}  // namespace tandem
