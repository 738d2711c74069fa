// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "messages/rcl_interfaces.h"
#include "middleware/client.h"
#include "middleware/parameter_store.h"
#include "middleware/parameter_value.h"

namespace tandem {

class Node;

// Asks another node for its parameters and waits for the answer: for tools and tests.
class ParameterClient {
 public:
  // `remote` is the other node's name, "/lab/tandem".
  ParameterClient(Node& node, const std::string& remote);

  bool wait_for_node(Duration timeout);

  Result<std::vector<std::string>> list(Duration timeout);
  // One value for each name; not set where the node has none of that name.
  Result<std::vector<ParameterValue>> get(const std::vector<std::string>& names, Duration timeout);
  Result<std::vector<ParameterDescription>> describe(const std::vector<std::string>& names,
                                                     Duration timeout);
  // One reason for each parameter, empty where it was set.
  Result<std::vector<std::string>> set(const std::vector<NamedParameter>& parameters,
                                       Duration timeout);
  // All or none: the reason, empty when they were set.
  Result<std::string> set_atomically(const std::vector<NamedParameter>& parameters,
                                     Duration timeout);

 private:
  Client<rcl_interfaces::srv::ListParameters> list_;
  Client<rcl_interfaces::srv::GetParameters> get_;
  Client<rcl_interfaces::srv::DescribeParameters> describe_;
  Client<rcl_interfaces::srv::SetParameters> set_;
  Client<rcl_interfaces::srv::SetParametersAtomically> set_atomically_;
};

}  // namespace tandem
