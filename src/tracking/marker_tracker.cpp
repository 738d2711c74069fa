// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tracking/marker_tracker.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tandem {

namespace {

// Beyond this a velocity between two pictures says nothing about the next.
constexpr Duration longest_gap = 1s;

Vec2 middle_of(const FoundMarker& marker) {
  const auto& c = marker.corners_px;
  return 0.25 * (c[0] + c[1] + c[2] + c[3]);
}

double longest_diagonal(const FoundMarker& marker) {
  const Vec2 a = marker.corners_px[2] - marker.corners_px[0];
  const Vec2 b = marker.corners_px[3] - marker.corners_px[1];
  return std::max(std::hypot(a.x, a.y), std::hypot(b.x, b.y));
}

// Those that are in both are in it once.
std::vector<FoundMarker> joined(std::vector<FoundMarker> all,
                                const std::vector<FoundMarker>& more) {
  const std::size_t count = all.size();
  for (const FoundMarker& marker : more) {
    const bool is_known = std::any_of(
        all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count), [&](const FoundMarker& one) {
          const Vec2 apart = middle_of(one) - middle_of(marker);
          return one.id == marker.id &&
                 std::hypot(apart.x, apart.y) < 0.5 * longest_diagonal(marker);
        });
    if (!is_known) all.push_back(marker);
  }
  return all;
}

// The tilt and height of one, part of the way to those of the other; the place and heading of the
// other.
Pose smoothed(const Pose& before, const Pose& now, double share) {
  const Quat rotation = slerp(before.rotation, now.rotation, share);
  const double turn = now.rotation.yaw() - rotation.yaw();
  const double z = before.translation.z + share * (now.translation.z - before.translation.z);
  return {{now.translation.x, now.translation.y, z}, Quat::from_rpy(0, 0, turn) * rotation};
}

}  // namespace

MarkerTracker::MarkerTracker(const MarkerTrackerConfig& config)
    : config_(config),
      finder_({.dictionary = config.dictionary,
               .lens = config.camera.lens,
               .min_side_px = config.min_side_px}) {}

Result<MarkerTracker> MarkerTracker::make(const MarkerTrackerConfig& config) {
  MarkerTracker tracker(config);
  for (const TrackedMarker& marker : config.markers) {
    if (marker.id < 0 || static_cast<std::size_t>(marker.id) >= config.dictionary->codes.size())
      return Error{fmt::format("{} has the markers 0 to {}, no {}", config.dictionary->name,
                               config.dictionary->codes.size() - 1, marker.id)};
    auto estimator = MarkerPoseEstimator::make(config.camera, marker.place);
    if (!estimator) return Error{estimator.error()};
    tracker.tracks_.push_back({.estimator = *std::move(estimator)});
    tracker.sights_.push_back({.id = marker.id});
  }
  return tracker;
}

bool MarkerTracker::is_full_search_due() const {
  const bool all_seen = std::ranges::all_of(
      sights_, [](const MarkerSight& sight) { return sight.state == MarkerState::seen; });
  return since_full_search_ >= (all_seen ? config_.full_search_every : config_.lost_search_every);
}

PixelBox MarkerTracker::neighbourhood(const Track& track, SimTime stamp) const {
  const Duration gap = last_stamp_ ? stamp - *last_stamp_ : Duration{};
  const double dt = gap > Duration{} && gap < longest_gap ? seconds(gap) : 0;
  const Vec2 moved = dt * track.velocity_px;
  const Vec2 middle = middle_of(*track.last) + moved;
  // room for its margin, and for a robot that starts or stops
  const double half = longest_diagonal(*track.last) + 24 + 0.5 * std::hypot(moved.x, moved.y);
  return {static_cast<int>(middle.x - half), static_cast<int>(middle.y - half),
          static_cast<int>(2 * half), static_cast<int>(2 * half)};
}

void MarkerTracker::judge(std::size_t index, const std::vector<FoundMarker>& found) {
  MarkerSight& sight = sights_[index];
  sight = {.id = sight.id};
  int plausible = 0;
  for (const FoundMarker& marker : found) {
    if (marker.id != sight.id) continue;
    auto pose = tracks_[index].estimator.estimate(marker.corners_px);
    if (!pose) {
      // what is plausible elsewhere has nothing to do with this one
      if (plausible > 0) continue;
      sight.state = MarkerState::implausible;
      sight.why = pose.error();
      sight.mark = marker;
      continue;
    }
    if (++plausible > 1) {
      sight = {.id = sight.id, .state = MarkerState::doubled};
      return;
    }
    sight = {.id = sight.id, .state = MarkerState::seen, .pose = *pose, .mark = marker};
  }
}

void MarkerTracker::follow(std::size_t index, SimTime stamp) {
  Track& track = tracks_[index];
  MarkerSight& sight = sights_[index];
  if (sight.state != MarkerState::seen) {
    // of two, the one that was followed may be seen from near alone: it is still looked for there
    auto last = sight.state == MarkerState::doubled ? std::move(track.last) : std::nullopt;
    track = {.estimator = track.estimator, .last = std::move(last)};
    return;
  }
  const Duration gap = last_stamp_ ? stamp - *last_stamp_ : Duration{};
  const bool is_next = track.last && gap > Duration{} && gap < longest_gap;
  track.velocity_px =
      is_next ? (1 / seconds(gap)) * (middle_of(*sight.mark) - middle_of(*track.last)) : Vec2{};
  track.last = sight.mark;
  auto& spatial = sight.pose->room_from_marker_6d;
  if (spatial && track.tilt && is_next) {
    const double share =
        1 - std::exp(-seconds(gap) / std::max(1e-9, seconds(config_.tilt_smoothing)));
    spatial = smoothed(*track.tilt, *spatial, share);
  }
  track.tilt = spatial;
}

const std::vector<MarkerSight>& MarkerTracker::look(const GreyImage& image, SimTime stamp) {
  ++counts_.pictures;
  // first where they were, which is cheap; one that is seen twice waits for a look at everything
  std::vector<std::vector<FoundMarker>> near(tracks_.size());
  for (std::size_t i = 0; i < tracks_.size(); ++i) {
    if (tracks_[i].last) near[i] = finder_.find(image, neighbourhood(tracks_[i], stamp));
    if (sights_[i].state != MarkerState::doubled) judge(i, near[i]);
  }

  ++since_full_search_;
  if (is_full_search_due()) {
    const std::vector<FoundMarker> found = finder_.find(image);
    // a small or blurred one may be seen from near alone
    for (std::size_t i = 0; i < tracks_.size(); ++i) judge(i, joined(found, near[i]));
    since_full_search_ = 0;
    ++counts_.full_searches;
  }
  for (std::size_t i = 0; i < tracks_.size(); ++i) follow(i, stamp);
  last_stamp_ = stamp;
  return sights_;
}

}  // namespace tandem
