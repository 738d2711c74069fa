// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/parameter_client.h"

#include <fmt/format.h>

#include <utility>

#include "middleware/names.h"
#include "middleware/node.h"

namespace tandem {

namespace {

namespace msg = rcl_interfaces::msg;
namespace srv = rcl_interfaces::srv;

std::vector<msg::Parameter> to_messages(const std::vector<NamedParameter>& parameters) {
  std::vector<msg::Parameter> messages;
  for (const auto& [name, value] : parameters)
    messages.push_back({.name = name, .value = to_message(value)});
  return messages;
}

std::string reason_of(const msg::SetParametersResult& result) {
  if (result.successful) return {};
  return result.reason.empty() ? "refused without a reason" : result.reason;
}

Error wrong_count(const std::string& service, std::size_t answered, std::size_t asked) {
  return {fmt::format("{}: {} answers to {} questions", service, answered, asked)};
}

// A value of the type that a descriptor names, for people who look at types.
ParameterValue value_of_type(std::uint8_t type) {
  const Result<ParameterValue> value = from_message({.type = type});
  return value ? *value : ParameterValue();
}

}  // namespace

ParameterClient::ParameterClient(Node& node, const std::string& remote)
    : list_(node.client<srv::ListParameters>(join_names(remote, "list_parameters"))),
      get_(node.client<srv::GetParameters>(join_names(remote, "get_parameters"))),
      describe_(node.client<srv::DescribeParameters>(join_names(remote, "describe_parameters"))),
      set_(node.client<srv::SetParameters>(join_names(remote, "set_parameters"))),
      set_atomically_(node.client<srv::SetParametersAtomically>(
          join_names(remote, "set_parameters_atomically"))) {}

bool ParameterClient::wait_for_node(Duration timeout) { return get_.wait_for_server(timeout); }

Result<std::vector<std::string>> ParameterClient::list(Duration timeout) {
  auto response = list_.call_and_wait({}, timeout);
  if (!response) return Error{response.error()};
  return response->result.names;
}

Result<std::vector<ParameterValue>> ParameterClient::get(const std::vector<std::string>& names,
                                                         Duration timeout) {
  const auto response = get_.call_and_wait({.names = names}, timeout);
  if (!response) return Error{response.error()};
  // rclcpp answers with nothing at all when it does not know one of the names
  if (response->values.empty()) return std::vector<ParameterValue>(names.size());
  if (response->values.size() != names.size())
    return wrong_count(get_.service(), response->values.size(), names.size());
  std::vector<ParameterValue> values;
  for (const msg::ParameterValue& message : response->values) {
    Result<ParameterValue> value = from_message(message);
    if (!value) return Error{value.error()};
    values.push_back(*std::move(value));
  }
  return values;
}

Result<std::vector<ParameterDescription>> ParameterClient::describe(
    const std::vector<std::string>& names, Duration timeout) {
  const auto response = describe_.call_and_wait({.names = names}, timeout);
  if (!response) return Error{response.error()};
  std::vector<ParameterDescription> descriptions;
  for (const msg::ParameterDescriptor& descriptor : response->descriptors) {
    ParameterDescription description{.name = descriptor.name,
                                     .value = value_of_type(descriptor.type),
                                     .description = descriptor.description,
                                     .is_read_only = descriptor.read_only};
    for (const auto& range : descriptor.integer_range)
      description.limits = ValueLimits<std::int64_t>{range.from_value, range.to_value,
                                                     static_cast<std::int64_t>(range.step)};
    for (const auto& range : descriptor.floating_point_range)
      description.limits = ValueLimits<double>{range.from_value, range.to_value, range.step};
    descriptions.push_back(std::move(description));
  }
  return descriptions;
}

Result<std::vector<std::string>> ParameterClient::set(const std::vector<NamedParameter>& parameters,
                                                      Duration timeout) {
  const auto response = set_.call_and_wait({.parameters = to_messages(parameters)}, timeout);
  if (!response) return Error{response.error()};
  if (response->results.size() != parameters.size())
    return wrong_count(set_.service(), response->results.size(), parameters.size());
  std::vector<std::string> reasons;
  for (const msg::SetParametersResult& result : response->results)
    reasons.push_back(reason_of(result));
  return reasons;
}

Result<std::string> ParameterClient::set_atomically(const std::vector<NamedParameter>& parameters,
                                                    Duration timeout) {
  const auto response =
      set_atomically_.call_and_wait({.parameters = to_messages(parameters)}, timeout);
  if (!response) return Error{response.error()};
  return reason_of(response->result);
}

}  // namespace tandem
