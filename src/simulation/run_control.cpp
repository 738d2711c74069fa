// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "simulation/run_control.h"

#include <algorithm>

namespace tandem {

namespace {
constexpr std::size_t max_requests = 1000;
}

void RunControl::pause() {
  const std::lock_guard lock(mutex_);
  status_.is_paused = true;
  cancel_all_locked("the simulation was paused");
  changed_.notify_all();
}

void RunControl::resume() {
  const std::lock_guard lock(mutex_);
  status_.is_paused = false;
  cancel_all_locked("the simulation was resumed");
  is_restart_ = true;
  changed_.notify_all();
}

Result<Ticket> RunControl::step(std::uint64_t count, StepListener listener) {
  const std::lock_guard lock(mutex_);
  if (is_over_ || status_.is_quitting) return Error{"the run has ended"};
  if (!status_.is_paused) return Error{"the simulation is running; pause it to step it"};
  if (count == 0) return Error{"there is nothing to step: the number of steps is 0"};
  if (requests_.size() >= max_requests) return Error{"too many requests for steps are waiting"};
  const Ticket ticket = next_ticket();
  requests_.push_back({{.ticket = ticket, .remaining = count}, std::move(listener)});
  changed_.notify_all();
  return ticket;
}

void RunControl::cancel(Ticket steps) {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find(
      requests_, steps, [](const Request& request) { return request.progress.ticket; });
  if (found == requests_.end()) return;
  cancel_locked(std::move(*found), "it was cancelled");
  requests_.erase(found);
  changed_.notify_all();
}

void RunControl::cancel_all_steps(const std::string& reason) {
  const std::lock_guard lock(mutex_);
  cancel_all_locked(reason);
  changed_.notify_all();
}

void RunControl::cancel_all_locked(const std::string& reason) {
  for (Request& request : requests_) cancel_locked(std::move(request), reason);
  requests_.clear();
}

void RunControl::cancel_locked(Request request, std::string reason) {
  request.progress.state = StepProgress::State::cancelled;
  request.progress.reason = std::move(reason);
  news_.push_back(std::move(request));
}

bool RunControl::set_speed(double speed) {
  const std::lock_guard lock(mutex_);
  if (speed == status_.speed) return true;
  if (status_.has_wall_clock) return false;
  status_.speed = speed;
  is_restart_ = true;
  changed_.notify_all();
  return true;
}

std::optional<Error> RunControl::jump(const Jump& jump) {
  const std::lock_guard lock(mutex_);
  if (!status_.recorded) return Error{"time does not go back here: only a replay can jump"};
  if (is_over_ || status_.is_quitting) return Error{"the run has ended"};
  Jump& next = jump_ ? *jump_ : jump_.emplace();
  if (jump.time)
    next = {.time = std::clamp(*jump.time, status_.recorded->begin, status_.recorded->end)};
  next.frames += jump.frames;
  cancel_all_locked("the replay jumped elsewhere");
  changed_.notify_all();
  return std::nullopt;
}

void RunControl::allow_jumps(const Recorded& recorded) {
  const std::lock_guard lock(mutex_);
  status_.recorded = recorded;
}

bool RunControl::is_jump_waiting() const {
  const std::lock_guard lock(mutex_);
  return jump_.has_value();
}

void RunControl::begin_run(double speed, bool has_wall_clock) {
  const std::lock_guard lock(mutex_);
  is_over_ = false;
  status_.has_wall_clock = has_wall_clock;
  status_.speed = has_wall_clock ? 1 : speed;
}

void RunControl::begin_world(bool has_wall_clock) {
  const std::lock_guard lock(mutex_);
  cancel_all_locked("another world was loaded");
  status_.has_wall_clock = has_wall_clock;
  if (has_wall_clock) status_.speed = 1;
  is_restart_ = true;
}

void RunControl::end_run() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
    cancel_all_locked("the run has ended");
  }
  tell_listeners();
}

void RunControl::quit() {
  const std::lock_guard lock(mutex_);
  status_.is_quitting = true;
  changed_.notify_all();
}

void RunControl::nudge() {
  const std::lock_guard lock(mutex_);
  is_nudged_ = true;
  changed_.notify_all();
}

void RunControl::hurry() {
  const std::lock_guard lock(mutex_);
  is_hurried_ = true;
  changed_.notify_all();
}

RunControl::Status RunControl::status() const {
  const std::lock_guard lock(mutex_);
  Status status = status_;
  for (const Request& request : requests_) status.steps_remaining += request.progress.remaining;
  return status;
}

RunControl::Turn RunControl::wait_for_turn(std::stop_token stop) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, stop, [&] {
    return !status_.is_paused || status_.is_quitting || !requests_.empty() || is_nudged_ ||
           !news_.empty() || jump_;
  });
  Turn turn{.is_restart = is_restart_, .speed = status_.speed};
  is_restart_ = false;
  is_nudged_ = false;
  is_hurried_ = false;
  if (stop.stop_requested() || status_.is_quitting) return turn;
  if (jump_) {
    turn.kind = Turn::Kind::jump;
    turn.jump = *std::exchange(jump_, std::nullopt);
    turn.is_restart = true;
  } else if (!status_.is_paused) {
    turn.kind = Turn::Kind::step;
  } else if (!requests_.empty()) {
    turn.kind = Turn::Kind::step;
    turn.is_restart = turn.is_single = true;
  } else {
    turn.kind = Turn::Kind::edit;
  }
  return turn;
}

void RunControl::sleep_until(WallTime when, WallTime earliest, std::stop_token stop) {
  std::unique_lock lock(mutex_);
  const auto is_disturbed = [&] {
    return status_.is_paused || status_.is_quitting || is_restart_ || jump_;
  };
  changed_.wait_until(lock, stop, when, [&] { return is_disturbed() || is_hurried_; });
  changed_.wait_until(lock, stop, std::min(when, earliest), is_disturbed);
}

void RunControl::report_time(SimTime time) {
  const std::lock_guard lock(mutex_);
  status_.time = time;
}

void RunControl::report_step(double real_time_factor, Duration slipped) {
  const std::lock_guard lock(mutex_);
  status_.real_time_factor = real_time_factor;
  status_.slipped = slipped;
  if (requests_.empty()) return;
  StepProgress& progress = requests_.front().progress;
  ++progress.completed;
  if (--progress.remaining == 0) progress.state = StepProgress::State::done;
  news_.push_back(requests_.front());
  if (progress.remaining == 0) requests_.pop_front();
}

void RunControl::tell_listeners() {
  std::unique_lock lock(mutex_);
  const std::vector<Request> news = std::exchange(news_, {});
  lock.unlock();
  for (const Request& request : news)
    if (request.listener) request.listener(request.progress);
}

}  // namespace tandem
