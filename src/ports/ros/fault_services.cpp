// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/fault_services.h"

#include <fmt/format.h>

#include "messages/time.h"
#include "ports/ros/faults_topic.h"

namespace tandem {

namespace {

namespace srv = tandem_msgs::srv;

FaultWords words_of(const srv::InjectFault::Request& request) {
  FaultWords words{{"kind", request.kind}};
  const auto add = [&](const char* word, const std::string& value) {
    if (!value.empty()) words.emplace_back(word, value);
  };
  add("name", request.name);
  add("robot", request.robot);
  add("sensor", request.sensor);
  add("process", request.process);
  const Duration delay = to_duration(request.delay), lasts = to_duration(request.duration);
  if (delay != 0s) words.emplace_back("at", fmt::format("{}ns", delay.count()));
  if (lasts != 0s) words.emplace_back("for", fmt::format("{}ns", lasts.count()));
  if (request.seed != 0) words.emplace_back("seed", fmt::format("{}", request.seed));
  for (const auto& [key, value] : request.values) words.emplace_back(key, value);
  return words;
}

// With the robot that was found for it.
Fault as_it_is(const LatestFrame& latest, const std::string& name, const Fault& asked) {
  const auto frame = latest.get();
  if (!frame) return asked;
  for (const FaultState& state : *frame->faults)
    if (state.fault.name == name) return state.fault;
  return asked;
}

}  // namespace

FaultServices::FaultServices(const ServiceContext& context, const Network& network)
    : context_(context), desk_(context.edits, context.latest, &network, context.run.processes) {
  servers_.push_back(context.serve<srv::InjectFault>(
      "/tandem/inject_fault",
      [this](const auto& request, const auto& reply) { inject(request, reply); }));
  servers_.push_back(context.serve<srv::ClearFault>(
      "/tandem/clear_fault", [this](const srv::ClearFault::Request& request, const auto& reply) {
        desk_.clear(request.name, [reply](const Result<std::string>& answer) {
          reply({.success = static_cast<bool>(answer), .message = answer ? "" : answer.error()});
        });
      }));
  servers_.push_back(
      context.serve<srv::ListFaults>("/tandem/list_faults", [this](const auto&, const auto& reply) {
        srv::ListFaults::Response response{.processes = desk_.processes()};
        if (const auto frame = context_.latest.get()) {
          tandem_msgs::msg::Faults now = faults_message(*frame);
          response.stamp = now.stamp;
          response.faults = std::move(now.faults);
        }
        reply(response);
      }));
}

void FaultServices::inject(const srv::InjectFault::Request& request,
                           const Reply<srv::InjectFault>& reply) {
  Result<Fault> fault = read_fault(words_of(request));
  if (!fault) return reply({.success = false, .message = fault.error()});
  const Fault asked = *fault;
  desk_.inject(*std::move(fault), [this, reply, asked](const Result<std::string>& answer) {
    if (!answer) return reply({.success = false, .message = answer.error()});
    reply({.success = true,
           .message =
               fmt::format("{}: {}", *answer, to_text(as_it_is(context_.latest, *answer, asked))),
           .name = *answer});
  });
}

}  // namespace tandem
