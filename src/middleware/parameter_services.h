// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "messages/rcl_interfaces.h"
#include "middleware/parameter_store.h"
#include "middleware/server.h"

namespace tandem {

class Node;

// Answers for a node's parameters by the six services that ROS 2's tools ask.
class ParameterServices {
 public:
  ParameterServices(Node& node, std::shared_ptr<ParameterStore> store);

 private:
  std::vector<Server> servers_;
};

rcl_interfaces::msg::ParameterEvent to_event(const ParameterStore::Changes& changes);

}  // namespace tandem
