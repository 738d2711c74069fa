// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <variant>

#include "base/time.h"
#include "simulation/frame.h"

namespace tandem {

// Brings frames and tasks from any thread to the one that talks to the network, in the order in
// which they came. Handing over takes no longer than the pointer does: when the worker falls
// behind, the oldest frame is dropped and counted. Tasks are answers that somebody waits for; they
// are never dropped.
class FrameWorker {
 public:
  using FramePtr = std::shared_ptr<const Frame>;
  using Task = std::function<void()>;

  struct Handlers {
    std::function<void(const FramePtr&)> on_frame;
    std::function<void()> on_idle;  // nothing came for a while; not in lockstep
  };

  enum class Mode {
    threaded,
    lockstep,  // put() does all that waits before it returns, on the thread that calls it
  };

  FrameWorker(Mode mode, Handlers handlers);
  ~FrameWorker() { stop(); }

  // `after` is a task that comes right behind the frame, also if the frame is dropped.
  void put(FramePtr frame, Task after = {});
  void post(Task task);
  // For who is in no hurry: returns when so few frames wait that the next ones will not be dropped.
  void wait_for_room();
  // All frames that were put by now are handled when this returns.
  void wait_for_frames();
  // What waits is not done any more.
  void stop();

  std::uint64_t dropped_frames() const;
  // Of those that were put, how many are neither handled nor dropped yet.
  std::size_t waiting_frames() const;

 private:
  using Item = std::variant<FramePtr, Task>;

  void work(const std::stop_token& stop);
  void wait_for_at_most(std::size_t frames);
  void do_waiting();
  void handle(Item& item);

  const Mode mode_;
  const Handlers handlers_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::condition_variable_any handled_;  // a frame
  std::deque<Item> waiting_;
  std::size_t waiting_frames_ = 0;
  bool is_handling_frame_ = false;
  std::uint64_t dropped_frames_ = 0;
  std::jthread thread_;
};

}  // namespace tandem
