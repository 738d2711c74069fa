// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/service_caller.h"

#include <fmt/format.h>

#include <utility>

namespace tandem {

ServiceCaller::ServiceCaller(ToolNode& tool, std::string service, const ServiceTypeId& type)
    : tool_(tool), service_(std::move(service)) {
  client_ =
      tool_.endpoints().client(service_, type, [this](SharedBytes bytes, std::int64_t sequence) {
        answers_.put({sequence, std::move(bytes)});
      });
}

bool ServiceCaller::wait_for_server(Duration timeout) {
  return tool_.wait_until([&] { return is_ready(); }, Clock::now() + timeout);
}

Result<SharedBytes> ServiceCaller::call(std::span<const std::byte> request, Duration timeout) {
  const std::int64_t sequence = send(request);
  if (auto answer = take_answer(sequence, tool_.stop(), Clock::now() + timeout))
    return std::move(*answer);
  if (tool_.stop().stop_requested()) return Error{fmt::format("stopped waiting for {}", service_)};
  return Error{fmt::format("{} did not answer within {} s", service_, seconds(timeout))};
}

Result<SharedBytes> ServiceCaller::find_and_call(std::span<const std::byte> request,
                                                 Duration timeout) {
  if (wait_for_server(timeout)) return call(request, timeout);
  if (tool_.stop().stop_requested()) return Error{fmt::format("stopped waiting for {}", service_)};
  return Error{fmt::format("nobody serves {} (waited {} s)", service_, seconds(timeout))};
}

std::optional<SharedBytes> ServiceCaller::take_answer(std::int64_t sequence, std::stop_token stop,
                                                      Clock::time_point deadline) {
  // answers to questions that nobody waits for any more come first
  while (auto answer = answers_.take(stop, deadline))
    if (answer->sequence == sequence) return std::move(answer->bytes);
  return {};
}

}  // namespace tandem
