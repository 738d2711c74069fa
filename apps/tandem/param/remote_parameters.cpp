// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "remote_parameters.h"

#include <fmt/format.h>

#include <algorithm>

namespace tandem {

using namespace rcl_interfaces;

Argument add_remote_options(Command command, RemoteOptions& options) {
  Argument node = command.argument("NODE", options.node, "Name of the node");
  command.seconds("--timeout", options.timeout,
                  "How long to wait for the node and its answer, 5 unless said");
  command
      .flag("--include-hidden-nodes", options.has_hidden,
            "Also nodes for machines, whose names start with '_'")
      .group("Network");
  add_network_options(command, options.network);
  return node;
}

RemoteParameters::RemoteParameters(NetworkTool& tool, const RemoteOptions& options)
    : tool_(tool), node_(absolute_name(options.node)), timeout_(options.timeout) {}

template <Service S>
typename S::Response RemoteParameters::ask(const char* service,
                                           const typename S::Request& request) {
  auto answer =
      call_service<S>(tool_.node(), fmt::format("{}/{}", node_, service), request, timeout_);
  if (!answer) fail_without_answer(answer.error());
  return *std::move(answer);
}

void RemoteParameters::fail_without_answer(const std::string& reason) {
  if (tool_.is_stopped()) throw CommandEnd(1);
  if (!has_node(tool_.node().graph(), node_)) fail(fmt::format("there is no node {}", node_));
  fail(reason);
}

std::vector<std::string> RemoteParameters::list(const std::vector<std::string>& prefixes) {
  auto names = ask<srv::ListParameters>("list_parameters", {.prefixes = prefixes}).result.names;
  std::ranges::sort(names);
  return names;
}

std::vector<ParameterValue> RemoteParameters::get(const std::vector<std::string>& names) {
  const auto answer = ask<srv::GetParameters>("get_parameters", {.names = names});
  std::vector<ParameterValue> values;
  for (const msg::ParameterValue& value : answer.values)
    values.push_back(value_or_fail(from_message(value)));
  values.resize(names.size());  // a node that does not know one of them leaves out all
  return values;
}

std::vector<msg::ParameterDescriptor> RemoteParameters::describe(
    const std::vector<std::string>& names) {
  return ask<srv::DescribeParameters>("describe_parameters", {.names = names}).descriptors;
}

std::vector<msg::SetParametersResult> RemoteParameters::set(const Named& parameters) {
  srv::SetParameters::Request request;
  for (const auto& [name, value] : parameters)
    request.parameters.push_back({.name = name, .value = to_message(value)});
  auto results = ask<srv::SetParameters>("set_parameters", request).results;
  if (results.size() != parameters.size())
    fail(fmt::format("{} was given {} parameters and answered for {}", node_, parameters.size(),
                     results.size()));
  return results;
}

std::vector<msg::SetParametersResult> RemoteParameters::set_typed(Named parameters) {
  std::vector<std::string> names;
  for (const auto& [name, value] : parameters) names.push_back(name);
  const std::vector<ParameterValue> current = get(names);
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (const auto typed = as_type_of(current[i], parameters[i].second))
      parameters[i].second = *typed;
  return set(parameters);
}

}  // namespace tandem
