// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "messages/cdr.h"
#include "middleware/call_queue.h"
#include "middleware/context.h"
#include "middleware/node_part.h"
#include "middleware/transport.h"

namespace tandem {

class NodeCore;

inline constexpr Duration no_timeout = Duration::max();

class ClientEndpoint final : public NodePart,
                             public GraphWatcher,
                             public std::enable_shared_from_this<ClientEndpoint> {
 public:
  using OnResult = std::function<void(Result<SharedBytes>)>;

  ClientEndpoint(std::shared_ptr<NodeCore> node, std::string service);
  static void open(const std::shared_ptr<ClientEndpoint>& endpoint, const ServiceTypeId& type);
  void close() override;
  void interrupt() override;
  void on_graph_change() override;

  void call(std::vector<std::byte> request, Duration timeout, OnResult on_result);
  Result<SharedBytes> call_and_wait(std::vector<std::byte> request, Duration timeout);
  bool is_server_ready() const;
  bool wait_for_server(Duration timeout);
  const std::string& service() const { return service_; }
  int pending() const;

 private:
  struct Call {
    std::vector<std::byte> request;        // until it is sent
    std::optional<std::int64_t> sequence;  // from then on
    Duration timeout{};
    OnResult on_result;  // empty: somebody waits for `result`
    std::optional<TimerId> timer;
    std::optional<Result<SharedBytes>> result;
  };

  std::optional<std::uint64_t> begin(Call call);
  void send_waiting();
  void receive(SharedBytes bytes, std::int64_t sequence);
  void finish(std::map<std::uint64_t, Call>::iterator call, SharedBytes bytes);
  void expire(std::uint64_t id);
  Error too_late(const Call& call) const;
  Error cannot_begin() const;

  const std::shared_ptr<NodeCore> node_;
  const std::string service_;
  CallQueue queue_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;  // for who waits
  std::shared_ptr<RawClient> raw_;   // empty when closed
  bool is_interrupted_ = false;
  bool is_sending_planned_ = false;
  std::uint64_t graph_changes_ = 0;
  std::map<std::uint64_t, Call> calls_;
  std::uint64_t last_call_ = 0;
  int being_sent_ = 0;                              // requests whose number is not known yet
  std::map<std::int64_t, SharedBytes> overtaking_;  // responses that came before that number
};

// Asks one service, as bytes of any type.
class [[nodiscard]] BytesClient : public Handle<ClientEndpoint> {
 public:
  using Handle::Handle;

  // Waits for a server if there is none yet. The callback comes once, on the node's thread, with
  // the response or with why there is none; not at all when the client goes before.
  void call(std::vector<std::byte> request, Duration timeout, ClientEndpoint::OnResult on_result) {
    if (part_) part_->call(std::move(request), timeout, std::move(on_result));
  }
  // Also inside of callbacks. In lockstep no time passes meanwhile, so a server that answers later
  // than at once is an error.
  Result<SharedBytes> call_and_wait(std::vector<std::byte> request, Duration timeout) {
    if (!part_) return Error{"the client is closed"};
    return part_->call_and_wait(std::move(request), timeout);
  }

  bool is_server_ready() const { return part_ && part_->is_server_ready(); }
  // False when none came in time; in lockstep at once.
  bool wait_for_server(Duration timeout) { return part_ && part_->wait_for_server(timeout); }
  int pending() const { return part_ ? part_->pending() : 0; }
  std::string service() const { return part_ ? part_->service() : std::string(); }
};

template <Message M>
Result<M> read_result(const Result<SharedBytes>& bytes) {
  if (!bytes) return Error{bytes.error()};
  return from_cdr<M>(**bytes);
}

// Asks one service.
template <Service S>
class [[nodiscard]] Client : public BytesClient {
 public:
  using BytesClient::BytesClient;
  using Request = typename S::Request;
  using Response = typename S::Response;

  template <class Callback>
  void call(const Request& request, Duration timeout, Callback on_result) {
    BytesClient::call(to_cdr(request), timeout,
                      [on_result = std::move(on_result)](const Result<SharedBytes>& bytes) mutable {
                        on_result(read_result<Response>(bytes));
                      });
  }
  Result<Response> call_and_wait(const Request& request, Duration timeout) {
    return read_result<Response>(BytesClient::call_and_wait(to_cdr(request), timeout));
  }
};

}  // namespace tandem
