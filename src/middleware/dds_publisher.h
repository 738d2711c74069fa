// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "middleware/dds_domain.h"

namespace tandem {

// A topic's writer. Any thread may publish.
class DdsPublisher : public RawPublisher {
 public:
  DdsPublisher(std::shared_ptr<DdsDomain> domain, DdsGraph::NodeId node, const std::string& topic,
               const TypeId& type, const Qos& qos);
  ~DdsPublisher() override;

  void publish(std::span<const std::byte> message) override;
  int subscriber_count() const override;
  bool is_all_acknowledged() const override;
  PublisherStats stats() const override;
  Gid gid() const override { return gid_; }

 private:
  class Listener;

  const std::shared_ptr<DdsDomain> domain_;
  std::unique_ptr<Listener> listener_;
  DdsParticipant* participant_ = nullptr;
  eprosima::fastdds::dds::DataWriter* writer_ = nullptr;
  Gid gid_{};
  DdsOutbox* outbox_ = nullptr;  // large messages take this way
  std::shared_ptr<DdsOutbox::Lane> lane_;
  std::atomic<std::uint64_t> sent_ = 0;
  std::atomic<std::uint64_t> dropped_ = 0;
};

}  // namespace tandem
