// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>

#include "base/result.h"
#include "messages/cdr.h"
#include "messages/type_hash.h"
#include "tools/arrival_queue.h"
#include "tools/tool_node.h"

namespace tandem {

// Calls a service and waits for the answer.
class ServiceCaller {
 public:
  using Clock = ToolNode::Clock;

  ServiceCaller(ToolNode& tool, std::string service, const ServiceTypeId& type);

  bool is_ready() const { return client_->is_server_ready(); }
  // False if no server is there in time.
  bool wait_for_server(Duration timeout);

  // The answer, or why there is none: nobody answered in time, or the person stopped waiting.
  Result<SharedBytes> call(std::span<const std::byte> request, Duration timeout);
  // The same from the beginning; the server and its answer may each take as long as that.
  Result<SharedBytes> find_and_call(std::span<const std::byte> request, Duration timeout);

  // For who does something else meanwhile: sends now, and takes the answer when it is there.
  std::int64_t send(std::span<const std::byte> request) { return client_->request(request); }
  std::optional<SharedBytes> take_answer(std::int64_t sequence, std::stop_token stop,
                                         Clock::time_point deadline);

 private:
  struct Answer {
    std::int64_t sequence = 0;
    SharedBytes bytes;
  };

  ToolNode& tool_;
  const std::string service_;
  ArrivalQueue<Answer> answers_;
  std::unique_ptr<RawClient> client_;  // after all that its callback uses
};

// Calls a service whose type is known here, from finding its server to understanding its answer.
template <Service S>
Result<typename S::Response> call_service(ToolNode& tool, const std::string& service,
                                          const typename S::Request& request, Duration timeout) {
  ServiceCaller caller(
      tool, service,
      {.name = std::string(S::type_name),
       .request = {std::string(S::Request::type_name), type_hash<typename S::Request>()},
       .response = {std::string(S::Response::type_name), type_hash<typename S::Response>()}});
  const Result<SharedBytes> answer = caller.find_and_call(to_cdr(request), timeout);
  if (!answer) return Error{answer.error()};
  return from_cdr<typename S::Response>(**answer);
}

}  // namespace tandem
