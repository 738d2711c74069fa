// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "guard/guard.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace tandem {

namespace {

constexpr double turn = 2 * std::numbers::pi;
// wheels slip, so that a turn takes longer than it should
constexpr double whole_turn = 1.25 * turn;
constexpr std::size_t most_earlier = 256;
constexpr double least_room_m = 0.3;  // to go on into, beyond the way it takes to stop

}  // namespace

double stop_distance(const GuardConfig& config, double speed_mps) {
  const double speed = std::abs(speed_mps);
  return speed * seconds(config.reaction) + speed * speed / (2 * config.braking_mps2) +
         config.margin_m;
}

std::string_view name_of(GuardState state) {
  switch (state) {
    case GuardState::no_scan:
      return "no scan";
    case GuardState::passing:
      return "passing";
    case GuardState::stopping:
      return "stopping";
    case GuardState::turning:
      return "turning";
    case GuardState::settling:
      return "settling";
    case GuardState::resuming:
      return "resuming";
    case GuardState::stuck:
      return "stuck";
  }
  return "unknown";
}

std::string Guard::text() const {
  switch (state_) {
    case GuardState::no_scan:
      return "standing: nothing is heard of the real lidar that could be trusted";
    case GuardState::passing:
      return "passing";
    case GuardState::stopping:
      return "stopping: something real is in the way";
    case GuardState::turning:
      return "turning until the way is free";
    case GuardState::settling:
      return "the way is free";
    case GuardState::resuming:
      return "waiting for the twin to go on";
    case GuardState::stuck:
      return "stuck: no way is free; make room, then call guard/release";
  }
  return "";
}

bool Guard::wants_pause() const {
  const GuardState state = state_ == GuardState::no_scan ? before_loss_ : state_;
  return state == GuardState::stopping || state == GuardState::turning ||
         state == GuardState::settling || state == GuardState::stuck;
}

bool Guard::is_scan_fresh(SimTime now) const {
  return scanned_ && now - *scanned_ <= config_.scan_timeout;
}

// The robot need not do at once what it is told: it may still be as fast as before, less what it
// can have braked since.
double Guard::possible_speed(SimTime now) const {
  double speed = std::abs(passed_.linear);
  for (const Earlier& one : earlier_)
    speed = std::max(speed, left_of(one.speed_mps, one.until, now));
  return speed;
}

double Guard::left_of(double speed_mps, SimTime until, SimTime now) const {
  const double braking_s = std::max(0.0, seconds(now - until - config_.reaction));
  return speed_mps - config_.braking_mps2 * braking_s;
}

void Guard::tell(const Twist2& velocity, SimTime now) {
  const double speed = std::abs(passed_.linear);
  std::erase_if(earlier_, [&](const Earlier& one) {
    const double left = left_of(one.speed_mps, one.until, now);
    return left <= std::abs(velocity.linear) || left <= speed;
  });
  if (speed > std::abs(velocity.linear)) {
    // nobody changes his mind so often; if he does, the newest counts for the oldest
    if (earlier_.size() >= most_earlier) earlier_.erase(earlier_.begin());
    earlier_.push_back({speed, now});
  }
  passed_ = velocity;
}

bool Guard::is_blocked(const Twist2& velocity) const {
  if (velocity.linear == 0) return velocity.angular != 0 && !can_turn(*seen_, config_.body);
  const double needed = stop_distance(config_, velocity.linear);
  return free_way(*seen_, config_.body, velocity, needed) < needed;
}

void Guard::enter(GuardState state, SimTime now) {
  state_ = state;
  entered_ = now;
  sent_.reset();  // what follows goes at once
}

void Guard::stop(const Twist2& wanted, SimTime now) {
  last_velocity_ = wanted;
  ++stops_;
  enter(GuardState::stopping, now);
}

void Guard::scan(const GuardScan& scan, SimTime now) {
  advance(now);
  std::optional<SeenAround> seen = look_around(scan, config_.body);
  if (!seen) {
    ++untrusted_;
    return;
  }
  seen_ = std::move(seen);
  scanned_ = now;
  free_ahead_m_ = room_ahead(config_.free_m);
  if (state_ == GuardState::no_scan) {
    enter(before_loss_, now);
    turned_until_ = now;
  }
  if (state_ == GuardState::passing) {
    // as fast as it may be, along the way that it was told
    const double speed = std::max(possible_speed(now), std::abs(passed_.linear));
    Twist2 moving = passed_;
    if (passed_.linear != 0) {
      const double faster = speed / std::abs(passed_.linear);
      moving = {passed_.linear * faster, passed_.angular * faster};
    }
    if ((moving.linear != 0 || moving.angular != 0) && is_blocked(moving)) stop(passed_, now);
  }
  advance(now);
}

std::optional<Twist2> Guard::command(const Twist2& velocity, SimTime now) {
  advance(now);
  if (!std::isfinite(velocity.linear) || !std::isfinite(velocity.angular)) return std::nullopt;
  if (state_ != GuardState::passing) return std::nullopt;
  if (is_blocked(velocity)) {
    stop(velocity, now);
    return std::nullopt;
  }
  sent_.reset();
  owes_last_velocity_ = false;
  tell(velocity, now);
  return velocity;
}

std::optional<Twist2> Guard::send(const Twist2& velocity, SimTime now) {
  if (sent_ && now - *sent_ < config_.send_period) return std::nullopt;
  sent_ = now;
  tell(velocity, now);
  return velocity;
}

std::optional<Twist2> Guard::tick(SimTime now) {
  advance(now);
  // with the velocity that it had; whatever the autonomy wants comes after it
  if (state_ == GuardState::passing && std::exchange(owes_last_velocity_, false)) {
    if (is_blocked(last_velocity_)) {
      stop(last_velocity_, now);
      return send({}, now);
    }
    sent_.reset();
    return send(last_velocity_, now);
  }
  switch (state_) {
    case GuardState::passing:
      return std::nullopt;
    case GuardState::turning:
      return send({0, turn_side_ * config_.turn_radps}, now);
    default:
      return send({}, now);
  }
}

bool Guard::release(SimTime now) {
  advance(now);
  if (state_ != GuardState::stuck) return false;
  // from the beginning: it looks where it is, and turns if it has to
  enter(GuardState::stopping, now);
  return true;
}

// How much room there is the way it wants to go.
double Guard::room_ahead(double most_m) const {
  const double direction = last_velocity_.linear < 0 ? -1 : 1;
  return free_way(*seen_, config_.body, {direction, 0}, most_m);
}

// In a small room there may be less than asked for in all directions.
double Guard::wanted_room() const {
  const double least = stop_distance(config_, last_velocity_.linear) + least_room_m;
  return turned_rad_ < whole_turn ? std::max(config_.free_m, least) : least;
}

void Guard::advance(SimTime now) {
  if (state_ == GuardState::no_scan) return;
  if (!is_scan_fresh(now)) {
    before_loss_ = state_;
    enter(GuardState::no_scan, now);
    return;
  }
  const Duration inside = now - entered_;
  switch (state_) {
    case GuardState::stopping:
      // it stands, and the twin will not see it turn
      if (!is_twin_paused_ || inside < config_.reaction || possible_speed(now) > 0) break;
      turned_rad_ = 0;
      turned_until_ = now;
      turn_side_ = freer_side(*seen_);
      enter(GuardState::turning, now);
      break;
    case GuardState::turning:
      if (!is_twin_paused_) {
        enter(GuardState::stopping, now);
        break;
      }
      if (!can_turn(*seen_, config_.body)) {
        enter(GuardState::stuck, now);
        break;
      }
      turned_rad_ += config_.turn_radps * seconds(now - turned_until_);
      turned_until_ = now;
      // what was seen before it turned tells nothing
      if (*scanned_ > entered_ && room_ahead(wanted_room()) >= wanted_room())
        enter(GuardState::settling, now);
      else if (turned_rad_ > 2 * whole_turn)
        enter(GuardState::stuck, now);
      break;
    case GuardState::settling: {
      if (!is_twin_paused_) {
        enter(GuardState::stopping, now);
        break;
      }
      if (inside < 2 * config_.reaction || *scanned_ < entered_ + 2 * config_.reaction) break;
      const double needed = stop_distance(config_, last_velocity_.linear);
      if (room_ahead(needed) < needed || is_blocked(last_velocity_)) {
        turned_until_ = now;
        enter(GuardState::turning, now);
      } else {
        enter(GuardState::resuming, now);
      }
      break;
    }
    case GuardState::resuming:
      if (is_twin_paused_) break;
      owes_last_velocity_ = true;
      enter(GuardState::passing, now);
      break;
    default:
      break;
  }
}

}  // namespace tandem
