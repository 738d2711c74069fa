// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/dds_locks.h"

#ifdef __SANITIZE_THREAD__

#include <pthread.h>

#include <chrono>
#include <ctime>

extern "C" int pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock,
                                       const timespec* until) noexcept {
  using std::chrono::nanoseconds;
  using std::chrono::seconds;
  const auto since = [](const timespec& time) {
    return seconds(time.tv_sec) + nanoseconds(time.tv_nsec);
  };
  timespec now{};
  timespec wall{};
  clock_gettime(clock, &now);
  clock_gettime(CLOCK_REALTIME, &wall);
  const nanoseconds deadline = since(wall) + (since(*until) - since(now));
  const auto whole = std::chrono::floor<seconds>(deadline);
  wall.tv_sec = whole.count();
  wall.tv_nsec = (deadline - whole).count();
  return pthread_mutex_timedlock(mutex, &wall);
}

#endif

namespace tandem {

void show_locks_to_sanitizer() {}

}  // namespace tandem
