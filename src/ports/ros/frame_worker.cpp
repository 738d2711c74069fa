// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/frame_worker.h"

#include <algorithm>
#include <utility>

namespace tandem {

namespace {

constexpr std::size_t most_frames = 32;  // a quarter of a second at the usual step
constexpr Duration idle_after = 100ms;

}  // namespace

FrameWorker::FrameWorker(Mode mode, Handlers handlers)
    : mode_(mode), handlers_(std::move(handlers)) {
  if (mode == Mode::threaded)
    thread_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
}

void FrameWorker::put(FramePtr frame, Task after) {
  {
    const std::lock_guard lock(mutex_);
    if (waiting_frames_ >= most_frames) {
      const auto oldest = std::ranges::find_if(
          waiting_, [](const Item& item) { return std::holds_alternative<FramePtr>(item); });
      waiting_.erase(oldest);
      --waiting_frames_;
      ++dropped_frames_;
    }
    waiting_.emplace_back(std::move(frame));
    ++waiting_frames_;
    if (after) waiting_.emplace_back(std::move(after));
  }
  if (mode_ == Mode::lockstep)
    do_waiting();
  else
    changed_.notify_one();
}

void FrameWorker::post(Task task) {
  {
    const std::lock_guard lock(mutex_);
    waiting_.emplace_back(std::move(task));
  }
  changed_.notify_one();
}

void FrameWorker::wait_for_room() { wait_for_at_most(most_frames / 2); }

void FrameWorker::wait_for_frames() { wait_for_at_most(0); }

void FrameWorker::wait_for_at_most(std::size_t frames) {
  if (mode_ == Mode::lockstep) return;
  std::unique_lock lock(mutex_);
  handled_.wait(lock, thread_.get_stop_token(),
                [&] { return waiting_frames_ + (is_handling_frame_ ? 1 : 0) <= frames; });
}

void FrameWorker::stop() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
}

std::uint64_t FrameWorker::dropped_frames() const {
  const std::lock_guard lock(mutex_);
  return dropped_frames_;
}

std::size_t FrameWorker::waiting_frames() const {
  const std::lock_guard lock(mutex_);
  return waiting_frames_ + (is_handling_frame_ ? 1 : 0);
}

void FrameWorker::work(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    const bool has_work =
        changed_.wait_for(lock, stop, idle_after, [this] { return !waiting_.empty(); });
    if (stop.stop_requested()) return;
    lock.unlock();
    if (has_work)
      do_waiting();
    else
      handlers_.on_idle();
    lock.lock();
  }
}

void FrameWorker::do_waiting() {
  while (true) {
    Item item;
    {
      const std::lock_guard lock(mutex_);
      if (std::exchange(is_handling_frame_, false)) handled_.notify_all();
      if (waiting_.empty() || (thread_.joinable() && thread_.get_stop_token().stop_requested()))
        return;
      item = std::move(waiting_.front());
      waiting_.pop_front();
      if (std::holds_alternative<FramePtr>(item)) {
        --waiting_frames_;
        is_handling_frame_ = true;
      }
    }
    handle(item);
  }
}

void FrameWorker::handle(Item& item) {
  if (const auto* frame = std::get_if<FramePtr>(&item))
    handlers_.on_frame(*frame);
  else
    std::get<Task>(item)();
}

}  // namespace tandem
