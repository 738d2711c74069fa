// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/time.h"
#include "mixing/partner_history.h"

namespace tandem {

// A scan in a plane, counter-clockwise, of a real or of a virtual lidar. +infinity: nothing in
// range; -infinity: something too near (REP-117); NaN, and what is outside of the limits, such as
// the 0 that some real lidars send: no measurement.
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
struct SingleRange {
  float range_m = 0;
  double range_min_m = 0;
  double range_max_m = 0;
};
float mixed_range(const SingleRange& real, float virtual_m);

// Whether a scan of somebody else can be understood.
bool is_usable(const PlanarScan& scan);

// Mixes the real scans that arrive with the virtual ones beside them, each at its own rate.
class ScanMixer {
 public:
  explicit ScanMixer(Duration stale_after) : virtual_(stale_after) {}

  void add_virtual(PlanarScan scan) {
    const SimTime time = scan.time;
    virtual_.add(time, std::move(scan));
  }

  struct Result {
    PlanarScan scan;
    MixPartner partner =
        MixPartner::none;  // what it was mixed with; without a fresh one it is as it was
  };
  Result mix(const PlanarScan& real);

  int unmixed() const { return unmixed_; }  // scans that had no fresh partner

 private:
  PartnerHistory<PlanarScan> virtual_;
  int unmixed_ = 0;
};

}  // namespace tandem
