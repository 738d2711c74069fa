// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/time.h"

namespace tandem {

enum class TimerId : std::uint64_t {};

// Runs the callbacks of one node one after the other: on a thread of its own, or in lockstep
// whenever somebody drives it. What waits to be run lies in its call queues.
class Executor : public std::enable_shared_from_this<Executor> {
 public:
  using Call = std::function<void()>;

  // Timers of a node follow the node's clock; time limits of waiting follow the steady one, so
  // that a simulation which stands still does not make them wait for ever. In lockstep there is
  // only simulated time.
  enum class Clock { node, steady };

  static std::shared_ptr<Executor> with_thread();
  // `on_ready` is called whenever there is something new to run.
  static std::shared_ptr<Executor> driven(SimTime start, std::function<void()> on_ready);

  // Calls begin now; until then they wait.
  void start();
  // No call begins any more, and those that wait are gone. Also from inside of a call.
  void stop();

  // Told what a callback threw.
  void on_exception(std::function<void(const std::string& what)> report);

  // The node's clock: the system's, or simulated time as it was last set.
  SimTime now() const;
  bool is_simulated() const { return is_simulated_; }
  // Timers begin their period anew on the other clock.
  void use_simulated_time(bool is_simulated);
  void set_simulated_time(SimTime now);

  // For who drives: each returns whether there was something to run.
  bool run_ready();
  bool run_due_timer();
  std::optional<SimTime> next_timer() const;

 private:
  friend class CallQueue;

  struct Box {
    std::size_t capacity = 0;
    std::deque<Call> waiting;
    std::uint64_t dropped = 0;
    bool is_open = true;
  };
  struct Timer {
    std::shared_ptr<Box> owner;
    Clock clock{};
    Duration due{};
    Duration delay{};   // how long it waits the first time
    Duration period{};  // and from then on; zero: once
    std::shared_ptr<Call> call;
  };
  enum class Line { steady, simulated };  // what a due time is compared with

  Executor(bool is_driven, SimTime start, std::function<void()> on_ready);

  Line line_of(Clock clock) const;
  Duration time_on(Line line) const;
  std::set<std::pair<Duration, TimerId>>& order_of(Clock clock);
  bool has_due_timer() const;
  void begin_periods_anew(SimTime before);
  void run(const Call& call);
  void finish();
  void work(const std::stop_token& stop);
  void notify();

  TimerId start_timer(const std::shared_ptr<Box>& owner, Clock clock, Duration delay,
                      Duration period, Call call);
  void stop_timer(TimerId id);
  void close(const std::shared_ptr<Box>& box);

  const bool is_driven_;
  const std::function<void()> on_ready_;  // when driven
  std::atomic<bool> is_simulated_;
  std::atomic<SimTime> simulated_now_;

  mutable std::mutex mutex_;
  std::condition_variable changed_;   // for the thread
  std::condition_variable finished_;  // for who waits until a call is over
  std::function<void(const std::string&)> report_;
  std::deque<std::shared_ptr<Box>> ready_;  // one entry for each call that waits, in order
  std::map<TimerId, Timer> timers_;
  std::set<std::pair<Duration, TimerId>> steady_order_;
  std::set<std::pair<Duration, TimerId>> simulated_order_;
  std::uint64_t last_timer_ = 0;
  bool has_simulated_time_ = false;
  bool is_started_ = false;
  bool is_stopped_ = false;
  std::shared_ptr<Box> running_;
  std::thread::id running_on_;
  std::jthread thread_;
};

}  // namespace tandem
