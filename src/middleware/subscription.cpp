// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/subscription.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "middleware/node_core.h"

namespace tandem {

namespace {

constexpr std::size_t most_kept = 10'000;  // what "keep all" keeps for a callback that is stuck

std::size_t capacity_of(const Qos& qos) {
  if (qos.keeps_all) return most_kept;
  return std::min(most_kept, static_cast<std::size_t>(std::max(1, qos.depth)));
}

// whose immediate callback runs on this thread
thread_local const SubscriptionEndpoint* inside_of = nullptr;

}  // namespace

SubscriptionEndpoint::SubscriptionEndpoint(std::shared_ptr<NodeCore> node, std::string topic,
                                           const Qos& qos, const SubscribeOptions& options,
                                           OnBytes on_bytes)
    : node_(std::move(node)),
      topic_(std::move(topic)),
      options_(options),
      on_bytes_(std::move(on_bytes)),
      calls_(node_->executor(), capacity_of(qos)) {}

void SubscriptionEndpoint::open(const std::shared_ptr<SubscriptionEndpoint>& endpoint,
                                const TypeId& type, const Qos& qos) {
  auto raw = endpoint->node_->transport_node().subscribe(
      endpoint->topic_, type, qos,
      [weak = std::weak_ptr(endpoint)](SharedBytes bytes, const MessageInfo& info) {
        if (const auto self = weak.lock()) receive(self, std::move(bytes), info);
      });
  const std::lock_guard lock(endpoint->mutex_);
  endpoint->raw_ = std::move(raw);
}

void SubscriptionEndpoint::close() {
  is_closed_ = true;
  std::shared_ptr<RawSubscription> raw;
  {
    const std::lock_guard lock(mutex_);
    raw.swap(raw_);
  }
  // an endpoint of the transport can't go away inside of its own callback
  if (inside_of == this) node_->bury(std::move(raw));
  raw.reset();
  calls_.close();
}

// Holds itself, because the callback may destroy the handle.
void SubscriptionEndpoint::receive(const std::shared_ptr<SubscriptionEndpoint>& self,
                                   SharedBytes bytes, const MessageInfo& info) {
  if (self->is_closed_) return;
  ++self->received_;
  if (!self->options_.is_immediate) {
    self->calls_.put([self, bytes = std::move(bytes), info] { self->handle(bytes, info); });
    return;
  }
  const auto* const outer = std::exchange(inside_of, self.get());
  self->node_->guard([&] { self->handle(bytes, info); });
  inside_of = outer;
}

void SubscriptionEndpoint::handle(const SharedBytes& bytes, const MessageInfo& info) {
  const std::optional<std::string> problem = on_bytes_(bytes, info);
  if (!problem) return;
  // told at 1, 2, 4, 8, ...: a sender that is wrong is wrong with every message
  const std::uint64_t count = ++unreadable_;
  if (std::has_single_bit(count))
    node_->log(LogLevel::warning, fmt::format("{}: {} ({} so far)", topic_, *problem, count));
}

int SubscriptionEndpoint::publisher_count() const {
  const std::lock_guard lock(mutex_);
  return raw_ ? raw_->publisher_count() : 0;
}

int SubscriptionEndpoint::aware_publisher_count() const {
  std::shared_ptr<RawSubscription> raw;
  {
    const std::lock_guard lock(mutex_);
    raw = raw_;
  }
  return raw ? raw->aware_publisher_count() : 0;
}

SubscriptionStats SubscriptionEndpoint::stats() const {
  const std::lock_guard lock(mutex_);
  return {.received = received_,
          .dropped = calls_.dropped(),
          .unreadable = unreadable_,
          .lost = raw_ ? raw_->lost() : 0};
}

}  // namespace tandem
