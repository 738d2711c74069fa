// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "base/thread_pool.h"

namespace tandem {

namespace {

// Long enough to bridge the gap between two loops of one step, short against a step.
constexpr int spins_before_sleep = 4000;
// Waiting for somebody else's last chunk; then he has probably lost his core to another program.
constexpr int spins_before_yield = 2000;

void pause_core() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

constexpr std::uint64_t chunks_mask = 0xffffffffu;

}  // namespace

ThreadPool::ThreadPool(int threads) {
  if (threads <= 0) threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  for (int i = 1; i < threads; ++i)
    workers_.emplace_back([this](const std::stop_token& stop) { work(stop); });
}

ThreadPool::~ThreadPool() {
  for (std::jthread& worker : workers_) worker.request_stop();
  started_.fetch_add(1);
  started_.notify_all();
}

void ThreadPool::run(const Loop& loop) {
  loop_ = loop;
  unfinished_.store(loop.chunks, std::memory_order_relaxed);
  const std::uint64_t number = (open_.load(std::memory_order_relaxed) >> 32) + 1;
  open_.store((number << 32) | static_cast<std::uint32_t>(loop.chunks), std::memory_order_release);
  started_.fetch_add(1);
  started_.notify_all();

  take_chunks();
  for (int spins = 0; unfinished_.load(std::memory_order_acquire) > 0; ++spins)
    spins < spins_before_yield ? pause_core() : std::this_thread::yield();
}

void ThreadPool::take_chunks() {
  std::uint64_t open = open_.load(std::memory_order_acquire);
  while ((open & chunks_mask) > 0) {
    if (!open_.compare_exchange_weak(open, open - 1, std::memory_order_acquire)) continue;
    // the loop cannot end before this chunk does, so loop_ stays as it is
    loop_.call(loop_.target, loop_.chunks - static_cast<int>(open & chunks_mask));
    unfinished_.fetch_sub(1, std::memory_order_release);
    open = open_.load(std::memory_order_acquire);
  }
}

void ThreadPool::work(const std::stop_token& stop) {
  int seen = 0;
  while (!stop.stop_requested()) {
    int started = started_.load();
    for (int spins = 0; started == seen && spins < spins_before_sleep; ++spins) {
      pause_core();
      started = started_.load();
    }
    if (started == seen) {
      started_.wait(seen);
      continue;
    }
    seen = started;
    take_chunks();
  }
}

}  // namespace tandem
