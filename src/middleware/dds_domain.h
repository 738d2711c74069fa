// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "middleware/dds_graph.h"
#include "middleware/dds_outbox.h"
#include "middleware/dds_participant.h"
#include "middleware/dds_worker.h"

namespace tandem {

class DdsDiscovery;

// What all nodes of one transport share: participants, the graph, and a thread for what can wait.
// Nodes and endpoints hold it; the last one to go leaves the network.
class DdsDomain {
 public:
  explicit DdsDomain(const DdsOptions& options);
  ~DdsDomain();
  DdsDomain(const DdsDomain&) = delete;
  DdsDomain& operator=(const DdsDomain&) = delete;

  DdsGraph& graph() { return graph_; }
  DdsWorker& worker() { return worker_; }
  DdsOutbox& outbox();  // made when first used

  // Calls `make` with one participant after the other until it returns true. Endpoints of one
  // service must all fit in the same one.
  void place(const std::function<bool(DdsParticipant&)>& make);

  // Deletes endpoints: now, or soon when this is a thread on which Fast DDS cannot.
  void dispose(std::function<void()> removal);

  void add_endpoint(DdsGraph::NodeId node, const DdsParticipant::Endpoint& endpoint,
                    bool is_publisher, const Gid& gid);
  void remove_endpoint(const Gid& gid);

  void announce();       // tells the network of our nodes, soon and once for many changes
  void graph_changed();  // tells the user, likewise
  void on_graph_change(std::function<void()> callback);

 private:
  class Announcer;

  void complain(std::vector<DdsGraph::Mismatch> mismatches);
  void look_for_clashes();  // soon and once for many changes

  const DdsOptions options_;
  DdsGraph graph_;
  std::unique_ptr<DdsDiscovery> discovery_;

  std::recursive_mutex callback_mutex_;  // the callback may replace itself
  std::function<void()> on_graph_change_;
  std::atomic<bool> is_telling_ = false;
  std::atomic<bool> is_announcing_ = false;
  std::atomic<bool> is_looking_ = false;
  std::atomic<DdsWorker::Clock::time_point> next_telling_{};
  std::atomic<DdsWorker::Clock::time_point> next_announcement_{};

  const std::shared_ptr<DdsTraffic> traffic_ = std::make_shared<DdsTraffic>();
  std::mutex participants_mutex_;
  std::vector<std::unique_ptr<DdsParticipant>> participants_;
  std::unique_ptr<Announcer> announcer_;
  std::unique_ptr<DdsOutbox> outbox_;
  DdsWorker worker_;  // stops first
};

}  // namespace tandem
