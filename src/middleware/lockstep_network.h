// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "middleware/transport.h"

namespace tandem {

// The inside of LockstepTransport: who sends, who receives, and what waits in line between them.
// Services are pairs of topics, as they are on the wire.
class LockstepNetwork {
 public:
  struct Delivery;

  // The receiving end of anything. It may be closed while deliveries to it wait.
  struct Receiver {
    EndpointInfo endpoint;
    std::function<void(const Delivery&)> receive;
    bool is_open = true;
  };
  struct Delivery {
    std::shared_ptr<Receiver> to;
    SharedBytes bytes;
    MessageInfo info;
    RequestId request;  // of requests and responses
  };
  struct Topic;
  struct Sender {
    EndpointInfo endpoint;
    Topic* topic = nullptr;  // there as long as somebody sends or receives
    std::uint64_t sent = 0;
    std::deque<std::pair<SharedBytes, MessageInfo>> latched;
  };
  struct Topic {
    // in the order of their making, which is the order in which they are served
    std::vector<std::shared_ptr<Sender>> senders;
    std::vector<std::shared_ptr<Receiver>> receivers;
  };

  std::shared_ptr<Sender> add_sender(EndpointInfo endpoint);
  std::shared_ptr<Receiver> add_receiver(EndpointInfo endpoint,
                                         std::function<void(const Delivery&)> receive);
  void remove(const std::shared_ptr<Sender>& sender);
  void remove(const std::shared_ptr<Receiver>& receiver);
  void add_node(const std::string& name);
  void remove_node(const std::string& name);

  // Puts the message in line for every receiver that there is now.
  void send(Sender& sender, std::span<const std::byte> message, const RequestId& request = {});
  bool deliver_next();

  static int count_receivers(const Sender& sender);
  int count_senders(const Receiver& receiver) const;
  GraphView graph() const;

  SimTime now{};
  std::string last_delivery;
  std::function<void()> on_change;

 private:
  Gid make_gid();
  void forget_if_empty(const std::string& topic);
  void tell_change() const;

  std::map<std::string, Topic> topics_;
  std::vector<std::string> nodes_;
  std::deque<Delivery> waiting_;
  std::uint64_t last_id_ = 0;
};

}  // namespace tandem
