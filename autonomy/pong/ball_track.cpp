// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/pong/ball_track.h"

#include <cmath>

namespace tandem {

namespace {

constexpr Duration memory = 700ms;
constexpr Duration least_span = 150ms;
constexpr Duration longest_gap = 400ms;  // after it, what was seen before tells nothing
// What a sighting may be off the line, at most: a camera near to the floor tells bearings better
// than distances.
constexpr double least_error_m = 0.12;
constexpr double error_per_m = 0.15;

}  // namespace

double mirrored(double x, const CourtSides& sides) {
  const double width = sides.high_x - sides.low_x;
  if (width <= 0) return x;
  const double turns = std::fmod(std::fmod(x - sides.low_x, 2 * width) + 2 * width, 2 * width);
  return sides.low_x + (turns <= width ? turns : 2 * width - turns);
}

void BallTrack::see(SimTime time, Vec2 place) {
  if (!sightings_.empty() && time <= sightings_.back().time) return;
  if (!sightings_.empty() && time - sightings_.back().time > longest_gap) forget();
  if (const auto flight = this->flight()) {
    const Vec2 expected = flight->at(time);
    const double off = std::hypot(place.x - expected.x, place.y - expected.y);
    if (off > least_error_m + error_per_m * std::hypot(place.x, place.y)) forget();
  }
  sightings_.push_back({time, place});
  while (time - sightings_.front().time > memory) sightings_.pop_front();
}

// The straight line through them, by least squares.
std::optional<BallFlight> BallTrack::flight() const {
  if (sightings_.size() < 3) return std::nullopt;
  const SimTime begin = sightings_.front().time;
  if (sightings_.back().time - begin < least_span) return std::nullopt;
  const auto count = static_cast<double>(sightings_.size());
  double mean_t = 0;
  Vec2 mean;
  for (const Seen& seen : sightings_) {
    mean_t += seconds(seen.time - begin) / count;
    mean = mean + (1 / count) * seen.place;
  }
  double spread = 0;
  Vec2 slope;
  for (const Seen& seen : sightings_) {
    const double t = seconds(seen.time - begin) - mean_t;
    spread += t * t;
    slope = slope + t * (seen.place - mean);
  }
  slope = (1 / spread) * slope;
  const SimTime last = sightings_.back().time;
  return BallFlight{last, mean + (seconds(last - begin) - mean_t) * slope, slope};
}

std::optional<SimTime> BallTrack::seen() const {
  if (sightings_.empty()) return std::nullopt;
  return sightings_.back().time;
}

std::optional<Vec2> BallTrack::last_place() const {
  if (sightings_.empty()) return std::nullopt;
  return sightings_.back().place;
}

}  // namespace tandem
