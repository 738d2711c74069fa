// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/parameter_services.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "middleware/node.h"

namespace tandem {

namespace {

namespace msg = rcl_interfaces::msg;
namespace srv = rcl_interfaces::srv;

msg::ParameterDescriptor to_descriptor(const ParameterDescription& description) {
  msg::ParameterDescriptor descriptor{.name = description.name,
                                      .type = static_cast<std::uint8_t>(description.value.index()),
                                      .description = description.description,
                                      .read_only = description.is_read_only};
  if (const auto* range = std::get_if<ValueLimits<std::int64_t>>(&description.limits))
    descriptor.integer_range.push_back({.from_value = range->low,
                                        .to_value = range->high,
                                        .step = static_cast<std::uint64_t>(range->step)});
  if (const auto* range = std::get_if<ValueLimits<double>>(&description.limits))
    descriptor.floating_point_range.push_back(
        {.from_value = range->low, .to_value = range->high, .step = range->step});
  return descriptor;
}

std::uint64_t count_dots(std::string_view name) {
  return static_cast<std::uint64_t>(std::ranges::count(name, '.'));
}

// "camera" has "camera.rate_hz" below it, one level deep
bool is_listed(const std::string& name, const srv::ListParameters::Request& request) {
  const auto is_near = [&](std::string_view rest) {
    return request.depth == srv::ListParameters::Request::DEPTH_RECURSIVE ||
           count_dots(rest) < request.depth;
  };
  if (request.prefixes.empty()) return is_near(name);
  return std::ranges::any_of(request.prefixes, [&](const std::string& prefix) {
    return name == prefix || (name.starts_with(prefix + ".") &&
                              is_near(std::string_view(name).substr(prefix.size() + 1)));
  });
}

srv::ListParameters::Response list(const ParameterStore& store,
                                   const srv::ListParameters::Request& request) {
  srv::ListParameters::Response response;
  std::set<std::string> prefixes;
  for (const std::string& name : store.names()) {
    if (!is_listed(name, request)) continue;
    response.result.names.push_back(name);
    if (const std::size_t dot = name.rfind('.'); dot != std::string::npos)
      prefixes.insert(name.substr(0, dot));
  }
  response.result.prefixes.assign(prefixes.begin(), prefixes.end());
  return response;
}

msg::SetParametersResult set_all(ParameterStore& store,
                                 const std::vector<msg::Parameter>& parameters) {
  std::vector<NamedParameter> wanted;
  for (const msg::Parameter& parameter : parameters) {
    Result<ParameterValue> value = from_message(parameter.value);
    if (!value) return {.successful = false, .reason = parameter.name + ": " + value.error()};
    wanted.push_back({parameter.name, *std::move(value)});
  }
  const std::optional<std::string> reason = store.set_all(wanted);
  return {.successful = !reason, .reason = reason.value_or("")};
}

std::vector<msg::Parameter> to_messages(const std::vector<NamedParameter>& parameters) {
  std::vector<msg::Parameter> messages;
  for (const auto& [name, value] : parameters)
    messages.push_back({.name = name, .value = to_message(value)});
  return messages;
}

}  // namespace

ParameterServices::ParameterServices(Node& node, std::shared_ptr<ParameterStore> store) {
  servers_.push_back(node.serve<srv::DescribeParameters>(
      "~/describe_parameters", [store](const srv::DescribeParameters::Request& request) {
        srv::DescribeParameters::Response response;
        for (const std::string& name : request.names)
          response.descriptors.push_back(
              to_descriptor(store->describe(name).value_or(ParameterDescription{.name = name})));
        return response;
      }));
  servers_.push_back(node.serve<srv::GetParameters>(
      "~/get_parameters", [store](const srv::GetParameters::Request& request) {
        srv::GetParameters::Response response;
        for (const std::string& name : request.names)
          response.values.push_back(to_message(store->find(name).value_or(ParameterValue())));
        return response;
      }));
  servers_.push_back(node.serve<srv::GetParameterTypes>(
      "~/get_parameter_types", [store](const srv::GetParameterTypes::Request& request) {
        srv::GetParameterTypes::Response response;
        for (const std::string& name : request.names)
          response.types.push_back(
              static_cast<std::uint8_t>(store->find(name).value_or(ParameterValue()).index()));
        return response;
      }));
  servers_.push_back(node.serve<srv::ListParameters>(
      "~/list_parameters",
      [store](const srv::ListParameters::Request& request) { return list(*store, request); }));
  servers_.push_back(node.serve<srv::SetParameters>(
      "~/set_parameters", [store](const srv::SetParameters::Request& request) {
        srv::SetParameters::Response response;
        for (const msg::Parameter& parameter : request.parameters)
          response.results.push_back(set_all(*store, {parameter}));
        return response;
      }));
  servers_.push_back(node.serve<srv::SetParametersAtomically>(
      "~/set_parameters_atomically", [store](const srv::SetParametersAtomically::Request& request) {
        return srv::SetParametersAtomically::Response{.result =
                                                          set_all(*store, request.parameters)};
      }));
}

msg::ParameterEvent to_event(const ParameterStore::Changes& changes) {
  return {.new_parameters = to_messages(changes.added),
          .changed_parameters = to_messages(changes.changed),
          .deleted_parameters = to_messages(changes.removed)};
}

}  // namespace tandem
