// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "stop_signals.h"

#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>

#include "keyboard.h"

namespace tandem {

namespace {

using Clock = std::chrono::steady_clock;

// Who asks twice so soon asks once: a terminal, a shell or `timeout` may signal a process and then
// the group that it is in.
constexpr auto one_request = std::chrono::milliseconds(500);

sigset_t stop_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGHUP);
  return signals;
}

}  // namespace

StopSignals::StopSignals() : wakeup_(eventfd(0, EFD_CLOEXEC)) {
  const sigset_t signals = stop_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  listener_ = std::jthread([this](const std::stop_token& stop) {
    const sigset_t awaited = stop_signals();
    const int signal_file = signalfd(-1, &awaited, SFD_CLOEXEC);
    std::array<pollfd, 2> files{{{wakeup_, POLLIN, 0}, {signal_file, POLLIN, 0}}};
    Clock::time_point asked{};
    while (!stop.stop_requested()) {
      poll(files.data(), files.size(), -1);
      signalfd_siginfo signal{};
      if ((files[1].revents & POLLIN) == 0 || read(signal_file, &signal, sizeof signal) < 0)
        continue;
      if (source_.stop_requested()) {
        if (Clock::now() - asked < one_request) continue;
        restore_terminal();
        _exit(128 + static_cast<int>(signal.ssi_signo));
      }
      asked = Clock::now();
      source_.request_stop();
    }
    close(signal_file);
  });
}

StopSignals::~StopSignals() {
  listener_.request_stop();
  eventfd_write(wakeup_, 1);
  listener_.join();
  close(wakeup_);
  const sigset_t signals = stop_signals();
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
}

}  // namespace tandem
