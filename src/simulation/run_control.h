// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/ticket.h"
#include "simulation/pacer.h"

namespace tandem {

// How far a request for steps has come.
struct StepProgress {
  enum class State { running, done, cancelled };

  Ticket ticket{};
  std::uint64_t completed = 0;
  std::uint64_t remaining = 0;
  State state = State::running;
  std::string reason;  // why it was cancelled, as a sentence
};

// Called after every step of a request and once when it is over, on the thread of the simulation:
// it hands the news over and returns at once.
using StepListener = std::function<void(const StepProgress&)>;

// Where to go in a run that was recorded.
struct Jump {
  std::optional<SimTime> time;  // to the last frame up to then; nothing: from where it is
  std::int64_t frames = 0;      // and so many further, or back
};

// Pauses, steps and paces a run from any thread.
class RunControl {
 public:
  // Both cancel steps that were asked for and not made yet.
  void pause();
  void resume();

  // So many steps while paused, as fast as they go, after those asked for earlier. An error with
  // its sentence while the simulation runs.
  Result<Ticket> step(std::uint64_t count, StepListener listener = {});
  void cancel(Ticket steps);
  void cancel_all_steps(const std::string& reason);

  // False, and as it was, when time goes as the wall clock does.
  bool set_speed(double speed);
  void quit();  // ends the run as its stop token does

  // Of a run that is over and shown again: somewhere else in it. The newest time wins, frames add
  // up. An error with its sentence where time only goes on.
  std::optional<Error> jump(const Jump& jump);

  // From when until when a recording is.
  struct Recorded {
    SimTime begin{};
    SimTime end{};
  };

  struct Status {
    bool is_paused = false;
    bool is_quitting = false;
    bool has_wall_clock = false;  // time goes as the wall clock does: speed 1 and no other
    double speed = 1;
    double real_time_factor = 0;
    Duration slipped{};  // wall time by which the run fell behind for good
    SimTime time{};
    std::uint64_t steps_remaining = 0;   // of all requests
    std::optional<Recorded> recorded{};  // nothing: it is live
  };
  Status status() const;

  // The rest is for the loop. What to do next; waits while paused and nothing was asked.
  struct Turn {
    enum class Kind { stop, step, edit, jump };
    Kind kind = Kind::stop;
    Jump jump{};
    bool is_restart = false;  // the pacing must start anew after a pause or a change of speed
    bool is_single = false;   // a step that was asked for while paused
    double speed = 1;
  };
  Turn wait_for_turn(std::stop_token stop);
  // Something came that a paused loop should look at.
  void nudge();
  // Something came for which the next step should not wait until it is due.
  void hurry();
  // Sleeps until then, unless a pause, a new speed or `stop` comes first. Somebody in a hurry ends
  // it too, but not before `earliest`.
  void sleep_until(WallTime when, WallTime earliest, std::stop_token stop);
  void begin_run(double speed, bool has_wall_clock);
  void begin_world(bool has_wall_clock);  // another one than before
  void allow_jumps(const Recorded& recorded);
  bool is_jump_waiting() const;  // so that the one on the way is of no use any more
  void report_time(SimTime time);
  void report_step(double real_time_factor, Duration slipped = {});
  void tell_listeners();  // what is new
  void end_run();

 private:
  struct Request {
    StepProgress progress;
    StepListener listener;
  };

  void cancel_locked(Request request, std::string reason);
  void cancel_all_locked(const std::string& reason);

  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  Status status_;
  std::deque<Request> requests_;
  std::vector<Request> news_;
  std::optional<Jump> jump_;
  bool is_restart_ = false;
  bool is_nudged_ = false;
  bool is_hurried_ = false;
  bool is_over_ = false;
};

}  // namespace tandem
