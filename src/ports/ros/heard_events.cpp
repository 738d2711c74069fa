// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/heard_events.h"

#include <algorithm>
#include <utility>

#include "base/utf8.h"
#include "ports/streams/attempt.h"

namespace tandem {

namespace {

constexpr std::size_t longest_name = 80, longest_text = 500, most_values = 16;
constexpr std::size_t most_nodes = 256;

std::string cut(const std::string& text, std::size_t most) {
  return std::string(first_characters(text, most));
}

WorldEvent event_of(const tandem_msgs::msg::Event& message) {
  WorldEvent event{.name = cut(message.name, longest_name),
                   .robot = cut(message.robot, longest_name),
                   .text = cut(message.text, longest_text)};
  const std::size_t count = std::min(message.values.size(), most_values);
  for (std::size_t i = 0; i < count; ++i)
    event.values.emplace_back(cut(message.values[i].key, longest_name),
                              cut(message.values[i].value, longest_name));
  return event;
}

}  // namespace

HeardEvents::HeardEvents(Node& node, std::shared_ptr<EventLog> log, std::function<SimTime()> now)
    : node_(node), log_(std::move(log)), now_(std::move(now)) {
  if (!log_) return;
  attempt(node_, [&] {
    subscription_ = node_.subscribe<tandem_msgs::msg::Event>(
        "/tandem/events", {.depth = 100},
        [this](const tandem_msgs::msg::Event& message, const MessageInfo& info) {
          hear(message, info);
        });
  });
}

void HeardEvents::hear(const tandem_msgs::msg::Event& message, const MessageInfo& info) {
  const std::string node = node_of(info.publisher);
  // what the run itself says is in its log already
  if (node == node_.full_name() || is_too_much(info.received)) return;
  log_->add(now_(), event_of(message), node.empty() ? "somebody" : cut(node, longest_name));
}

std::string HeardEvents::node_of(const Gid& publisher) {
  if (const auto known = nodes_.find(publisher); known != nodes_.end()) return known->second;
  const GraphView graph = node_.graph();
  const auto endpoint = std::ranges::find(graph.endpoints, publisher, &EndpointInfo::gid);
  if (endpoint == graph.endpoints.end() || endpoint->node.empty()) return {};
  if (nodes_.size() >= most_nodes) nodes_.clear();
  return nodes_.emplace(publisher, endpoint->node).first->second;
}

bool HeardEvents::is_too_much(Duration received) {
  // a clock may be set back
  if (received < second_begin_ || received - second_begin_ >= 1s) {
    second_begin_ = received;
    in_second_ = 0;
  }
  if (++in_second_ == most_per_second + 1)
    log_->add(now_(), {.name = "events_refused",
                       .text = "others say too much on /tandem/events; some of it is left out"});
  return in_second_ > most_per_second;
}

}  // namespace tandem
