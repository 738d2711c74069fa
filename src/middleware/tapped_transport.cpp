// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/tapped_transport.h"

#include <utility>

namespace tandem {

namespace {

class TappedPublisher final : public RawPublisher {
 public:
  TappedPublisher(std::unique_ptr<RawPublisher> inner, std::unique_ptr<TopicTap> tap)
      : inner_(std::move(inner)), tap_(std::move(tap)) {}

  void publish(std::span<const std::byte> message) override {
    tap_->take(message);
    inner_->publish(message);
  }
  int subscriber_count() const override {
    return inner_->subscriber_count() + (tap_->is_wanted() ? 1 : 0);
  }
  bool is_all_acknowledged() const override { return inner_->is_all_acknowledged(); }
  PublisherStats stats() const override { return inner_->stats(); }
  Gid gid() const override { return inner_->gid(); }

 private:
  const std::unique_ptr<RawPublisher> inner_;
  const std::unique_ptr<TopicTap> tap_;
};

class TappedNode final : public TransportNode {
 public:
  TappedNode(std::unique_ptr<TransportNode> inner, std::shared_ptr<MessageTap> tap)
      : inner_(std::move(inner)), tap_(std::move(tap)) {}

  std::unique_ptr<RawPublisher> publisher(const std::string& topic, const TypeId& type,
                                          const Qos& qos) override {
    auto inner = inner_->publisher(topic, type, qos);
    auto tap = tap_->published(topic, type, qos);
    if (!tap) return inner;
    return std::make_unique<TappedPublisher>(std::move(inner), std::move(tap));
  }
  std::unique_ptr<RawSubscription> subscribe(const std::string& topic, const TypeId& type,
                                             const Qos& qos, OnMessage on_message) override {
    std::shared_ptr<TopicTap> tap = tap_->received(topic, type, qos);
    if (!tap) return inner_->subscribe(topic, type, qos, std::move(on_message));
    return inner_->subscribe(topic, type, qos,
                             [tap = std::move(tap), on_message = std::move(on_message)](
                                 SharedBytes bytes, const MessageInfo& info) {
                               tap->take(*bytes);
                               on_message(std::move(bytes), info);
                             });
  }
  std::unique_ptr<RawServer> serve(const std::string& service, const ServiceTypeId& type,
                                   OnRequest on_request) override {
    return inner_->serve(service, type, std::move(on_request));
  }
  std::unique_ptr<RawClient> client(const std::string& service, const ServiceTypeId& type,
                                    OnResponse on_response) override {
    return inner_->client(service, type, std::move(on_response));
  }

 private:
  const std::unique_ptr<TransportNode> inner_;
  const std::shared_ptr<MessageTap> tap_;
};

class TappedTransport final : public Transport {
 public:
  TappedTransport(std::unique_ptr<Transport> inner, std::shared_ptr<MessageTap> tap)
      : inner_(std::move(inner)), tap_(std::move(tap)) {}

  std::unique_ptr<TransportNode> join(const NodeName& name) override {
    return std::make_unique<TappedNode>(inner_->join(name), tap_);
  }
  GraphView graph() const override { return inner_->graph(); }
  void on_graph_change(std::function<void()> callback) override {
    inner_->on_graph_change(std::move(callback));
  }

 private:
  const std::unique_ptr<Transport> inner_;
  const std::shared_ptr<MessageTap> tap_;
};

}  // namespace

std::unique_ptr<Transport> tap_transport(std::unique_ptr<Transport> inner,
                                         std::shared_ptr<MessageTap> tap) {
  return std::make_unique<TappedTransport>(std::move(inner), std::move(tap));
}

}  // namespace tandem
