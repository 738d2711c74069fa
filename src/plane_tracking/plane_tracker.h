// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "calibration/camera_calibration.h"
#include "geometry/pose2.h"
#include "plane_tracking/plane_finder.h"
#include "plane_tracking/plane_target.h"

namespace tandem {

struct PlaneTrackerConfig {
  PlaneTarget target;
  LensConfig lens;
  // The camera's optical frame (x right, y down, z forward) on a robot that stands on the floor.
  Pose robot_from_camera;
  double max_off_px = 2;     // of the plane's places, as root mean square
  double max_lift_m = 0.05;  // of the robot off the floor, as it would seem
  double max_tilt_rad = 0.1;
};

enum class PlaneState {
  tracked,     // followed from the picture before
  found,       // found anew, in the whole picture
  unseen,      // not in the picture, or not clearly
  implausible  // seen, but the robot would not stand on the floor
};

// What is known after a picture.
struct PlaneSight {
  PlaneState state = PlaneState::unseen;
  std::string why;  // of what is implausible
  std::optional<Pose2> room_from_robot;
  std::optional<Pose> room_from_camera;
  std::array<Vec2, 4> corners_px{};  // of the plane, where there is a pose
  int places = 0;                    // of it that were recognised
  double off_px = 0;                 // how far those are from where the pose has them
};

// Tells where a robot is by what its own camera sees of a plane whose place is known: followed from
// picture to picture by many of its places, and found in the whole picture after it was lost. The
// same pictures at the same times give the same poses.
class PlaneTracker {
 public:
  explicit PlaneTracker(const PlaneTrackerConfig& config);

  const PlaneSight& look(const GreyImage& image, SimTime stamp);
  const PlaneSight& sight() const { return sight_; }
  std::uint64_t searches() const { return searches_; }

 private:
  struct Seen {
    Vec2 on_plane_m;
    Vec2 at_px;
  };
  struct Fit {
    Pose camera_from_plane;
    std::vector<Seen> seen;
    double off_px = 0;
  };

  Pose expected(SimTime stamp) const;
  std::optional<Fit> refine(const GreyImage& image, const Pose& guess, int reach_px) const;
  // Every `every`th of its places, up to so many pixels from where the pose has them.
  std::vector<Seen> recognise(const GreyImage& image, const Pose& camera_from_plane, int reach_px,
                              std::size_t every) const;
  std::optional<Fit> fit(std::vector<Seen> seen, const Pose& guess) const;
  bool is_spread(const std::vector<Seen>& seen) const;
  void stand(const Fit& fit);
  std::optional<Vec2> pixel_of(const Pose& camera_from_plane, Vec2 on_plane_m) const;

  PlaneTrackerConfig config_;
  PlaneFinder finder_;
  std::vector<GreyImage> pyramid_;     // of the target's picture, each half as large as before
  std::vector<Vec2> places_;           // of the target that are easily recognised, in metres
  std::optional<Pose> last_, before_;  // camera_from_plane
  SimTime last_stamp_{}, before_stamp_{};
  PlaneSight sight_;
  std::uint64_t searches_ = 0;
};

}  // namespace tandem
