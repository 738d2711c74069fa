// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "geometry/pose.h"

namespace tandem {

struct StampedPose {
  SimTime stamp{};
  Pose pose;
};

// Knows where frames were relative to each other during the last seconds, and answers for any two
// that a chain of transforms connects. Between two moments it interpolates; beyond them it does not
// guess. Belongs to one thread; TransformListener fills it from /tf and /tf_static.
class TransformBuffer {
 public:
  explicit TransformBuffer(Duration history = 10s) : history_(history) {}

  // Where the child was in its parent; why that can't be, or nothing. A leading slash of a frame's
  // name does not count. A frame may get another parent in the course of time.
  std::optional<std::string> set(std::string_view parent, std::string_view child, SimTime stamp,
                                 const Pose& parent_from_child);
  // At all times.
  std::optional<std::string> set_static(std::string_view parent, std::string_view child,
                                        const Pose& parent_from_child);

  // target_from_source at that time.
  Result<Pose> lookup(std::string_view target, std::string_view source, SimTime time) const;
  // At the latest time at which the whole chain is known; zero when all of it is static.
  Result<StampedPose> latest(std::string_view target, std::string_view source) const;
  // target at one time from source at another, over a frame that did not move in between: where is
  // now (in base_link) what the lidar saw then? The fixed frame is odom.
  Result<Pose> lookup(std::string_view target, SimTime target_time, std::string_view source,
                      SimTime source_time, std::string_view fixed) const;

  bool has_frame(std::string_view frame) const;
  std::vector<std::string> frames() const;            // sorted
  std::uint64_t dropped() const { return dropped_; }  // older than the history, or too many frames

  // Forgets all but the static ones: time has jumped back.
  void clear();

 private:
  struct Sample {
    SimTime stamp{};
    std::string parent;
    Pose parent_from_child;
  };
  struct Frame {
    std::deque<Sample> samples;      // by time
    std::optional<Sample> constant;  // static
  };
  struct Step {
    std::string parent;  // empty at a root
    Pose parent_from_child;
  };
  // A frame on the way up, and where the start is in it.
  struct Ancestor {
    std::string frame;
    Pose frame_from_start;
  };
  struct Climb {
    std::vector<Ancestor> ancestors;  // the start itself first
    std::string end;                  // why it goes no further; empty at a root
  };

  // A frame on the way up by the latest transforms, and until when its place is known.
  struct LatestAncestor {
    std::string frame;
    std::optional<SimTime> known_until;  // nothing: always
  };

  std::optional<std::string> why_not(std::string_view parent, std::string_view child,
                                     const Pose& parent_from_child);
  Result<Step> step_up(const std::string& child, SimTime time) const;
  Climb climb(std::string_view start, SimTime time) const;
  const Sample* latest_of(std::string_view child) const;
  std::vector<LatestAncestor> climb_latest(std::string_view start) const;
  std::string why_not_connected(std::string_view target, std::string_view source) const;

  const Duration history_;
  std::map<std::string, Frame, std::less<>> frames_;  // by child
  std::uint64_t dropped_ = 0;
};

}  // namespace tandem
