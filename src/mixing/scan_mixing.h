// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "base/time.h"

namespace tandem {

// A scan in a plane, counter-clockwise, of a real or of a virtual lidar. +infinity: nothing in
// range; -infinity: something too near (REP-117); NaN: no measurement.
struct PlanarScan {
  SimTime time{};  // of its first beam, in simulated time
  double angle_min_rad = 0;
  double angle_increment_rad = 0;
  double range_min_m = 0;
  double range_max_m = 0;
  std::vector<float> ranges_m;
};

// What one lidar would measure in a world where both the real and the virtual things are: of each
// real beam the nearer of what it saw and of what the virtual beams beside it saw. The lidars may
// differ in beams, angles and ranges; beams that the virtual one does not have stay as they are.
PlanarScan mixed(const PlanarScan& real, const PlanarScan& virtual_scan);

// The same for a single distance: of a sonar, a time-of-flight sensor.
float mixed_range(float real_m, float virtual_m);

enum class Partner {
  fresh,
  none,   // there was never a virtual scan
  stale,  // the newest one is too old
};

// Mixes the real scans that arrive with the virtual ones beside them, each at its own rate.
class ScanMixer {
 public:
  explicit ScanMixer(Duration stale_after) : stale_after_(stale_after) {}

  void add_virtual(PlanarScan scan) { virtual_ = std::move(scan); }

  struct Result {
    PlanarScan scan;
    Partner partner = Partner::none;  // what it was mixed with; without a fresh one it is as it was
  };
  Result mix(const PlanarScan& real);

  int unmixed() const { return unmixed_; }  // scans that had no fresh partner

 private:
  Duration stale_after_;
  std::optional<PlanarScan> virtual_;
  int unmixed_ = 0;
};

}  // namespace tandem
