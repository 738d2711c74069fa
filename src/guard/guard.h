// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "geometry/pose2.h"
#include "guard/clearance.h"

namespace tandem {

struct GuardConfig {
  GuardedBody body;
  double braking_mps2 = 1;
  Duration reaction = 300ms;      // from a thing that is there to brakes that act
  double margin_m = 0.1;          // left ahead when it stands
  double free_m = 1.5;            // ahead, so that it goes on
  double turn_radps = 0.5;        // of the recovery
  Duration scan_timeout = 300ms;  // without a scan that can be trusted
  Duration send_period = 50ms;    // of commands of its own
};

// How far it goes until it stands, and what is left then: v t + v² / 2a + margin.
double stop_distance(const GuardConfig& config, double speed_mps);

enum class GuardState {
  no_scan,   // the real lidar is not heard, or cannot be trusted: it stands
  passing,   // what the autonomy wants goes on
  stopping,  // something is in the way: it brakes, and its twin is paused
  turning,   // until the way is free
  settling,  // it was free: the turning ends, and then it must still be
  resuming,  // its twin goes on
  stuck,     // no way is free: a person has to help
};
std::string_view name_of(GuardState state);

// Keeps a real robot from driving into real things that its virtual world does not have: it stops
// in time, turns where there is room, and goes on, while its twin stands still. It decides only
// what is asked for: the gate behind it has the last word. Times are of any clock that never goes
// back.
class Guard {
 public:
  explicit Guard(const GuardConfig& config) : config_(config) {}

  void scan(const GuardScan& scan, SimTime now);
  // What goes on of what the autonomy wants, if anything.
  std::optional<Twist2> command(const Twist2& velocity, SimTime now);
  // Called often: what the guard itself wants now, if anything.
  std::optional<Twist2> tick(SimTime now);

  // Whether the twin should be paused, and whether it is: it neither turns nor goes on before.
  bool wants_pause() const;
  void twin_is_paused(bool is_paused) { is_twin_paused_ = is_paused; }
  // A person says that the robot can go on.
  bool release(SimTime now);

  GuardState state() const { return state_; }
  std::string text() const;
  int stops() const { return stops_; }
  double free_ahead_m() const { return free_ahead_m_; }
  int untrusted() const { return untrusted_; }  // scans that made no sense; look at the lidar

 private:
  bool is_scan_fresh(SimTime now) const;
  bool is_blocked(const Twist2& velocity) const;
  // The fastest that it may still move.
  double possible_speed(SimTime now) const;
  double left_of(double speed_mps, SimTime until, SimTime now) const;
  void tell(const Twist2& velocity, SimTime now);
  void stop(const Twist2& wanted, SimTime now);
  void enter(GuardState state, SimTime now);
  double wanted_room() const;
  double room_ahead(double most_m) const;
  void advance(SimTime now);
  std::optional<Twist2> send(const Twist2& velocity, SimTime now);

  GuardConfig config_;
  GuardState state_ = GuardState::no_scan;
  GuardState before_loss_ = GuardState::passing;  // where it goes on when scans are back
  SimTime entered_{};
  std::optional<SeenAround> seen_;
  std::optional<SimTime> scanned_;
  bool is_twin_paused_ = false;

  // A speed that it was told before, which it may still have.
  struct Earlier {
    double speed_mps = 0;
    SimTime until{};
  };
  Twist2 passed_;  // what the robot was told last
  std::vector<Earlier> earlier_;
  Twist2 last_velocity_;             // that it had before it stopped
  bool owes_last_velocity_ = false;  // it goes on, and has to be told so
  double turn_side_ = 1;
  double turned_rad_ = 0;
  SimTime turned_until_{};
  std::optional<SimTime> sent_;
  int stops_ = 0;
  int untrusted_ = 0;
  double free_ahead_m_ = 0;
};

}  // namespace tandem
