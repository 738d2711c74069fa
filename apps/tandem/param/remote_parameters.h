// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "messages/rcl_interfaces.h"
#include "middleware/parameter_value.h"
#include "network_tool.h"
#include "tools/service_caller.h"

namespace tandem {

// Options of the commands that ask one node for its parameters.
struct RemoteOptions {
  NetworkOptions network;
  std::string node;
  Duration timeout = 5s;
  bool has_hidden = false;
};
// Returns the argument that names the node.
Argument add_remote_options(Command command, RemoteOptions& options);

// The parameters of another node. Each function asks it and waits for the answer; when there is
// none, the command ends with a sentence.
class RemoteParameters {
 public:
  RemoteParameters(NetworkTool& tool, const RemoteOptions& options);

  const std::string& node() const { return node_; }

  std::vector<std::string> list(const std::vector<std::string>& prefixes = {});
  // In the order of the names; not set where the node has none of that name.
  std::vector<ParameterValue> get(const std::vector<std::string>& names);
  std::vector<rcl_interfaces::msg::ParameterDescriptor> describe(
      const std::vector<std::string>& names);

  using Named = std::vector<std::pair<std::string, ParameterValue>>;
  std::vector<rcl_interfaces::msg::SetParametersResult> set(const Named& parameters);
  // The same, where whole numbers are taken for the doubles that the node has.
  std::vector<rcl_interfaces::msg::SetParametersResult> set_typed(Named parameters);

 private:
  template <Service S>
  typename S::Response ask(const char* service, const typename S::Request& request);
  [[noreturn]] void fail_without_answer(const std::string& reason);

  NetworkTool& tool_;
  const std::string node_;
  const Duration timeout_;
};

}  // namespace tandem
