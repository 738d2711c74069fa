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
  shares_ = std::vector<Share>(static_cast<std::size_t>(threads));
  for (std::size_t share = 1; share < shares_.size(); ++share)
    workers_.emplace_back([this, share](const std::stop_token& stop) { work(stop, share); });
}

ThreadPool::~ThreadPool() {
  for (std::jthread& worker : workers_) worker.request_stop();
  started_.fetch_add(1);
  started_.notify_all();
}

void ThreadPool::run(const Loop& loop) {
  loop_ = loop;
  unfinished_.store(loop.chunks, std::memory_order_relaxed);
  ++loop_number_;
  const int count = static_cast<int>(shares_.size());
  for (int i = 0; i < count; ++i) {
    Share& share = shares_[static_cast<std::size_t>(i)];
    const int begin = loop.chunks * i / count;
    share.end = loop.chunks * (i + 1) / count;
    share.open.store(
        (std::uint64_t{loop_number_} << 32) | static_cast<std::uint32_t>(share.end - begin),
        std::memory_order_release);
  }
  started_.fetch_add(1);
  started_.notify_all();

  take_chunks(0);
  for (int spins = 0; unfinished_.load(std::memory_order_acquire) > 0; ++spins)
    spins < spins_before_yield ? pause_core() : std::this_thread::yield();
}

void ThreadPool::take_chunks(std::size_t own_share) {
  // told to the others once, because what several cores write to travels between them
  int finished = 0;
  for (std::size_t i = 0; i < shares_.size(); ++i)
    finished += take_chunks_of(shares_[(own_share + i) % shares_.size()]);
  if (finished > 0) unfinished_.fetch_sub(finished, std::memory_order_release);
}

int ThreadPool::take_chunks_of(Share& share) {
  int finished = 0;
  std::uint64_t open = share.open.load(std::memory_order_acquire);
  while ((open & chunks_mask) > 0) {
    if (!share.open.compare_exchange_weak(open, open - 1, std::memory_order_acquire)) continue;
    // the loop cannot end before this chunk does, so what describes it stays as it is
    loop_.call(loop_.target, share.end - static_cast<int>(open & chunks_mask));
    ++finished;
    open = share.open.load(std::memory_order_acquire);
  }
  return finished;
}

void ThreadPool::work(const std::stop_token& stop, std::size_t own_share) {
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
    take_chunks(own_share);
  }
}

}  // namespace tandem
