// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/dds_transport.h"

#include <atomic>
#include <list>
#include <mutex>
#include <thread>
#include <utility>

#include "middleware/dds_client.h"
#include "middleware/dds_domain.h"
#include "middleware/dds_publisher.h"
#include "middleware/dds_server.h"
#include "middleware/dds_subscription.h"

namespace tandem {

namespace {

class DdsNode : public TransportNode {
 public:
  DdsNode(std::shared_ptr<DdsDomain> domain, const NodeName& name)
      : domain_(std::move(domain)), id_(domain_->graph().add_node(name)) {
    tell();
  }
  ~DdsNode() override {
    domain_->graph().remove_node(id_);
    tell();
  }

  std::unique_ptr<RawPublisher> publisher(const std::string& topic, const TypeId& type,
                                          const Qos& qos) override {
    return std::make_unique<DdsPublisher>(domain_, id_, topic, type, qos);
  }
  std::unique_ptr<RawSubscription> subscribe(const std::string& topic, const TypeId& type,
                                             const Qos& qos, OnMessage on_message) override {
    return std::make_unique<DdsSubscription>(domain_, id_, topic, type, qos, std::move(on_message));
  }
  std::unique_ptr<RawServer> serve(const std::string& service, const ServiceTypeId& type,
                                   OnRequest on_request) override {
    return std::make_unique<DdsServer>(domain_, id_, service, type, std::move(on_request));
  }
  std::unique_ptr<RawClient> client(const std::string& service, const ServiceTypeId& type,
                                    OnResponse on_response) override {
    return std::make_unique<DdsClient>(domain_, id_, service, type, std::move(on_response));
  }

 private:
  void tell() {
    domain_->announce();
    domain_->graph_changed();
  }

  const std::shared_ptr<DdsDomain> domain_;
  const DdsGraph::NodeId id_;
};

// Ends of domains that nobody waits for, but the end of the process: it would pull Fast DDS away
// from under them.
class LateEnds {
 public:
  void end(DdsDomain* domain) {
    const std::lock_guard lock(mutex_);
    std::erase_if(ends_, [](const End& end) { return end.is_over.load(); });
    End& end = ends_.emplace_back();
    end.thread = std::jthread([&end, domain] {
      delete domain;
      end.is_over = true;
    });
  }

 private:
  struct End {
    std::atomic<bool> is_over = false;
    std::jthread thread;  // waited for when this goes
  };
  std::mutex mutex_;
  std::list<End> ends_;
};

LateEnds& late_ends() {
  static LateEnds ends;
  return ends;
}

// The last user of a domain may go inside of a callback, on the domain's own thread, which cannot
// wait for its own end.
void end_domain(DdsDomain* domain) {
  if (domain->worker().is_this_thread())
    late_ends().end(domain);
  else
    delete domain;
}

class DdsTransport : public Transport {
 public:
  explicit DdsTransport(const DdsOptions& options) : domain_(new DdsDomain(options), end_domain) {
    late_ends();  // made after Fast DDS's own statics, and so gone before them
  }
  ~DdsTransport() override { domain_->on_graph_change({}); }

  std::unique_ptr<TransportNode> join(const NodeName& name) override {
    return std::make_unique<DdsNode>(domain_, name);
  }
  GraphView graph() const override { return domain_->graph().view(); }
  void on_graph_change(std::function<void()> callback) override {
    domain_->on_graph_change(std::move(callback));
  }

 private:
  const std::shared_ptr<DdsDomain> domain_;
};

}  // namespace

std::unique_ptr<Transport> make_dds_transport(const DdsOptions& options) {
  return std::make_unique<DdsTransport>(options);
}

}  // namespace tandem
