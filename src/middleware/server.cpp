// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/server.h"

#include <fmt/format.h>

#include <bit>

#include "middleware/node_core.h"

namespace tandem {

namespace {

constexpr std::size_t most_waiting = 1'000;  // requests that nobody has looked at yet

}  // namespace

ServerEndpoint::ServerEndpoint(std::shared_ptr<NodeCore> node, std::string service,
                               OnBytes on_bytes)
    : node_(std::move(node)),
      service_(std::move(service)),
      on_bytes_(std::move(on_bytes)),
      calls_(node_->executor(), most_waiting) {}

void ServerEndpoint::open(const std::shared_ptr<ServerEndpoint>& endpoint,
                          const ServiceTypeId& type) {
  const auto on_request = [weak = std::weak_ptr(endpoint)](SharedBytes bytes, const RequestId& id) {
    if (const auto self = weak.lock()) receive(self, std::move(bytes), id);
  };
  auto raw = endpoint->node_->transport_node().serve(endpoint->service_, type, on_request);
  const std::lock_guard lock(endpoint->mutex_);
  endpoint->raw_ = std::move(raw);
}

void ServerEndpoint::receive(const std::shared_ptr<ServerEndpoint>& self, SharedBytes bytes,
                             const RequestId& id) {
  ++self->received_;
  const bool has_room = self->calls_.put([self, bytes = std::move(bytes), id] {
    if (const auto problem = self->on_bytes_(self, bytes, id))
      self->warn(fmt::format("{}: {}", self->service_, *problem));
  });
  if (has_room) return;
  self->node_->count_dropped_request();
  // told at 1, 2, 4, 8, ...: who asks too fast goes on doing so
  const std::uint64_t count = self->calls_.dropped();
  if (std::has_single_bit(count))
    self->warn(fmt::format("{}: more than {} requests wait, the oldest is dropped ({} so far)",
                           self->service_, most_waiting, count));
}

ServerStats ServerEndpoint::stats() const {
  return {.received = received_, .dropped = calls_.dropped()};
}

void ServerEndpoint::close() {
  std::shared_ptr<RawServer> raw;
  {
    const std::lock_guard lock(mutex_);
    raw.swap(raw_);
  }
  raw.reset();
  calls_.close();
}

void ServerEndpoint::respond(const RequestId& id, std::span<const std::byte> response) {
  const std::lock_guard lock(mutex_);
  if (raw_) raw_->respond(id, response);
}

void ServerEndpoint::warn(const std::string& message) { node_->log(LogLevel::warning, message); }

}  // namespace tandem
