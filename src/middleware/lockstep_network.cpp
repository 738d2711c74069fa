// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/lockstep_network.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/log.h"

namespace tandem {

namespace {

constexpr int most_kept = 10'000;  // for latecomers, by who keeps all

bool is_matched(const EndpointInfo& writer, const EndpointInfo& reader) {
  return writer.type.name == reader.type.name &&
         (writer.qos.offers_reliable || !reader.qos.requests_reliable) &&
         (writer.qos.is_latched || !reader.qos.is_latched);
}

std::string why_not_matched(const EndpointInfo& writer, const EndpointInfo& reader) {
  if (writer.type.name != reader.type.name)
    return fmt::format("sends {} where {} is expected", writer.type.name, reader.type.name);
  if (!writer.qos.offers_reliable && reader.qos.requests_reliable)
    return "offers best effort where reliable is asked for";
  return "keeps nothing for latecomers where latched is asked for";
}

void warn_if_unmatched(const EndpointInfo& writer, const EndpointInfo& reader) {
  if (is_matched(writer, reader)) return;
  log(LogLevel::warning, fmt::format("{}: {} hears nothing from {}, which {}", reader.topic,
                                     reader.node, writer.node, why_not_matched(writer, reader)));
}

}  // namespace

std::shared_ptr<LockstepNetwork::Sender> LockstepNetwork::add_sender(EndpointInfo endpoint) {
  endpoint.is_publisher = true;
  endpoint.gid = make_gid();
  Topic& topic = topics_[endpoint.topic];
  for (const auto& receiver : topic.receivers) warn_if_unmatched(endpoint, receiver->endpoint);
  auto sender = std::make_shared<Sender>(Sender{.endpoint = std::move(endpoint), .topic = &topic});
  topic.senders.push_back(sender);
  tell_change();
  return sender;
}

std::shared_ptr<LockstepNetwork::Receiver> LockstepNetwork::add_receiver(
    EndpointInfo endpoint, std::function<void(const Delivery&)> receive) {
  endpoint.is_publisher = false;
  endpoint.gid = make_gid();
  Topic& topic = topics_[endpoint.topic];
  auto receiver = std::make_shared<Receiver>(
      Receiver{.endpoint = std::move(endpoint), .receive = std::move(receive)});
  topic.receivers.push_back(receiver);
  for (const auto& sender : topic.senders) {
    warn_if_unmatched(sender->endpoint, receiver->endpoint);
    if (!receiver->endpoint.qos.is_latched || !is_matched(sender->endpoint, receiver->endpoint))
      continue;
    for (const auto& [bytes, info] : sender->latched)
      waiting_.push_back({receiver, bytes, info, {}});
  }
  tell_change();
  return receiver;
}

void LockstepNetwork::remove(const std::shared_ptr<Sender>& sender) {
  std::erase(topics_.at(sender->endpoint.topic).senders, sender);
  forget_if_empty(sender->endpoint.topic);
  tell_change();
}

void LockstepNetwork::remove(const std::shared_ptr<Receiver>& receiver) {
  receiver->is_open = false;
  std::erase(topics_.at(receiver->endpoint.topic).receivers, receiver);
  forget_if_empty(receiver->endpoint.topic);
  tell_change();
}

void LockstepNetwork::forget_if_empty(const std::string& name) {
  const auto topic = topics_.find(name);
  if (topic->second.senders.empty() && topic->second.receivers.empty()) topics_.erase(topic);
}

void LockstepNetwork::add_node(const std::string& name) {
  nodes_.push_back(name);
  tell_change();
}

void LockstepNetwork::remove_node(const std::string& name) {
  nodes_.erase(std::ranges::find(nodes_, name));
  tell_change();
}

void LockstepNetwork::send(Sender& sender, std::span<const std::byte> message,
                           const RequestId& request) {
  const auto bytes = std::make_shared<const std::vector<std::byte>>(message.begin(), message.end());
  const MessageInfo info{
      .publisher = sender.endpoint.gid, .sequence = ++sender.sent, .sent = now, .received = now};
  for (const auto& receiver : sender.topic->receivers)
    if (is_matched(sender.endpoint, receiver->endpoint))
      waiting_.push_back({receiver, bytes, info, request});

  if (!sender.endpoint.qos.is_latched) return;
  sender.latched.emplace_back(bytes, info);
  const Qos& qos = sender.endpoint.qos;
  const int depth = qos.keeps_all ? most_kept : std::max(1, qos.depth);
  if (sender.latched.size() > static_cast<std::size_t>(depth)) sender.latched.pop_front();
}

bool LockstepNetwork::deliver_next() {
  while (!waiting_.empty()) {
    const Delivery next = std::move(waiting_.front());
    waiting_.pop_front();
    if (!next.to->is_open) continue;
    last_delivery = fmt::format("{} to {}", next.to->endpoint.topic, next.to->endpoint.node);
    next.to->receive(next);
    return true;
  }
  return false;
}

int LockstepNetwork::count_receivers(const Sender& sender) {
  return static_cast<int>(std::ranges::count_if(sender.topic->receivers, [&](const auto& receiver) {
    return is_matched(sender.endpoint, receiver->endpoint);
  }));
}

int LockstepNetwork::count_senders(const Receiver& receiver) const {
  return static_cast<int>(std::ranges::count_if(
      topics_.at(receiver.endpoint.topic).senders,
      [&](const auto& sender) { return is_matched(sender->endpoint, receiver.endpoint); }));
}

GraphView LockstepNetwork::graph() const {
  GraphView view{.nodes = nodes_};
  std::ranges::sort(view.nodes);
  for (const auto& [name, topic] : topics_) {
    for (const auto& sender : topic.senders) view.endpoints.push_back(sender->endpoint);
    for (const auto& receiver : topic.receivers) view.endpoints.push_back(receiver->endpoint);
  }
  return view;
}

Gid LockstepNetwork::make_gid() {
  Gid gid{};
  const std::uint64_t id = ++last_id_;
  std::memcpy(gid.data(), &id, sizeof id);
  return gid;
}

void LockstepNetwork::tell_change() const {
  // a copy, because what it does may change who is told
  if (const auto tell = on_change) tell();
}

}  // namespace tandem
