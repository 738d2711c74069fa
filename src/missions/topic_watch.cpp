// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "missions/topic_watch.h"

#include <fmt/format.h>

#include "base/log.h"
#include "messages/dynamic.h"
#include "tools/adapt_qos.h"
#include "tools/known_types.h"
#include "tools/stamps.h"

namespace tandem {

TopicWatch::TopicWatch(Node& node, std::map<std::string, Needs> topics,
                       std::map<std::string, HeardTopic>& heard, std::function<Duration()> time)
    : node_(node),
      topics_(std::move(topics)),
      heard_(heard),
      time_(std::move(time)),
      graph_watch_(node.watch_graph([this] { has_changed_ = true; })) {
  for (const auto& [name, needs] : topics_) {
    missing_.insert(name);
    heard_[name];
  }
}

void TopicWatch::follow() {
  if (!has_changed_ || missing_.empty()) return;
  has_changed_ = false;
  const GraphView graph = node_.graph();
  std::erase_if(missing_, [&](const std::string& name) {
    const std::string topic = node_.resolve_topic(name);
    std::vector<EndpointInfo> publishers;
    for (const EndpointInfo& endpoint : graph.endpoints)
      if (endpoint.is_publisher && endpoint.topic == topic) publishers.push_back(endpoint);
    if (publishers.empty()) return false;
    const auto type = known_message_type(publishers.front().type.name);
    if (!type) {
      log(LogLevel::warning, fmt::format("{}: {}", topic, type.error()));
      return true;
    }
    Qos qos = adapt_to_publishers(publishers, {}).qos;
    qos.depth = 100;  // nothing that came in one step is lost
    subscriptions_.push_back(node_.subscribe_bytes(
        name, id_of(**type), qos,
        [this, needs = topics_.at(name), &heard = heard_.at(name),
         description = &(*type)->description()](const SharedBytes& bytes, const MessageInfo&) {
          hear(heard, needs, *description, bytes);
        }));
    return true;
  });
}

void TopicWatch::hear(HeardTopic& topic, const Needs& needs, const TypeDescription& type,
                      const SharedBytes& bytes) {
  const Duration now = time_();
  ++topic.count;
  topic.last_at = now;
  topic.arrivals.push_back(now);
  while (topic.arrivals.front() <= now - needs.window) topic.arrivals.pop_front();
  if (has_stamp(type))
    if (const auto stamp = stamp_of(type, *bytes)) topic.latency = node_.now() - *stamp;
  if (!needs.content) return;
  if (auto message = decode_cdr(type, *bytes)) topic.latest = *std::move(message);
}

}  // namespace tandem
