// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/executor.h"

#include <chrono>
#include <exception>

namespace tandem {

namespace {

Duration steady_now() { return std::chrono::steady_clock::now().time_since_epoch(); }

}  // namespace

Executor::Executor(bool is_driven, SimTime start, std::function<void()> on_ready)
    : is_driven_(is_driven),
      on_ready_(std::move(on_ready)),
      is_simulated_(is_driven),
      simulated_now_(start),
      has_simulated_time_(is_driven) {}

std::shared_ptr<Executor> Executor::with_thread() {
  return std::shared_ptr<Executor>(new Executor(false, {}, {}));
}

std::shared_ptr<Executor> Executor::driven(SimTime start, std::function<void()> on_ready) {
  return std::shared_ptr<Executor>(new Executor(true, start, std::move(on_ready)));
}

void Executor::start() {
  {
    const std::lock_guard lock(mutex_);
    if (is_started_ || is_stopped_) return;
    is_started_ = true;
    if (!is_driven_)
      thread_ = std::jthread(
          [self = shared_from_this()](const std::stop_token& stop) { self->work(stop); });
  }
  notify();
}

void Executor::stop() {
  std::deque<std::shared_ptr<Box>> ready;
  std::map<TimerId, Timer> timers;
  std::jthread thread;
  {
    const std::lock_guard lock(mutex_);
    is_stopped_ = true;
    ready.swap(ready_);
    timers.swap(timers_);
    steady_order_.clear();
    simulated_order_.clear();
    thread.swap(thread_);
    thread.request_stop();
  }
  changed_.notify_all();
  if (!thread.joinable()) return;
  // a node that goes away inside of its own callback can't wait for the end of that callback; the
  // thread then finishes it and ends, touching nothing but this executor, which it shares
  if (thread.get_id() == std::this_thread::get_id())
    thread.detach();
  else
    thread.join();
}

void Executor::on_exception(std::function<void(const std::string& what)> report) {
  const std::lock_guard lock(mutex_);
  report_ = std::move(report);
}

// Clocks.

SimTime Executor::now() const {
  if (is_simulated_) return simulated_now_;
  return std::chrono::system_clock::now().time_since_epoch();
}

Executor::Line Executor::line_of(Clock clock) const {
  if (is_driven_) return Line::simulated;
  return clock == Clock::node && is_simulated_ ? Line::simulated : Line::steady;
}

Duration Executor::time_on(Line line) const {
  return line == Line::simulated ? Duration(simulated_now_) : steady_now();
}

std::set<std::pair<Duration, TimerId>>& Executor::order_of(Clock clock) {
  return line_of(clock) == Line::simulated ? simulated_order_ : steady_order_;
}

void Executor::use_simulated_time(bool is_simulated) {
  if (is_driven_) return;
  {
    const std::lock_guard lock(mutex_);
    if (is_simulated_ == is_simulated) return;
    for (const auto& [id, timer] : timers_) order_of(timer.clock).erase({timer.due, id});
    is_simulated_ = is_simulated;
    has_simulated_time_ = false;
    simulated_now_ = SimTime{};
    for (auto& [id, timer] : timers_) {
      if (timer.clock == Clock::node) timer.due = time_on(line_of(Clock::node)) + timer.delay;
      order_of(timer.clock).insert({timer.due, id});
    }
  }
  notify();
}

void Executor::set_simulated_time(SimTime now) {
  {
    const std::lock_guard lock(mutex_);
    const SimTime before = simulated_now_;
    simulated_now_ = now;
    // the first time that is heard of says nothing about how long anybody has waited, and neither
    // does a time before the last one
    if (!has_simulated_time_ || now < before) begin_periods_anew(before);
    has_simulated_time_ = true;
    if (!has_due_timer()) return;
  }
  notify();
}

void Executor::begin_periods_anew(SimTime before) {
  const Duration now = simulated_now_;
  simulated_order_.clear();
  for (auto& [id, timer] : timers_) {
    if (line_of(timer.clock) != Line::simulated) continue;
    timer.due = timer.period > Duration::zero() ? now + timer.period : timer.due + (now - before);
    simulated_order_.insert({timer.due, id});
  }
}

// Running.

bool Executor::run_ready() {
  std::shared_ptr<Box> box;
  Call call;
  {
    const std::lock_guard lock(mutex_);
    if (!is_started_ || running_ || ready_.empty()) return false;
    box = std::move(ready_.front());
    ready_.pop_front();
    call = std::move(box->waiting.front());
    box->waiting.pop_front();
    running_ = box;
    running_on_ = std::this_thread::get_id();
  }
  run(call);
  call = nullptr;  // what it holds goes before anybody hears that it is over
  finish();
  return true;
}

bool Executor::has_due_timer() const {
  if (!is_started_) return false;
  const bool has_simulated =
      !simulated_order_.empty() && simulated_order_.begin()->first <= Duration(simulated_now_);
  return has_simulated || (!steady_order_.empty() && steady_order_.begin()->first <= steady_now());
}

bool Executor::run_due_timer() {
  std::shared_ptr<Box> owner;
  std::shared_ptr<Call> call;
  {
    const std::lock_guard lock(mutex_);
    if (running_ || !has_due_timer()) return false;
    const bool is_simulated =
        !simulated_order_.empty() && simulated_order_.begin()->first <= Duration(simulated_now_);
    auto& order = is_simulated ? simulated_order_ : steady_order_;
    const TimerId id = order.begin()->second;
    order.erase(order.begin());

    Timer& timer = timers_.at(id);
    owner = timer.owner;
    call = timer.call;
    if (timer.period > Duration::zero()) {
      const Duration now = time_on(is_simulated ? Line::simulated : Line::steady);
      timer.due += ((now - timer.due) / timer.period + 1) * timer.period;
      order.insert({timer.due, id});
    } else {
      timers_.erase(id);
    }
    running_ = owner;
    running_on_ = std::this_thread::get_id();
  }
  run(*call);
  call = nullptr;
  finish();
  return true;
}

std::optional<SimTime> Executor::next_timer() const {
  const std::lock_guard lock(mutex_);
  if (!is_started_ || simulated_order_.empty()) return std::nullopt;
  return simulated_order_.begin()->first;
}

void Executor::run(const Call& call) {
  std::string what;
  try {
    call();
    return;
  } catch (const std::exception& exception) {
    what = exception.what();
  } catch (...) {
    what = "something that is no std::exception";
  }
  std::function<void(const std::string&)> report;
  {
    const std::lock_guard lock(mutex_);
    report = report_;
  }
  if (report) report(what);
}

void Executor::finish() {
  {
    const std::lock_guard lock(mutex_);
    running_ = nullptr;
  }
  finished_.notify_all();
}

void Executor::work(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    // What has come is heard before a timer that is due: who was kept from running for a while does
    // not take it for silence. No more than that, so that no flood of messages keeps timers
    // waiting.
    std::unique_lock lock(mutex_);
    const bool is_timer_due = has_due_timer();
    std::size_t turns = is_timer_due ? ready_.size() : 1;
    lock.unlock();
    bool has_run = false;
    for (; turns > 0 && run_ready(); --turns) has_run = true;
    if (is_timer_due && run_due_timer()) has_run = true;
    if (has_run) continue;

    lock.lock();
    const auto has_work = [&] {
      return stop.stop_requested() || !ready_.empty() || has_due_timer();
    };
    if (has_work()) continue;
    if (steady_order_.empty()) {
      changed_.wait(lock);
    } else {
      changed_.wait_until(lock,
                          std::chrono::steady_clock::time_point(steady_order_.begin()->first));
    }
  }
}

void Executor::notify() {
  changed_.notify_all();
  if (on_ready_) on_ready_();
}

// Timers and queues.

TimerId Executor::start_timer(const std::shared_ptr<Box>& owner, Clock clock, Duration delay,
                              Duration period, Call call) {
  TimerId id{};
  {
    const std::lock_guard lock(mutex_);
    id = TimerId{++last_timer_};
    if (!owner->is_open || is_stopped_) return id;
    const Duration due = time_on(line_of(clock)) + delay;
    timers_.emplace(id, Timer{.owner = owner,
                              .clock = clock,
                              .due = due,
                              .delay = delay,
                              .period = period,
                              .call = std::make_shared<Call>(std::move(call))});
    order_of(clock).insert({due, id});
  }
  notify();
  return id;
}

void Executor::stop_timer(TimerId id) {
  Timer stopped;  // what it holds goes outside of the lock
  const std::lock_guard lock(mutex_);
  const auto timer = timers_.find(id);
  if (timer == timers_.end()) return;
  order_of(timer->second.clock).erase({timer->second.due, id});
  stopped = std::move(timer->second);
  timers_.erase(timer);
}

void Executor::close(const std::shared_ptr<Box>& box) {
  std::deque<Call> waiting;
  std::vector<Timer> timers;
  std::unique_lock lock(mutex_);
  box->is_open = false;
  waiting.swap(box->waiting);
  std::erase(ready_, box);
  for (auto timer = timers_.begin(); timer != timers_.end();) {
    if (timer->second.owner != box) {
      ++timer;
      continue;
    }
    order_of(timer->second.clock).erase({timer->second.due, timer->first});
    timers.push_back(std::move(timer->second));
    timer = timers_.erase(timer);
  }
  if (running_on_ != std::this_thread::get_id())
    finished_.wait(lock, [&] { return running_ != box; });
  lock.unlock();
}

}  // namespace tandem
