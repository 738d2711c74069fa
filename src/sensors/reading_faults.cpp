// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "sensors/reading_faults.h"

#include <cmath>
#include <type_traits>
#include <utility>

#include "base/hash.h"
#include "base/nonsense.h"
#include "base/random.h"

namespace tandem {

namespace {

// Random numbers of one measurement.
Random random_of(const Reading& reading, std::uint64_t seed) {
  Hash hash;
  hash.add(seed);
  hash.add(reading.index);
  return {hash.value(), "fault/" + reading.sensor->owner + "/" + reading.sensor->name};
}

// Spoils a share of the numbers of a measurement.
class Spoiler {
 public:
  Spoiler(double share, Random random) : share_(share), random_(random) {}

  void operator()(ImuReading& it) {
    spoil(it.world_from_sensor);
    spoil(it.angular_velocity);
    spoil(it.linear_acceleration);
  }
  void operator()(EncoderReading& it) {
    for (std::int64_t& ticks : it.ticks)
      if (is_chosen()) ticks = static_cast<std::int64_t>(random_.below(1u << 31));
    for (double& position : it.positions) spoil(position);
    for (double& velocity : it.velocities) spoil(velocity);
  }
  void operator()(ContactReading& it) {
    for (ContactReading::Touch& touch : it.touches) {
      spoil(touch.point);
      spoil(touch.normal);
      for (double* number : {&touch.force_n, &touch.impulse_ns, &touch.depth_m}) spoil(*number);
    }
  }
  void operator()(BatteryReading& it) {
    for (double* number : {&it.voltage_v, &it.current_a, &it.charge_ah, &it.percentage})
      spoil(*number);
  }
  void operator()(PoseReading& it) {
    spoil(it.world_from_sensor.translation);
    spoil(it.world_from_sensor.rotation);
    spoil(it.velocity.linear);
    spoil(it.velocity.angular);
  }
  void operator()(FixReading& it) {
    for (double* number : {&it.latitude_deg, &it.longitude_deg, &it.altitude_m}) spoil(*number);
    spoil(it.velocity_enu);
  }
  void operator()(ScanReading& it) {
    for (float& range : it.ranges_m) spoil(range);
  }
  void operator()(CloudReading& it) {
    for (CloudPoint& point : it.points)
      for (float* number : {&point.x, &point.y, &point.z}) spoil(*number);
    if (!it.points.empty()) it.is_dense = false;
    if (it.scan) (*this)(*it.scan);
  }
  void operator()(RangeReading& it) { spoil(it.range_m); }
  void operator()(CameraReading& it) {
    for (std::uint8_t& value : it.image.rgb)
      if (is_chosen()) value = static_cast<std::uint8_t>(random_.below(256));
    for (float& depth : it.image.depth_m) spoil(depth);
    for (std::uint8_t& label : it.image.labels)
      if (is_chosen()) label = static_cast<std::uint8_t>(random_.below(256));
  }
  void operator()(StereoReading& it) {
    (*this)(it.left);
    (*this)(it.right);
  }

 private:
  bool is_chosen() { return random_.uniform(0, 1) < share_; }

  template <class Number>
  requires std::is_floating_point_v<Number>
  void spoil(Number& number) {
    if (is_chosen()) number = nonsense<Number>(random_);
  }
  void spoil(Vec3& v) {
    for (double* number : {&v.x, &v.y, &v.z}) spoil(*number);
  }
  void spoil(Quat& q) {
    for (double* number : {&q.w, &q.x, &q.y, &q.z}) spoil(*number);
  }

  double share_;
  Random random_;
};

}  // namespace

std::uint64_t disturb(Readings& readings, const Fault& fault, std::uint64_t seed,
                      StuckReadings& stuck) {
  std::uint64_t hits = 0;
  Readings passed;
  for (std::shared_ptr<const Reading>& reading : readings) {
    const SensorInfo& sensor = *reading->sensor;
    const bool is_meant =
        sensor.owner == fault.robot && (fault.sensor.empty() || fault.sensor == sensor.name);
    const bool is_spared = fault.kind == FaultKind::sensor_dropout && is_meant &&
                           random_of(*reading, seed).uniform(0, 1) >= fault.value("share");
    if (!is_meant || is_spared) {
      passed.push_back(std::move(reading));
      continue;
    }
    ++hits;
    if (fault.kind == FaultKind::sensor_dropout) continue;
    if (fault.kind == FaultKind::sensor_stuck) {
      const auto& first = stuck.try_emplace(sensor.name, reading).first->second;
      auto again = std::make_shared<Reading>(*first);
      again->stamp = reading->stamp;
      again->index = reading->index;
      passed.push_back(std::move(again));
    } else {
      auto spoilt = std::make_shared<Reading>(*reading);
      std::visit(Spoiler(fault.value("share"), random_of(*reading, seed)), spoilt->measurement);
      passed.push_back(std::move(spoilt));
    }
  }
  readings = std::move(passed);
  return hits;
}

}  // namespace tandem
