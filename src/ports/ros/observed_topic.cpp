// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/observed_topic.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>

#include "ports/ros/message_text.h"
#include "ports/streams/attempt.h"

namespace tandem {

namespace {

constexpr std::size_t longest_text = 64 * 1024;  // bytes of a message that is turned into text
constexpr std::size_t longest_quote = 40;

// "std_msgs/String" is short for "std_msgs/msg/String".
std::string full_type_name(const std::string& name) {
  const MessageType* known = find_message_type(name);
  return known ? std::string(known->name) : name;
}

ObservationLevel level_of(double value, const Limits& limits) {
  // what is no number lies on neither side
  if (std::isnan(value) || (limits.error_below && value < *limits.error_below) ||
      (limits.error_above && value > *limits.error_above))
    return ObservationLevel::error;
  if ((limits.warn_below && value < *limits.warn_below) ||
      (limits.warn_above && value > *limits.warn_above))
    return ObservationLevel::warning;
  return ObservationLevel::ok;
}

std::optional<double> number_in(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\n");
  if (first == text.npos) return std::nullopt;
  text = text.substr(first, text.find_last_not_of(" \t\n") + 1 - first);
  if (text.starts_with('+')) text.remove_prefix(1);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

Observation first_observation(const ObserveConfig& config) {
  return {.label = config.label.empty() ? config.topic : config.label,
          .robot = config.robot,
          .topic = config.topic,
          .type = full_type_name(config.type),
          .unit = config.unit,
          .problem = "nothing was published yet"};
}

ObservedTopic::ObservedTopic(Node& node, const ObserveConfig& config, Board& board,
                             std::size_t entry)
    : node_(node),
      config_(config),
      resolved_(node.resolve_topic(config.topic)),
      board_(board),
      entry_(entry) {
  // the scenario's reader has checked it
  if (!config.pattern.empty())
    if (Result<Pattern> pattern = Pattern::compile(config.pattern)) pattern_ = *std::move(pattern);
  if (!config.type.empty()) listen(full_type_name(config.type), false);
  follow(node.graph());
}

void ObservedTopic::follow(const GraphView& graph) {
  const auto publisher = std::ranges::find_if(graph.endpoints, [&](const EndpointInfo& endpoint) {
    return endpoint.is_publisher && endpoint.topic == resolved_ &&
           (config_.type.empty() || endpoint.type.name == type_name_);
  });
  if (publisher == graph.endpoints.end()) return;
  if (publisher->type.name != type_name_ || publisher->qos.is_latched != is_latched_)
    listen(publisher->type.name, publisher->qos.is_latched);
}

void ObservedTopic::listen(const std::string& type_name, bool is_latched) {
  subscription_.close();
  type_name_ = type_name;
  is_latched_ = is_latched;
  type_ = find_message_type(type_name);
  board_.update(entry_, [&](Observation& entry) {
    entry.type = type_name_;
    if (!type_) entry.problem = fmt::format("there is no type {} in Tandem", type_name_);
  });
  if (!type_) return;
  const Qos wanted{.requests_reliable = is_latched, .is_latched = is_latched, .depth = 1};
  attempt(node_, [&] {
    subscription_ = node_.subscribe_bytes(
        config_.topic, {std::string(type_->name), type_->hash()}, wanted,
        [this](const SharedBytes& message, const MessageInfo& info) { show(message, info); });
  });
}

void ObservedTopic::show(const SharedBytes& message, const MessageInfo& info) {
  std::string text, problem;
  ObservationLevel level = ObservationLevel::ok;
  if (message->size() <= longest_text) {
    const Result<std::string> whole = config_.field.empty()
                                          ? message_text(*type_, *message)
                                          : part_text(*type_, *message, config_.field);
    if (!whole)
      problem = whole.error();
    else if (!pattern_)
      text = *whole;
    else if (const std::optional<std::string> found = pattern_->find_in(*whole))
      text = *found;
    else
      problem = fmt::format("'{}' is not in the message", config_.pattern);
  } else if (pattern_ || !config_.field.empty()) {
    problem = fmt::format("messages of {} bytes are not searched", message->size());
  }
  if (config_.limits.are_any() && problem.empty()) {
    if (const std::optional<double> number = number_in(text))
      level = level_of(*number, config_.limits);
    else
      problem = fmt::format("'{}' is no number, so that its limits say nothing",
                            text.substr(0, longest_quote));
  }
  board_.update(entry_, [&](Observation& entry) {
    entry.text = std::move(text);
    entry.level = level;
    entry.problem = std::move(problem);
    entry.message = message;
    ++entry.count;
    entry.received = info.received;
  });
}

}  // namespace tandem
