// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "messages/tandem_msgs.h"
#include "middleware/node.h"
#include "ports/ros/service_context.h"

namespace tandem {

// Objects that programs add, move and remove by many at once, on /vera/virtual_objects. The same
// can be done one by one with SpawnEntity, SetEntityState and DeleteEntity: ids are names of
// entities.
class VirtualObjects {
 public:
  static constexpr std::size_t most = 4000;      // objects of one message
  static constexpr std::size_t most_told = 100;  // of the refused, with their reasons

  explicit VirtualObjects(const ServiceContext& context);

 private:
  struct Batch;
  struct Known;

  void take(const tandem_msgs::msg::VirtualObjects& message);
  // Why it cannot be done; empty when the simulation was asked to.
  std::string submit(const tandem_msgs::msg::VirtualObject& object, Known& known,
                     const std::shared_ptr<Batch>& batch);

  using StatusPublisher = Publisher<tandem_msgs::msg::VirtualObjectsStatus>;

  const ServiceContext context_;
  // Shared with messages that are not answered yet.
  const std::shared_ptr<StatusPublisher> status_ = std::make_shared<StatusPublisher>();
  Subscription subscription_;
};

}  // namespace tandem
