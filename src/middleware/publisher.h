// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "messages/cdr.h"
#include "middleware/node_part.h"
#include "middleware/transport.h"

namespace tandem {

class NodeCore;

class PublisherEndpoint final : public NodePart {
 public:
  PublisherEndpoint(NodeCore& node, std::string topic, const TypeId& type, const Qos& qos);
  void close() override;

  // Somebody listens, or latecomers will want it.
  bool is_wanted() const;
  void publish(std::span<const std::byte> message);
  template <Message M>
  void publish_message(const M& message) {
    const std::lock_guard lock(mutex_);
    if (!is_wanted_now()) return;
    to_cdr(message, buffer_);
    raw_->publish(buffer_);
  }
  int subscriber_count() const;
  PublisherStats stats() const;
  const std::string& topic() const { return topic_; }

 private:
  bool is_wanted_now() const;

  const std::string topic_;
  const bool is_latched_;
  mutable std::mutex mutex_;
  std::unique_ptr<RawPublisher> raw_;  // empty when closed
  std::vector<std::byte> buffer_;
};

struct PublisherCount {
  std::string topic;
  std::uint64_t sent = 0;
};

// A topic that a node publishes, as bytes of any type. Any thread may publish; nobody waits.
class [[nodiscard]] BytesPublisher : public Handle<PublisherEndpoint> {
 public:
  using Handle::Handle;

  void publish(std::span<const std::byte> message) {
    if (part_) part_->publish(message);
  }
  bool is_wanted() const { return part_ && part_->is_wanted(); }
  int subscriber_count() const { return part_ ? part_->subscriber_count() : 0; }
  PublisherStats stats() const { return part_ ? part_->stats() : PublisherStats{}; }
  std::string topic() const { return part_ ? part_->topic() : std::string(); }
};

// A topic that a node publishes. Costs next to nothing while nobody listens.
template <Message M>
class [[nodiscard]] Publisher : public BytesPublisher {
 public:
  using BytesPublisher::BytesPublisher;

  void publish(const M& message) {
    if (part_) part_->publish_message(message);
  }
};

}  // namespace tandem
