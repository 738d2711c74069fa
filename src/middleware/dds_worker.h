// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

namespace tandem {

// One thread for what must not happen on the threads of Fast DDS or of the caller. Jobs run one at
// a time in the order of their times.
class DdsWorker {
 public:
  using Clock = std::chrono::steady_clock;

  DdsWorker();
  ~DdsWorker();  // as stop()
  DdsWorker(const DdsWorker&) = delete;
  DdsWorker& operator=(const DdsWorker&) = delete;

  void post(std::function<void()> job) { post_at(Clock::now(), std::move(job)); }
  void post_at(Clock::time_point time, std::function<void()> job);

  // Runs what is due, forgets what is not yet, and ends the thread.
  void stop();

  bool is_this_thread() const { return thread_.get_id() == std::this_thread::get_id(); }

 private:
  void run(const std::stop_token& stop);

  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::uint64_t order_ = 0;
  std::map<std::pair<Clock::time_point, std::uint64_t>, std::function<void()>> jobs_;
  std::jthread thread_;
};

}  // namespace tandem
