// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "base/log.h"
#include "messages/dynamic.h"
#include "messages/flow_yaml.h"
#include "network_tool.h"
#include "qos_options.h"
#include "tools/endpoint_text.h"
#include "tools/known_types.h"
#include "tools/topic_listener.h"
#include "tools/value_text.h"
#include "topic_commands.h"

namespace tandem {

namespace {

struct Options {
  NetworkOptions network;
  QosOptions qos;
  std::string topic;
  std::string type;
  std::string field;
  bool once = false;
  bool is_json = false;
  bool is_csv = false;
  bool is_flow = false;
  bool is_raw = false;
  bool has_info = false;
  bool is_silent_about_losses = false;
  bool is_ignored = false;  // what changes nothing here, and people are used to saying
  bool has_no_lists = false;
  bool has_no_texts = false;
  bool is_full_length = false;
  std::size_t truncate_length = YamlStyle{}.longest;
  std::optional<Duration> timeout;
};

// Turns messages of one type into the text that the person wants to see.
class Printer {
 public:
  Printer(const Options& options, const TypeId& type) : options_(options) {
    if (options.is_raw) return;
    // a wrong type of the person's own is a wrong question
    type_ = options.type.empty() ? value_or_fail(known_type(type.name))
                                 : value_or_reject(known_type(type.name));
    if (!type.hash.empty() && type.hash != type_->hash())
      log(LogLevel::warning,
          fmt::format("the publisher's {} is not the one that Tandem knows; expect nonsense",
                      type.name));
    if (const auto why_not = why_no_part(type_->description(), options.field)) reject(*why_not);
  }

  Result<std::string> text(const Arrival& arrival) const {
    if (options_.is_raw) return fmt::format("{:02x}\n---\n", fmt::join(*arrival.bytes, ""));
    auto message = decode_cdr(type_->description(), *arrival.bytes);
    if (!message) return Error{message.error()};
    const auto part = find_part(*message, options_.field);
    if (!part) return Error{fmt::format("this message has no {}", options_.field)};
    if (options_.is_json) return to_json(*part) + '\n';
    if (options_.is_csv) return to_csv(*part) + '\n';
    return (options_.is_flow ? to_flow_yaml(*part, style()) : to_yaml(*part, style())) + "---\n";
  }

 private:
  static Result<const MessageType*> known_type(const std::string& name) {
    auto type = known_message_type(name);
    if (type) return type;
    return Error{type.error() + ", and --raw shows the bytes of any other"};
  }

  YamlStyle style() const {
    return {.longest = options_.is_full_length ? unlimited : options_.truncate_length,
            .shows_lists = !options_.has_no_lists,
            .shows_texts = !options_.has_no_texts};
  }

  const Options& options_;
  const MessageType* type_ = nullptr;
};

std::string info_text(const MessageInfo& info) {
  return fmt::format(
      "source_timestamp: {}\nreceived_timestamp: {}\npublication_sequence_number: {}\n"
      "publisher_gid: {}\n---\n",
      info.sent.count(), info.received.count(), info.sequence, to_text(info.publisher));
}

// Says what a person who watches closely wants to know.
class LossReport {
 public:
  void update(const TopicListener& listener) {
    if (listener.lost() > lost_)
      log(LogLevel::warning,
          fmt::format("{} messages were lost on the way so far", listener.lost()));
    if (listener.dropped() > dropped_)
      log(LogLevel::warning,
          fmt::format("{} messages were dropped so far, as this output is slower than they come",
                      listener.dropped()));
    lost_ = listener.lost();
    dropped_ = listener.dropped();
  }

 private:
  std::uint64_t lost_ = 0;
  std::uint64_t dropped_ = 0;
};

void echo(const Options& options) {
  const std::string topic = absolute_name(options.topic);
  // what is wrong with type and field is told before anybody waits
  if (!options.type.empty()) Printer(options, {.name = options.type});

  NetworkTool tool(options.network);
  const auto deadline = options.timeout ? ToolNode::Clock::now() + *options.timeout
                                        : ToolNode::Clock::time_point::max();
  TopicListener listener(tool.node(),
                         {.topic = topic, .type = options.type, .qos = to_choice(options.qos)},
                         [](std::string_view what) { log(LogLevel::info, what); });
  std::optional<Printer> printer;
  LossReport losses;
  while (const auto arrival = value_or_fail(listener.next(deadline))) {
    if (!printer) printer.emplace(options, listener.type());
    if (options.has_info) tool.out().print(info_text(arrival->info));
    if (const auto text = printer->text(*arrival))
      tool.out().print(*text);
    else
      log(LogLevel::warning, text.error());
    if (!options.is_silent_about_losses) losses.update(listener);
    if (options.once) return;
  }
  if (!tool.is_stopped() && !printer)
    fail(fmt::format("nothing came on {} within {} s", topic, seconds(*options.timeout)));
}

}  // namespace

void add_topic_echo(Command topic) {
  Command command = topic.add("echo", "Show the messages of a topic as they come");
  const auto options = std::make_shared<Options>();
  command.argument("TOPIC", options->topic, "Its name");
  command.argument("TYPE", options->type, "Its type; otherwise that of its publishers").optional();
  command.flag("--once", options->once, "End after the first message");
  Argument field =
      command.text("--field", options->field, "Only this part: pose.position.x, ranges[0]");
  Argument json = command.flag("--json", options->is_json, "One line of JSON each");
  Argument csv =
      command.flag("--csv", options->is_csv, "One line of values separated by commas each");
  Argument flow = command.flag("--flow-style", options->is_flow, "One line of YAML each")
                      .excludes(json)
                      .excludes(csv);
  command.flag("--raw", options->is_raw, "The bytes, for types that Tandem does not know")
      .excludes(json)
      .excludes(csv)
      .excludes(flow)
      .excludes(field);
  json.excludes(csv);
  command.flag("--no-arr", options->has_no_lists, "Only type and length of lists");
  command.flag("--no-str", options->has_no_texts, "Only the length of texts");
  command.number("-l,--truncate-length", options->truncate_length, {0, 1e9},
                 "Elements of a list and characters of a text to show, 128 unless said");
  command.flag("-f,--full-length", options->is_full_length, "All of every list and text");
  command.flag("--include-message-info", options->has_info,
               "Also when each was sent and received, and by whom");
  command.flag("--no-lost-messages", options->is_silent_about_losses,
               "Do not tell of messages that were lost");
  command.flag("--lost-messages,-s,--use-sim-time", options->is_ignored, "").group("");
  command.seconds("--timeout", options->timeout, "End after this long (s); otherwise with Ctrl-C");
  add_qos_options(command, options->qos, "otherwise what all publishers offer");
  add_network_options(command, options->network);
  command.on_run([options] { echo(*options); });
}

}  // namespace tandem
