// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/lockstep_transport.h"

#include <utility>

#include "middleware/lockstep_network.h"
#include "middleware/names.h"

namespace tandem {

namespace {

using Network = std::shared_ptr<LockstepNetwork>;
using Delivery = LockstepNetwork::Delivery;

class Publisher final : public RawPublisher {
 public:
  Publisher(Network network, EndpointInfo endpoint)
      : network_(std::move(network)), sender_(network_->add_sender(std::move(endpoint))) {}
  ~Publisher() override { network_->remove(sender_); }

  void publish(std::span<const std::byte> message) override { network_->send(*sender_, message); }
  int subscriber_count() const override { return LockstepNetwork::count_receivers(*sender_); }
  bool is_all_acknowledged() const override { return true; }  // it never loses anything
  PublisherStats stats() const override { return {.sent = sender_->sent, .dropped = 0}; }
  Gid gid() const override { return sender_->endpoint.gid; }

 private:
  Network network_;
  std::shared_ptr<LockstepNetwork::Sender> sender_;
};

class Subscription final : public RawSubscription {
 public:
  Subscription(Network network, EndpointInfo endpoint, OnMessage on_message)
      : network_(std::move(network)),
        receiver_(network_->add_receiver(
            std::move(endpoint),
            [call = std::move(on_message)](const Delivery& it) { call(it.bytes, it.info); })) {}
  ~Subscription() override { network_->remove(receiver_); }

  int publisher_count() const override { return network_->count_senders(*receiver_); }
  int aware_publisher_count() const override { return publisher_count(); }
  std::uint64_t lost() const override { return 0; }

 private:
  Network network_;
  std::shared_ptr<LockstepNetwork::Receiver> receiver_;
};

// The topics that make up a service, for the node that serves or asks.
struct ServiceTopics {
  EndpointInfo request;
  EndpointInfo response;
};

ServiceTopics topics_of(const std::string& service, const ServiceTypeId& type,
                        const std::string& node) {
  return {.request = {.topic = "rq" + service + "Request",
                      .type = type.request,
                      .qos = qos::services,
                      .node = node},
          .response = {.topic = "rr" + service + "Reply",
                       .type = type.response,
                       .qos = qos::services,
                       .node = node}};
}

class Server final : public RawServer {
 public:
  Server(Network network, const ServiceTopics& topics, OnRequest on_request)
      : network_(std::move(network)),
        sender_(network_->add_sender(topics.response)),
        receiver_(network_->add_receiver(
            topics.request,
            [call = std::move(on_request)](const Delivery& it) { call(it.bytes, it.request); })) {}
  ~Server() override {
    network_->remove(receiver_);
    network_->remove(sender_);
  }

  void respond(const RequestId& id, std::span<const std::byte> response) override {
    network_->send(*sender_, response, id);
  }

 private:
  Network network_;
  std::shared_ptr<LockstepNetwork::Sender> sender_;
  std::shared_ptr<LockstepNetwork::Receiver> receiver_;
};

class Client final : public RawClient {
 public:
  Client(Network network, const ServiceTopics& topics, OnResponse on_response)
      : network_(std::move(network)), sender_(network_->add_sender(topics.request)) {
    receiver_ = network_->add_receiver(
        topics.response,
        [me = sender_->endpoint.gid, call = std::move(on_response)](const Delivery& it) {
          if (it.request.client == me) call(it.bytes, it.request.sequence);
        });
  }
  ~Client() override {
    network_->remove(receiver_);
    network_->remove(sender_);
  }

  std::int64_t request(std::span<const std::byte> request) override {
    const RequestId id{.client = sender_->endpoint.gid, .sequence = ++last_request_};
    network_->send(*sender_, request, id);
    return id.sequence;
  }
  bool is_server_ready() const override {
    return LockstepNetwork::count_receivers(*sender_) > 0 &&
           network_->count_senders(*receiver_) > 0;
  }

 private:
  Network network_;
  std::shared_ptr<LockstepNetwork::Sender> sender_;
  std::shared_ptr<LockstepNetwork::Receiver> receiver_;
  std::int64_t last_request_ = 0;
};

class NodeInGraph final : public TransportNode {
 public:
  NodeInGraph(Network network, std::string name)
      : network_(std::move(network)), name_(std::move(name)) {
    network_->add_node(name_);
  }
  ~NodeInGraph() override { network_->remove_node(name_); }

  std::unique_ptr<RawPublisher> publisher(const std::string& topic, const TypeId& type,
                                          const Qos& qos) override {
    return std::make_unique<Publisher>(
        network_, EndpointInfo{.topic = topic, .type = type, .qos = qos, .node = name_});
  }
  std::unique_ptr<RawSubscription> subscribe(const std::string& topic, const TypeId& type,
                                             const Qos& qos, OnMessage on_message) override {
    return std::make_unique<Subscription>(
        network_, EndpointInfo{.topic = topic, .type = type, .qos = qos, .node = name_},
        std::move(on_message));
  }
  std::unique_ptr<RawServer> serve(const std::string& service, const ServiceTypeId& type,
                                   OnRequest on_request) override {
    return std::make_unique<Server>(network_, topics_of(service, type, name_),
                                    std::move(on_request));
  }
  std::unique_ptr<RawClient> client(const std::string& service, const ServiceTypeId& type,
                                    OnResponse on_response) override {
    return std::make_unique<Client>(network_, topics_of(service, type, name_),
                                    std::move(on_response));
  }

 private:
  Network network_;
  std::string name_;
};

}  // namespace

LockstepTransport::LockstepTransport() : network_(std::make_shared<LockstepNetwork>()) {}

LockstepTransport::~LockstepTransport() { network_->on_change = nullptr; }

std::unique_ptr<TransportNode> LockstepTransport::join(const NodeName& name) {
  return std::make_unique<NodeInGraph>(network_, full_name(name));
}

GraphView LockstepTransport::graph() const { return network_->graph(); }

void LockstepTransport::on_graph_change(std::function<void()> callback) {
  network_->on_change = std::move(callback);
}

void LockstepTransport::set_time(SimTime now) { network_->now = now; }

bool LockstepTransport::deliver_next() { return network_->deliver_next(); }

const std::string& LockstepTransport::last_delivery() const { return network_->last_delivery; }

}  // namespace tandem
