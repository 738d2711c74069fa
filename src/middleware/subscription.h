// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "messages/cdr.h"
#include "middleware/call_queue.h"
#include "middleware/node_part.h"
#include "middleware/transport.h"

namespace tandem {

class NodeCore;

struct SubscribeOptions {
  // The callback comes on the transport's thread instead of the node's: for who only leaves the
  // message in a mailbox and saves a change of threads. It must return quickly, and make no
  // handles.
  bool is_immediate = false;
};

struct SubscriptionStats {
  std::uint64_t received = 0;
  std::uint64_t dropped = 0;     // callbacks were too slow; the oldest went, as `depth` asks for
  std::uint64_t unreadable = 0;  // bytes that are no message of this type
  std::uint64_t lost = 0;        // sent to us, never arrived
};

class SubscriptionEndpoint final : public NodePart {
 public:
  // Handles a message, or says why it could not be read.
  using OnBytes = std::function<std::optional<std::string>(const SharedBytes&, const MessageInfo&)>;

  SubscriptionEndpoint(std::shared_ptr<NodeCore> node, std::string topic, const Qos& qos,
                       const SubscribeOptions& options, OnBytes on_bytes);
  // Messages may come from here on; apart from the constructor because they refer to the endpoint.
  static void open(const std::shared_ptr<SubscriptionEndpoint>& endpoint, const TypeId& type,
                   const Qos& qos);
  void close() override;

  int publisher_count() const;
  int aware_publisher_count() const;
  SubscriptionStats stats() const;
  const std::string& topic() const { return topic_; }

 private:
  static void receive(const std::shared_ptr<SubscriptionEndpoint>& self, SharedBytes bytes,
                      const MessageInfo& info);
  void handle(const SharedBytes& bytes, const MessageInfo& info);

  const std::shared_ptr<NodeCore> node_;
  const std::string topic_;
  const SubscribeOptions options_;
  const OnBytes on_bytes_;
  CallQueue calls_;
  mutable std::mutex mutex_;
  std::shared_ptr<RawSubscription> raw_;  // empty when closed
  std::atomic<bool> is_closed_ = false;
  std::atomic<std::uint64_t> received_ = 0;
  std::atomic<std::uint64_t> unreadable_ = 0;
};

// Calls a callback for every message of a topic until it goes.
class [[nodiscard]] Subscription : public Handle<SubscriptionEndpoint> {
 public:
  using Handle::Handle;

  int publisher_count() const { return part_ ? part_->publisher_count() : 0; }
  // Those that know of us by now: nothing that they publish from here on is lost.
  int aware_publisher_count() const { return part_ ? part_->aware_publisher_count() : 0; }
  SubscriptionStats stats() const { return part_ ? part_->stats() : SubscriptionStats{}; }
  std::string topic() const { return part_ ? part_->topic() : std::string(); }
};

// Turns a callback for messages, with or without MessageInfo, into one for bytes.
template <Message M, class Callback>
SubscriptionEndpoint::OnBytes reading(Callback callback) {
  return
      [callback = std::move(callback)](
          const SharedBytes& bytes, const MessageInfo& info) mutable -> std::optional<std::string> {
        Result<M> message = from_cdr<M>(*bytes);
        if (!message) return message.error();
        if constexpr (std::is_invocable_v<Callback&, M&&, const MessageInfo&>)
          callback(*std::move(message), info);
        else
          callback(*std::move(message));
        return std::nullopt;
      };
}

}  // namespace tandem
