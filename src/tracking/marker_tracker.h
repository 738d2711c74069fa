// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "calibration/camera_calibration.h"
#include "tracking/marker_finder.h"
#include "tracking/marker_pose.h"

namespace tandem {

struct TrackedMarker {
  int id = 0;
  MarkerPlace place;
};

struct MarkerTrackerConfig {
  const MarkerDictionary* dictionary = nullptr;
  CameraCalibration camera;
  std::vector<TrackedMarker> markers;
  // The whole picture is searched in every so many, and in so many while a marker is not seen. In
  // between only the neighbourhood of each marker is.
  int full_search_every = 30;
  int lost_search_every = 3;
  double min_side_px = 16;
  // In which most of a change of tilt or height is taken over. Place and heading are as they are
  // seen: who uses them knows better how the robot moves.
  Duration tilt_smoothing = 500ms;
};

enum class MarkerState {
  seen,
  unseen,
  doubled,      // seen at several places at once
  implausible,  // seen, but it cannot be where it seems to be
};

// What is known about a marker after a picture.
struct MarkerSight {
  int id = 0;
  MarkerState state = MarkerState::unseen;
  std::string why;                  // of what is implausible
  std::optional<MarkerPose> pose;   // only of what is seen
  std::optional<FoundMarker> mark;  // where it is in the picture, also if implausible
};

struct TrackerCounts {
  std::uint64_t pictures = 0;
  std::uint64_t full_searches = 0;
};

// Follows several markers from picture to picture. Nothing is guessed: a marker that is not seen
// clearly, or twice, has no pose. The same pictures at the same times give the same poses.
class MarkerTracker {
 public:
  // An error is a sentence about what the calibration lacks, or a marker that cannot be.
  static Result<MarkerTracker> make(const MarkerTrackerConfig& config);

  // In the order of the configuration's markers.
  const std::vector<MarkerSight>& look(const GreyImage& image, SimTime stamp);
  const std::vector<MarkerSight>& sights() const { return sights_; }
  const TrackerCounts& counts() const { return counts_; }

 private:
  struct Track {
    MarkerPoseEstimator estimator;
    std::optional<FoundMarker> last;
    Vec2 velocity_px;  // per second
    std::optional<Pose> tilt;
  };

  MarkerTracker(const MarkerTrackerConfig& config);
  bool is_full_search_due() const;
  PixelBox neighbourhood(const Track& track, SimTime stamp) const;
  void judge(std::size_t index, const std::vector<FoundMarker>& found);
  void follow(std::size_t index, SimTime stamp);

  MarkerTrackerConfig config_;
  MarkerFinder finder_;
  std::vector<Track> tracks_;
  std::vector<MarkerSight> sights_;
  std::optional<SimTime> last_stamp_;
  int since_full_search_ = 1 << 20;
  TrackerCounts counts_;
};

}  // namespace tandem
