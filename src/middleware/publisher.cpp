// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/publisher.h"

#include <utility>

#include "middleware/node_core.h"

namespace tandem {

PublisherEndpoint::PublisherEndpoint(NodeCore& node, std::string topic, const TypeId& type,
                                     const Qos& qos)
    : topic_(std::move(topic)),
      is_latched_(qos.is_latched),
      raw_(node.transport_node().publisher(topic_, type, qos)) {}

void PublisherEndpoint::close() {
  std::unique_ptr<RawPublisher> raw;
  const std::lock_guard lock(mutex_);
  raw.swap(raw_);
}

bool PublisherEndpoint::is_wanted_now() const {
  return raw_ && (is_latched_ || raw_->subscriber_count() > 0);
}

bool PublisherEndpoint::is_wanted() const {
  const std::lock_guard lock(mutex_);
  return is_wanted_now();
}

void PublisherEndpoint::publish(std::span<const std::byte> message) {
  const std::lock_guard lock(mutex_);
  if (is_wanted_now()) raw_->publish(message);
}

int PublisherEndpoint::subscriber_count() const {
  const std::lock_guard lock(mutex_);
  return raw_ ? raw_->subscriber_count() : 0;
}

PublisherStats PublisherEndpoint::stats() const {
  const std::lock_guard lock(mutex_);
  return raw_ ? raw_->stats() : PublisherStats{};
}

}  // namespace tandem
