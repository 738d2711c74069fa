// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fastdds/rtps/common/Guid.h>

#include <fastdds/dds/domain/DomainParticipantListener.hpp>
#include <functional>
#include <utility>
#include <vector>

#include "middleware/dds_graph.h"

namespace tandem {

Gid to_gid(const eprosima::fastrtps::rtps::GUID_t& guid);
eprosima::fastrtps::rtps::GUID_t to_guid(const Gid& gid);

// Writes into the graph what Fast DDS finds out about others.
class DdsDiscovery : public eprosima::fastdds::dds::DomainParticipantListener {
 public:
  struct Handlers {
    std::function<void()> on_change;
    std::function<void(std::vector<DdsGraph::Mismatch>)> on_mismatch;
  };
  DdsDiscovery(DdsGraph& graph, Handlers handlers)
      : graph_(graph), handlers_(std::move(handlers)) {}

  void on_participant_discovery(eprosima::fastdds::dds::DomainParticipant* participant,
                                eprosima::fastrtps::rtps::ParticipantDiscoveryInfo&& info) override;
  void on_subscriber_discovery(eprosima::fastdds::dds::DomainParticipant* participant,
                               eprosima::fastrtps::rtps::ReaderDiscoveryInfo&& info) override;
  void on_publisher_discovery(eprosima::fastdds::dds::DomainParticipant* participant,
                              eprosima::fastrtps::rtps::WriterDiscoveryInfo&& info) override;

 private:
  void add(DdsGraph::Endpoint endpoint);
  void remove(const Gid& gid);

  DdsGraph& graph_;
  const Handlers handlers_;
};

}  // namespace tandem
