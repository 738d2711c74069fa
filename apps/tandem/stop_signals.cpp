// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "stop_signals.h"

#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <ctime>

#include "keyboard.h"

namespace tandem {

namespace {

sigset_t stop_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGHUP);
  return signals;
}

}  // namespace

StopSignals::StopSignals() {
  const sigset_t signals = stop_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  listener_ = std::jthread([this](std::stop_token stop) {
    const sigset_t awaited = stop_signals();
    const timespec patience{.tv_sec = 0, .tv_nsec = 50'000'000};
    while (!stop.stop_requested()) {
      const int signal = sigtimedwait(&awaited, nullptr, &patience);
      if (signal < 0) continue;
      if (source_.stop_requested()) {
        restore_terminal();
        _exit(128 + signal);
      }
      source_.request_stop();
    }
  });
}

StopSignals::~StopSignals() {
  listener_.request_stop();
  listener_.join();
  const sigset_t signals = stop_signals();
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
}

}  // namespace tandem
