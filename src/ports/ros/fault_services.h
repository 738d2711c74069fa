// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "messages/tandem_msgs_faults.h"
#include "ports/desk/fault_desk.h"
#include "ports/ros/service_context.h"

namespace tandem {

// Faults on demand: /tandem/inject_fault, /tandem/clear_fault and /tandem/list_faults.
class FaultServices {
 public:
  FaultServices(const ServiceContext& context, const Network& network);

 private:
  using InjectFaultService = tandem_msgs::srv::InjectFault;
  void inject(const InjectFaultService::Request& request, const Reply<InjectFaultService>& reply);

  const ServiceContext context_;
  FaultDesk desk_;
  std::vector<Server> servers_;
};

}  // namespace tandem
