// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/lockstep.h"

#include <fmt/format.h>

#include <cassert>
#include <cstring>
#include <deque>
#include <map>
#include <utility>

#include "middleware/lockstep_transport.h"

namespace tandem {

class LockstepContext final : public Context, public std::enable_shared_from_this<LockstepContext> {
 public:
  explicit LockstepContext(const LockstepOptions& options)
      : LockstepContext(options, std::make_unique<LockstepTransport>()) {}

  Transport& transport() override { return *door_; }
  bool is_lockstep() const override { return true; }
  SimTime now() const { return now_; }

  std::shared_ptr<Executor> make_executor() override {
    std::erase_if(executors_, [](const auto& known) { return known.second.expired(); });
    const int number = ++last_executor_;
    auto executor = Executor::driven(now_, [weak = weak_from_this(), number] {
      if (const auto self = weak.lock()) self->ready_.push_back(number);
    });
    executors_.emplace(number, executor);
    return executor;
  }

  std::array<std::uint8_t, 16> make_id() override {
    std::array<std::uint8_t, 16> id{};
    ++last_id_;
    std::memcpy(id.data(), &last_id_, sizeof last_id_);
    return id;
  }

  Result<int> advance(SimTime now) {
    assert(!is_advancing_ && "a callback may not advance the time that it runs in");
    is_advancing_ = true;
    now_ = now;
    transport_.set_time(now);
    for (const auto& [number, known] : executors_)
      if (const auto executor = known.lock()) executor->set_simulated_time(now);

    events_ = 0;
    callbacks_ = 0;
    while (is_in_bounds() && (run_callback() || deliver() || run_timer())) ++events_;
    is_advancing_ = false;
    if (is_in_bounds()) return callbacks_;
    return Error{fmt::format(
        "lockstep does not fall silent: {} callbacks at {:.3f} s, and the last message was {}",
        callbacks_, seconds(now_), transport_.last_delivery())};
  }

  // Also from inside of a callback: the node that waits in it hears the others when it returns.
  void deliver_until(const std::function<bool()>& is_done) override {
    if (!is_advancing_) events_ = 0;
    while (!is_done() && is_in_bounds() && (run_callback() || deliver())) ++events_;
  }

 private:
  LockstepContext(const LockstepOptions& options, std::unique_ptr<LockstepTransport> transport)
      : transport_(*transport), now_(options.start), max_callbacks_(options.max_callbacks) {
    transport_.set_time(now_);
    transport_.on_graph_change([this] { tell_watchers(); });
    if (options.tap)
      door_ = tap_transport(std::move(transport), options.tap);
    else
      door_ = std::move(transport);
  }

  bool is_in_bounds() const { return events_ < 2LL * max_callbacks_; }  // a message, its callback

  bool run_callback() {
    while (!ready_.empty()) {
      const int number = ready_.front();
      ready_.pop_front();
      const std::shared_ptr<Executor> executor = find(number);
      // one that is inside of a callback, waiting, is asked again when that is over
      if (!executor || !executor->run_ready()) continue;
      ready_.push_front(number);
      ++callbacks_;
      return true;
    }
    return false;
  }

  bool deliver() { return transport_.deliver_next(); }

  // The one that has been due for longest; of several the node that was made first.
  bool run_timer() {
    int number = 0;
    SimTime due = now_ + 1ns;
    for (const auto& [candidate, known] : executors_) {
      const auto executor = known.lock();
      const auto next = executor ? executor->next_timer() : std::nullopt;
      if (!next || *next >= due) continue;
      due = *next;
      number = candidate;
    }
    const std::shared_ptr<Executor> executor = find(number);
    if (!executor || !executor->run_due_timer()) return false;
    ready_.push_front(number);
    ++callbacks_;
    return true;
  }

  std::shared_ptr<Executor> find(int number) const {
    const auto known = executors_.find(number);
    return known == executors_.end() ? nullptr : known->second.lock();
  }

  LockstepTransport& transport_;     // behind the door
  std::unique_ptr<Transport> door_;  // through which nodes come
  SimTime now_;
  const int max_callbacks_;
  std::map<int, std::weak_ptr<Executor>> executors_;  // in the order of their making
  std::deque<int> ready_;                             // who may have something to run
  int last_executor_ = 0;
  std::uint64_t last_id_ = 0;
  bool is_advancing_ = false;
  long long events_ = 0;
  int callbacks_ = 0;
};

Lockstep::Lockstep(const LockstepOptions& options)
    : context_(std::make_shared<LockstepContext>(options)) {}

Lockstep::~Lockstep() = default;

std::shared_ptr<Context> Lockstep::context() const { return context_; }

SimTime Lockstep::now() const { return context_->now(); }

Result<int> Lockstep::advance(SimTime now) { return context_->advance(now); }

}  // namespace tandem
