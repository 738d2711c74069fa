// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/streams/silence_watch.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <utility>

namespace tandem {

SimTime SilenceWatch::now() const {
  return is_lockstep_ ? node_.now() : SimTime(std::chrono::steady_clock::now().time_since_epoch());
}

void SilenceWatch::start(std::function<void()> look) {
  look_ = std::move(look);
  if (is_lockstep_) {
    timer_ = node_.timer(period_, look_);
  } else {
    watcher_ = std::jthread([this](std::stop_token stop) { watch(stop); });
  }
}

void SilenceWatch::stop() {
  watcher_ = {};
  timer_ = {};
}

void SilenceWatch::watch(std::stop_token stop) {
  std::mutex sleeping;
  std::unique_lock lock(sleeping);
  auto next = std::chrono::steady_clock::now();
  while (!stop.stop_requested()) {
    look_();
    next = std::max(next + period_, std::chrono::steady_clock::now());
    bell_.wait_until(lock, stop, next, [] { return false; });
  }
}

NodeOptions waiting(NodeOptions options) {
  options.starts_at_once = false;
  return options;
}

bool is_lockstep(const NodeOptions& options) {
  return options.context && options.context->is_lockstep();
}

}  // namespace tandem
