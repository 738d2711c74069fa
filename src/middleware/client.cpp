// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/client.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "middleware/node_core.h"

namespace tandem {

namespace {

constexpr std::size_t most_pending = 1'000;  // calls without an answer yet

using Deadline = std::optional<std::chrono::steady_clock::time_point>;

Deadline deadline_after(Duration timeout) {
  if (timeout == no_timeout) return std::nullopt;
  return std::chrono::steady_clock::now() + timeout;
}

// false when the deadline is over
bool wait_until(std::condition_variable& changed, std::unique_lock<std::mutex>& lock,
                const Deadline& deadline) {
  if (deadline) return changed.wait_until(lock, *deadline) == std::cv_status::no_timeout;
  changed.wait(lock);
  return true;
}

}  // namespace

ClientEndpoint::ClientEndpoint(std::shared_ptr<NodeCore> node, std::string service)
    : node_(std::move(node)),
      service_(std::move(service)),
      queue_(node_->executor(), 2 * most_pending + 1) {}

void ClientEndpoint::open(const std::shared_ptr<ClientEndpoint>& endpoint,
                          const ServiceTypeId& type) {
  auto raw = endpoint->node_->transport_node().client(
      endpoint->service_, type,
      [weak = std::weak_ptr(endpoint)](SharedBytes bytes, std::int64_t sequence) {
        if (const auto self = weak.lock()) self->receive(std::move(bytes), sequence);
      });
  {
    const std::lock_guard lock(endpoint->mutex_);
    endpoint->raw_ = std::move(raw);
  }
  endpoint->node_->context().watch_graph(endpoint);
}

void ClientEndpoint::close() {
  interrupt();
  std::shared_ptr<RawClient> raw;
  std::map<std::uint64_t, Call> dropped;  // go outside of the lock
  {
    const std::lock_guard lock(mutex_);
    raw.swap(raw_);
    std::erase_if(calls_, [&](auto& entry) {
      if (!entry.second.on_result) return false;  // whoever waits takes it out
      dropped.insert(std::move(entry));
      return true;
    });
  }
  raw.reset();
  queue_.close();
}

void ClientEndpoint::interrupt() {
  {
    const std::lock_guard lock(mutex_);
    is_interrupted_ = true;
  }
  changed_.notify_all();
}

void ClientEndpoint::on_graph_change() {
  {
    const std::lock_guard lock(mutex_);
    ++graph_changes_;
    const bool has_unsent = std::ranges::any_of(
        calls_, [](const auto& entry) { return !entry.second.request.empty(); });
    if (has_unsent && !is_sending_planned_) {
      is_sending_planned_ = true;
      queue_.put([self = shared_from_this()] {
        {
          const std::lock_guard inner(self->mutex_);
          self->is_sending_planned_ = false;
        }
        self->send_waiting();
      });
    }
  }
  changed_.notify_all();
}

// Nothing when there are too many already.
std::optional<std::uint64_t> ClientEndpoint::begin(Call call) {
  const std::lock_guard lock(mutex_);
  if (calls_.size() >= most_pending || !raw_) return std::nullopt;
  const std::uint64_t id = ++last_call_;
  if (call.on_result && call.timeout != no_timeout)
    call.timer = queue_.start_timer(Executor::Clock::steady, call.timeout, Duration::zero(),
                                    [self = shared_from_this(), id] { self->expire(id); });
  calls_.emplace(id, std::move(call));
  return id;
}

void ClientEndpoint::call(std::vector<std::byte> request, Duration timeout, OnResult on_result) {
  Call call{.request = std::move(request), .timeout = timeout, .on_result = on_result};
  if (begin(std::move(call))) return send_waiting();
  queue_.put([on_result = std::move(on_result), error = cannot_begin()] { on_result(error); });
}

Result<SharedBytes> ClientEndpoint::call_and_wait(std::vector<std::byte> request,
                                                  Duration timeout) {
  const auto self = shared_from_this();  // what is delivered meanwhile may destroy the handle
  const bool is_lockstep = node_->context().is_lockstep();
  const Deadline deadline = deadline_after(timeout);
  const auto id = begin({.request = std::move(request), .timeout = timeout});
  if (!id) return cannot_begin();
  send_waiting();
  if (is_lockstep)
    node_->context().deliver_until([&] {
      const std::lock_guard lock(mutex_);
      return is_interrupted_ || calls_.at(*id).result.has_value();
    });

  std::unique_lock lock(mutex_);
  Call& call = calls_.at(*id);
  bool is_in_time = !is_lockstep;
  while (!call.result && !is_interrupted_ && is_in_time) {
    is_in_time = wait_until(changed_, lock, deadline);
    if (call.request.empty() || call.result) continue;
    lock.unlock();
    send_waiting();
    lock.lock();
  }
  const Call over = std::move(call);
  calls_.erase(*id);
  if (over.result) return *over.result;
  if (is_interrupted_) return Error{fmt::format("{}: the client went away", service_)};
  if (is_lockstep && over.sequence)
    return Error{
        fmt::format("{}: the server did not answer at once, and in lockstep no time "
                    "passes while somebody waits; use call()",
                    service_)};
  return too_late(over);
}

Error ClientEndpoint::cannot_begin() const {
  const std::lock_guard lock(mutex_);
  if (!raw_) return {fmt::format("{}: the client is closed", service_)};
  return {fmt::format("{}: {} calls wait for an answer already", service_, most_pending)};
}

// Sends what waits for a server, if there is one now. The transport is never called while we hold
// the lock, because it calls us while it holds its own.
void ClientEndpoint::send_waiting() {
  std::unique_lock lock(mutex_);
  const std::shared_ptr<RawClient> raw = raw_;
  if (!raw) return;
  lock.unlock();
  if (!raw->is_server_ready()) return;
  lock.lock();
  while (raw_) {
    const auto next = std::ranges::find_if(
        calls_, [](const auto& entry) { return !entry.second.request.empty(); });
    if (next == calls_.end()) return;
    const std::uint64_t id = next->first;
    const std::vector<std::byte> request = std::exchange(next->second.request, {});
    ++being_sent_;
    lock.unlock();
    const std::int64_t sequence = raw->request(request);
    lock.lock();
    --being_sent_;

    const auto call = calls_.find(id);
    if (call != calls_.end()) {
      call->second.sequence = sequence;
      if (auto early = overtaking_.extract(sequence)) finish(call, std::move(early.mapped()));
    }
    if (being_sent_ == 0) overtaking_.clear();
  }
}

void ClientEndpoint::receive(SharedBytes bytes, std::int64_t sequence) {
  const std::lock_guard lock(mutex_);
  const auto call = std::ranges::find_if(
      calls_, [&](const auto& entry) { return entry.second.sequence == sequence; });
  if (call != calls_.end())
    finish(call, std::move(bytes));
  else if (being_sent_ > 0)
    overtaking_.emplace(sequence, std::move(bytes));
}

void ClientEndpoint::finish(std::map<std::uint64_t, Call>::iterator call, SharedBytes bytes) {
  if (!call->second.on_result) {
    if (!call->second.result) call->second.result.emplace(std::move(bytes));
    changed_.notify_all();
    return;
  }
  if (call->second.timer) queue_.stop_timer(*call->second.timer);
  queue_.put([on_result = std::move(call->second.on_result), bytes = std::move(bytes)] {
    on_result(bytes);
  });
  calls_.erase(call);
}

void ClientEndpoint::expire(std::uint64_t id) {
  Call over;
  {
    const std::lock_guard lock(mutex_);
    const auto call = calls_.find(id);
    if (call == calls_.end()) return;
    over = std::move(call->second);
    calls_.erase(call);
  }
  over.on_result(too_late(over));
}

Error ClientEndpoint::too_late(const Call& call) const {
  const double limit_s = seconds(call.timeout);
  if (call.sequence) return {fmt::format("{}: no answer within {:g} s", service_, limit_s)};
  return {fmt::format("{}: no server within {:g} s", service_, limit_s)};
}

bool ClientEndpoint::is_server_ready() const {
  std::shared_ptr<RawClient> raw;
  {
    const std::lock_guard lock(mutex_);
    raw = raw_;
  }
  return raw && raw->is_server_ready();
}

bool ClientEndpoint::wait_for_server(Duration timeout) {
  const auto self = shared_from_this();
  if (node_->context().is_lockstep()) {
    node_->context().deliver_until([this] { return is_server_ready(); });
    return is_server_ready();
  }
  const Deadline deadline = deadline_after(timeout);
  std::unique_lock lock(mutex_);
  while (raw_ && !is_interrupted_) {
    const std::uint64_t seen = graph_changes_;
    lock.unlock();
    if (is_server_ready()) return true;
    lock.lock();
    while (seen == graph_changes_ && !is_interrupted_)
      if (!wait_until(changed_, lock, deadline)) {
        lock.unlock();
        return is_server_ready();
      }
  }
  return false;
}

int ClientEndpoint::pending() const {
  const std::lock_guard lock(mutex_);
  return static_cast<int>(calls_.size());
}

}  // namespace tandem
