// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <type_traits>
#include <vector>

namespace tandem {

// Spreads the chunks of one loop at a time over a few threads. Each begins with its own share, the
// same in loops of equal length, and so finds in its cache what it left there; whoever is done
// takes from the others. Which thread takes which chunk is thus left to chance, and a loop gives
// the same result on any number of threads exactly if its chunks write to places of their own.
class ThreadPool {
 public:
  // The calling thread is one of them; 0 stands for as many as there are cores.
  explicit ThreadPool(int threads = 0);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int thread_count() const { return static_cast<int>(workers_.size()) + 1; }

  // Calls `work(chunk)` once for every chunk in [0, chunks) and returns when all are done.
  // The work must neither throw nor start a loop on the same pool.
  template <typename Work>
  void for_each_chunk(int chunks, Work&& work) {
    if (chunks < 2 || workers_.empty()) {
      for (int chunk = 0; chunk < chunks; ++chunk) work(chunk);
      return;
    }
    using Target = std::remove_reference_t<Work>;
    run({.call = [](void* target, int chunk) { (*static_cast<Target*>(target))(chunk); },
         .target = const_cast<void*>(static_cast<const void*>(&work)),
         .chunks = chunks});
  }

  // Calls `work(begin, end)` for consecutive ranges of `grain` elements that cover [0, count).
  // The ranges depend on `count` and `grain` alone.
  template <typename Work>
  void for_each_range(int count, int grain, Work&& work) {
    for_each_chunk((count + grain - 1) / grain,
                   [&](int chunk) { work(chunk * grain, std::min(count, (chunk + 1) * grain)); });
  }

 private:
  struct Loop {
    void (*call)(void* target, int chunk) = nullptr;
    void* target = nullptr;
    int chunks = 0;
  };

  struct alignas(64) Share {
    // Number of the loop in the high half, chunks nobody has taken yet in the low half.
    std::atomic<std::uint64_t> open{0};
    int end = 0;  // written like loop_
  };

  void run(const Loop& loop);
  void take_chunks(std::size_t own_share);
  int take_chunks_of(Share& share);
  void work(const std::stop_token& stop, std::size_t own_share);

  Loop loop_;  // written between loops only: a thread may read it while it holds a chunk
  std::uint32_t loop_number_ = 0;
  std::vector<Share> shares_;  // one a thread, the caller's first
  alignas(64) std::atomic<int> unfinished_{0};
  alignas(64) std::atomic<int> started_{0};  // loops so far; workers sleep on it
  std::vector<std::jthread> workers_;
};

}  // namespace tandem
