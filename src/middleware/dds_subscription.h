// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "middleware/dds_domain.h"

namespace tandem {

// A topic's reader.
class DdsSubscription : public RawSubscription {
 public:
  DdsSubscription(std::shared_ptr<DdsDomain> domain, DdsGraph::NodeId node,
                  const std::string& topic, const TypeId& type, const Qos& qos,
                  OnMessage on_message);
  ~DdsSubscription() override;

  int publisher_count() const override;
  int aware_publisher_count() const override;
  std::uint64_t lost() const override;

 private:
  class Listener;

  const std::shared_ptr<DdsDomain> domain_;
  std::unique_ptr<Listener> listener_;
  DdsParticipant* participant_ = nullptr;
  eprosima::fastdds::dds::DataReader* reader_ = nullptr;
  Gid gid_{};
};

}  // namespace tandem
