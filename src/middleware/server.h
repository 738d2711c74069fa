// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "messages/cdr.h"
#include "middleware/call_queue.h"
#include "middleware/node_part.h"
#include "middleware/transport.h"

namespace tandem {

class NodeCore;

struct ServerStats {
  std::uint64_t received = 0;
  std::uint64_t dropped = 0;  // handlers were too slow: more than 1,000 waited, and the oldest went
};

class ServerEndpoint final : public NodePart {
 public:
  // Handles a request, or says why it could not be read. The endpoint is there to answer through,
  // at once or later.
  using OnBytes = std::function<std::optional<std::string>(const std::shared_ptr<ServerEndpoint>&,
                                                           const SharedBytes&, const RequestId&)>;

  ServerEndpoint(std::shared_ptr<NodeCore> node, std::string service, OnBytes on_bytes);
  static void open(const std::shared_ptr<ServerEndpoint>& endpoint, const ServiceTypeId& type);
  void close() override;

  void respond(const RequestId& id, std::span<const std::byte> response);
  void warn(const std::string& message);
  const std::string& service() const { return service_; }
  ServerStats stats() const;

 private:
  static void receive(const std::shared_ptr<ServerEndpoint>& self, SharedBytes bytes,
                      const RequestId& id);

  const std::shared_ptr<NodeCore> node_;
  const std::string service_;
  const OnBytes on_bytes_;
  CallQueue calls_;
  std::atomic<std::uint64_t> received_ = 0;
  std::mutex mutex_;
  std::shared_ptr<RawServer> raw_;  // empty when closed
};

// The way back to who asked, for answers as bytes. Answer once, from any thread; who never does
// leaves the client waiting until its time is over.
class BytesResponder {
 public:
  BytesResponder(const std::shared_ptr<ServerEndpoint>& server, const RequestId& id)
      : server_(server), id_(id) {}
  BytesResponder(BytesResponder&&) noexcept = default;
  BytesResponder& operator=(BytesResponder&&) noexcept = default;
  ~BytesResponder() {
    if (const auto server = server_.lock())
      server->warn("a request to " + server->service() + " was dropped without an answer");
  }

  void respond(std::span<const std::byte> response) {
    if (const auto server = std::exchange(server_, {}).lock()) server->respond(id_, response);
  }

 private:
  std::weak_ptr<ServerEndpoint> server_;
  RequestId id_;
};

template <Service S>
class Responder : public BytesResponder {
 public:
  using BytesResponder::BytesResponder;

  void respond(const typename S::Response& response) { BytesResponder::respond(to_cdr(response)); }
};

// Serves a service until it goes.
class [[nodiscard]] Server : public Handle<ServerEndpoint> {
 public:
  using Handle::Handle;

  std::string service() const { return part_ ? part_->service() : std::string(); }
  ServerStats stats() const { return part_ ? part_->stats() : ServerStats{}; }
};

// Turns a handler that returns the response, or one that takes a Responder, into one for bytes.
template <Service S, class Handler>
ServerEndpoint::OnBytes answering(Handler handler) {
  return [handler = std::move(handler)](const std::shared_ptr<ServerEndpoint>& server,
                                        const SharedBytes& bytes,
                                        const RequestId& id) mutable -> std::optional<std::string> {
    Result<typename S::Request> request = from_cdr<typename S::Request>(*bytes);
    if (!request) return request.error();
    if constexpr (std::is_invocable_v<Handler&, typename S::Request&&, Responder<S>>)
      handler(*std::move(request), Responder<S>(server, id));
    else
      server->respond(id, to_cdr(typename S::Response(handler(*std::move(request)))));
    return std::nullopt;
  };
}

}  // namespace tandem
