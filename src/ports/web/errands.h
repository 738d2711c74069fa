// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace tandem::web {

// Does one thing after another that takes a while, such as reading files, on a thread of its own.
class Errands {
 public:
  using Task = std::function<void()>;

  Errands() : thread_([this](const std::stop_token& stop) { work(stop); }) {}

  // False when there are too many already.
  bool add(Task task) {
    const std::lock_guard lock(mutex_);
    if (tasks_.size() >= most) return false;
    tasks_.push_back(std::move(task));
    changed_.notify_one();
    return true;
  }

 private:
  static constexpr std::size_t most = 64;

  void work(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, [&] { return !tasks_.empty(); })) {
      if (stop.stop_requested()) return;
      const Task task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      task();
      lock.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<Task> tasks_;
  std::jthread thread_;
};

}  // namespace tandem::web
