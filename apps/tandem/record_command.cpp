// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <optional>

#include "base/log.h"
#include "base/pattern.h"
#include "counted.h"
#include "messages/cdr.h"
#include "messages/time.h"
#include "middleware/type_ids.h"
#include "network_commands.h"
#include "network_tool.h"
#include "recording_options.h"
#include "tools/adapt_qos.h"

namespace tandem {

namespace {

struct Options {
  NetworkOptions network;
  std::vector<std::string> topics;
  bool takes_all = false;
  bool takes_hidden = false;
  std::string regex;
  std::string exclude;
  std::string output;
  std::string compression = "zstd";
  std::optional<Duration> duration;
};

std::optional<Pattern> pattern_of(const std::string& expression) {
  if (expression.empty()) return std::nullopt;
  return value_or_reject(Pattern::compile(expression));
}

// Which topics a person wants.
class TopicChoice {
 public:
  explicit TopicChoice(const Options& options)
      : options_(options),
        regex_(pattern_of(options.regex)),
        exclude_(pattern_of(options.exclude)) {
    for (const std::string& topic : options.topics) topics_.push_back(absolute_name(topic));
  }

  bool has(const std::string& topic) const {
    if (std::ranges::count(topics_, topic) > 0) return true;
    if (!topic.starts_with('/')) return false;  // services
    if (is_hidden(topic) && !options_.takes_hidden) return false;
    if (exclude_ && exclude_->is_in(topic)) return false;
    return options_.takes_all || (regex_ && regex_->is_in(topic));
  }
  const std::vector<std::string>& named() const { return topics_; }

 private:
  const Options& options_;
  std::vector<std::string> topics_;
  std::optional<Pattern> regex_;
  std::optional<Pattern> exclude_;
};

// Subscribes to topics as they appear.
class NetworkRecording {
 public:
  NetworkRecording(NetworkTool& tool, const TopicChoice& choice, Recorder& recorder)
      : tool_(tool), choice_(choice), recorder_(recorder) {}

  void follow(const GraphView& graph) {
    for (const NamedTypes& topic : find_topics(graph)) {
      if (!choice_.has(topic.name) || subscriptions_.contains(topic.name)) continue;
      const auto publishers = endpoints_of_topic(graph, topic.name).offering;
      if (publishers.empty()) continue;
      if (types_of(publishers).size() > 1)
        log(LogLevel::warning, fmt::format("{} has several types; {} is recorded", topic.name,
                                           publishers.front().type.name));
      subscribe(publishers);
    }
  }
  std::size_t topic_count() const { return subscriptions_.size(); }
  bool has(const std::string& topic) const { return subscriptions_.contains(topic); }
  std::uint64_t lost() const {
    std::uint64_t sum = 0;
    for (const auto& [topic, subscription] : subscriptions_) sum += subscription->lost();
    return sum;
  }

 private:
  void subscribe(const std::vector<EndpointInfo>& publishers) {
    const EndpointInfo& first = publishers.front();
    constexpr int many = 1000;
    const AdaptedQos adapted = adapt_to_publishers(publishers, {.depth = many});
    // as it was offered, so that it is played as it was
    const auto topic = std::make_shared<const Recorder::Topic>(
        Recorder::Topic{first.topic, first.type, first.qos});
    subscriptions_[first.topic] = tool_.node().endpoints().subscribe(
        first.topic, first.type, adapted.qos,
        [this, topic](SharedBytes bytes, const MessageInfo& info) {
          recorder_.record(topic, std::move(bytes), info.received, info.sent);
        });
    log(LogLevel::info, fmt::format("recording {} [{}]", first.topic, first.type.name));
  }

  NetworkTool& tool_;
  const TopicChoice& choice_;
  Recorder& recorder_;
  std::map<std::string, std::unique_ptr<RawSubscription>> subscriptions_;
};

// Tells the network once a second how the recording goes.
class Diagnostics {
 public:
  explicit Diagnostics(NetworkTool& tool)
      : publisher_(tool.node().endpoints().publisher("/diagnostics", type_id<DiagnosticArray>(),
                                                     qos::reliable)) {}

  void keep_up(const RecorderReport& report) {
    const auto now = ToolNode::Clock::now();
    if (now < next_ || publisher_->subscriber_count() == 0) return;
    next_ = now + 1s;
    const auto stamp = std::chrono::system_clock::now().time_since_epoch();
    DiagnosticArray array;
    array.header.stamp = to_message_time(std::chrono::duration_cast<SimTime>(stamp));
    array.status.push_back(diagnosis_of(report));
    publisher_->publish(to_cdr(array));
  }

 private:
  using DiagnosticArray = diagnostic_msgs::msg::DiagnosticArray;

  const std::unique_ptr<RawPublisher> publisher_;
  ToolNode::Clock::time_point next_{};
};

std::string file_of_now() {
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  return fmt::format("recording_{:%Y_%m_%d-%H_%M_%S}.mcap",
                     fmt::localtime(std::chrono::system_clock::to_time_t(now)));
}

void record(const Options& options) {
  if (!options.takes_all && options.topics.empty() && options.regex.empty())
    reject("name the topics to record, or say -a for all of them or --regex for some");
  const TopicChoice choice(options);
  const std::string file = options.output.empty() ? file_of_now() : options.output;

  RecorderReport report;
  std::uint64_t lost = 0;
  {
    NetworkTool tool(options.network);
    const auto recorder =
        value_or_fail(Recorder::create({.file = file,
                                        .compression = parse_compression(options.compression),
                                        .about = about_this_program()}));
    NetworkRecording recording(tool, choice, *recorder);
    Diagnostics diagnostics(tool);
    using Clock = ToolNode::Clock;
    const auto end = options.duration ? Clock::now() + *options.duration : Clock::time_point::max();
    const auto time_to_tell = Clock::now() + 1s;
    bool has_told = false;
    while (!tool.is_stopped() && Clock::now() < end) {
      recording.follow(tool.node().graph());
      if (!has_told && Clock::now() >= time_to_tell) {
        has_told = true;
        for (const std::string& topic : choice.named())
          if (!recording.has(topic))
            log(LogLevel::info, fmt::format("waiting for {}: nobody publishes it yet", topic));
      }
      const RecorderReport so_far = recorder->report();
      diagnostics.keep_up(so_far);
      if (!so_far.error.empty()) break;
      tool.node().sleep_until(std::min(end, Clock::now() + 100ms));
    }
    lost = recording.lost();
    report = recorder->close();
  }
  report_on(report, file);
  if (lost > 0)
    log(LogLevel::warning, fmt::format("{} were lost on the way here", counted(lost, "message")));
}

}  // namespace

void add_record_command(Command app) {
  Command command = app.add("record", "Record topics into an MCAP file");
  const auto options = std::make_shared<Options>();
  command.argument("TOPICS", options->topics, "Their names").optional();
  command.flag("-a,--all", options->takes_all, "All topics, also those that appear later");
  command.text("-e,--regex", options->regex, "All topics whose name matches");
  command.text("-x,--exclude-regex", options->exclude, "But not those whose name matches");
  command.flag("--include-hidden-topics", options->takes_hidden,
               "With -a and --regex, also names of which a part starts with _");
  command.text("-o,--output", options->output,
               "The file; otherwise recording_ and the time in this folder");
  command.choice("--compression", options->compression, {"zstd", "lz4", "none"},
                 "zstd unless said");
  command.seconds("-d,--duration", options->duration, "End after this long; otherwise with Ctrl-C");
  add_network_options(command, options->network);
  command.on_run([options] { record(*options); });
}

}  // namespace tandem
