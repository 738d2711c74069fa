// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/topic_listener.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "tools/graph_queries.h"

namespace tandem {

namespace {

// Whether publishers that offer what is received now, and less, need another subscription.
bool is_weaker(const Qos& wanted, const Qos& current) {
  return (current.requests_reliable && !wanted.requests_reliable) ||
         (current.is_latched && !wanted.is_latched);
}

}  // namespace

TopicListener::TopicListener(ToolNode& tool, ListenerOptions options, Say say)
    : tool_(tool), options_(std::move(options)), say_(std::move(say)) {
  tool_.on_change([this] { queue_.put({}); });
  queue_.put({});
}

TopicListener::~TopicListener() { tool_.on_change({}); }

Result<std::optional<Arrival>> TopicListener::next(Clock::time_point deadline) {
  const Clock::time_point time_to_tell = start_ + options_.silence;
  while (true) {
    const bool waits_to_tell = !subscription_ && !has_told_;
    std::optional<Arrival> arrival =
        queue_.take(tool_.stop(), waits_to_tell ? std::min(deadline, time_to_tell) : deadline);
    if (arrival && arrival->bytes) return arrival;
    if (arrival) {
      if (const auto error = follow_publishers()) return *error;
      continue;
    }

    if (tool_.stop().stop_requested()) return arrival;
    const Clock::time_point now = Clock::now();
    if (waits_to_tell && now >= time_to_tell) say_what_is_waited_for(tool_.graph());
    if (now >= deadline) return arrival;
  }
}

std::optional<Error> TopicListener::follow_publishers() {
  std::vector<EndpointInfo> publishers = endpoints_of_topic(tool_.graph(), options_.topic).offering;
  const std::vector<std::string> types = types_of(publishers);
  const std::string wanted = !type_.name.empty() ? type_.name : options_.type;
  if (wanted.empty() && types.size() > 1)
    return Error{fmt::format("{} is published with {} types, name the one to receive: {}",
                             options_.topic, types.size(), fmt::join(types, ", "))};
  if (!wanted.empty())
    std::erase_if(publishers, [&](const EndpointInfo& it) { return it.type.name != wanted; });
  if (publishers.empty() && !types.empty() && !subscription_)
    return Error{fmt::format("{} is published as {}, not as {}", options_.topic,
                             fmt::join(types, ", "), wanted)};
  if (publishers.empty()) return {};

  AdaptedQos adapted = adapt_to_publishers(publishers, options_.qos);
  if (subscription_ && !is_weaker(adapted.qos, qos_)) return {};
  for (const std::string& note : adapted.notes)
    if (std::ranges::find(notes_, note) == notes_.end()) say_(note);
  notes_ = std::move(adapted.notes);
  type_ = publishers.front().type;
  qos_ = adapted.qos;
  subscription_.reset();
  subscription_ = tool_.endpoints().subscribe(options_.topic, type_, qos_,
                                              [this](SharedBytes bytes, const MessageInfo& info) {
                                                queue_.put(Arrival{std::move(bytes), info});
                                              });
  return {};
}

void TopicListener::say_what_is_waited_for(const GraphView& graph) {
  has_told_ = true;
  const std::size_t listeners = endpoints_of_topic(graph, options_.topic).using_it.size();
  if (listeners == 0)
    say_(fmt::format("waiting for {}: nobody publishes it yet", options_.topic));
  else
    say_(fmt::format("waiting for {}: {} to it, nobody publishes it yet", options_.topic,
                     listeners == 1 ? "one subscribes" : fmt::format("{} subscribe", listeners)));
}

}  // namespace tandem
