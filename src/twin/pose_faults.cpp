// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "twin/pose_faults.h"

#include <cmath>
#include <numbers>

namespace tandem {

namespace {

Duration duration(double time_s) { return Duration(std::llround(time_s * 1e9)); }

bool is_in_area(const Fault& fault, Vec2 point) {
  const Pose2 world_from_area{{fault.value("x_m"), fault.value("y_m")},
                              fault.value("yaw_deg") * std::numbers::pi / 180};
  const Vec2 in_area = inverse(world_from_area) * point;
  return std::abs(in_area.x) <= fault.value("size_x_m") / 2 &&
         std::abs(in_area.y) <= fault.value("size_y_m") / 2;
}

// One fault that looks at one pose after the other.
class Disturbance {
 public:
  Disturbance(const Fault& fault, const TwinMotion& twin, Duration since, Random& random)
      : fault_(fault), twin_(twin), since_(since), random_(random) {}

  // Whether the pose was changed. What it becomes is in `out`: nothing, one or two.
  bool pass(PoseUnderWay pose, std::vector<PoseUnderWay>& out) {
    switch (fault_.kind) {
      case FaultKind::tracking_loss:
        return true;
      case FaultKind::occlusion: {
        const auto place = twin_.world_from(pose.pose.marker);
        if (place && is_in_area(fault_, place->translation)) return true;
        return keep(pose, out, false);
      }
      case FaultKind::packet_loss:
        return is_chosen() || keep(pose, out, false);
      case FaultKind::clock_skew:
        if (!pose.pose.stamp) return keep(pose, out, false);
        *pose.pose.stamp +=
            duration(fault_.value("offset_s") + fault_.value("drift_ppm") * 1e-6 * seconds(since_));
        return keep(pose, out, true);
      case FaultKind::outliers: {
        const double range = fault_.value("range_m");
        const Vec2 by{random_.uniform(-1, 1) * range, random_.uniform(-1, 1) * range};
        const bool is_out = is_chosen();
        if (is_out) pose.pose.marker = twin_.displaced(pose.pose.marker, by);
        return keep(pose, out, is_out);
      }
      case FaultKind::duplicate: {
        const bool is_twice = is_chosen();
        out.push_back(pose);
        if (is_twice) out.push_back({pose.pose, pose.delay + duration(fault_.value("delay_s"))});
        return is_twice;
      }
      case FaultKind::latency:
        pose.delay += duration(fault_.value("delay_s"));
        return keep(pose, out, true);
      case FaultKind::jitter:
        pose.delay += duration(random_.uniform(0, 1) * fault_.value("most_s"));
        return keep(pose, out, true);
      case FaultKind::reorder: {
        const bool is_late = is_chosen();
        if (is_late) pose.delay += duration(fault_.value("delay_s"));
        return keep(pose, out, is_late);
      }
      default:
        return keep(pose, out, false);
    }
  }

 private:
  static bool keep(const PoseUnderWay& pose, std::vector<PoseUnderWay>& out, bool is_changed) {
    out.push_back(pose);
    return is_changed;
  }
  bool is_chosen() { return random_.uniform(0, 1) < fault_.value("share"); }

  const Fault& fault_;
  const TwinMotion& twin_;
  const Duration since_;
  Random& random_;
};

}  // namespace

void disturb(std::vector<PoseUnderWay>& poses, const Fault& fault, const TwinMotion& twin,
             Duration since, Random& random, std::uint64_t& hits) {
  Disturbance disturbance(fault, twin, since, random);
  std::vector<PoseUnderWay> passed;
  for (PoseUnderWay& pose : poses) {
    if (pose.pose.robot != fault.robot)
      passed.push_back(std::move(pose));
    else if (disturbance.pass(std::move(pose), passed))
      ++hits;
  }
  poses = std::move(passed);
}

}  // namespace tandem
