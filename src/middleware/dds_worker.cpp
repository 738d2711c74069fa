// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/dds_worker.h"

namespace tandem {

DdsWorker::DdsWorker() : thread_([this](const std::stop_token& stop) { run(stop); }) {}

DdsWorker::~DdsWorker() { stop(); }

void DdsWorker::post_at(Clock::time_point time, std::function<void()> job) {
  {
    const std::lock_guard lock(mutex_);
    jobs_.emplace(std::pair(time, ++order_), std::move(job));
  }
  wake_.notify_one();
}

void DdsWorker::stop() {
  if (!thread_.joinable()) return;
  thread_.request_stop();
  thread_.join();
}

void DdsWorker::run(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (true) {
    const auto is_due = [&] {
      return !jobs_.empty() && jobs_.begin()->first.first <= Clock::now();
    };
    if (!is_due()) {
      if (stop.stop_requested()) return;
      const auto next = jobs_.empty() ? Clock::time_point::max() : jobs_.begin()->first.first;
      const auto is_earlier = [&] { return !jobs_.empty() && jobs_.begin()->first.first < next; };
      if (jobs_.empty())
        wake_.wait(lock, stop, is_earlier);
      else
        wake_.wait_until(lock, stop, next, is_earlier);
      continue;
    }
    const auto job = jobs_.extract(jobs_.begin());
    lock.unlock();
    job.mapped()();
    lock.lock();
  }
}

}  // namespace tandem
