// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "sensors/sensor_kind.h"

namespace tandem {

// Each is defined in the file of its sensor.
#define TANDEM_SENSORS(SENSOR) \
  SENSOR(camera_kind)          \
  SENSOR(stereo_kind)          \
  SENSOR(lidar_kind)           \
  SENSOR(lidar_3d_kind)        \
  SENSOR(range_kind)           \
  SENSOR(imu_kind)             \
  SENSOR(encoder_kind)         \
  SENSOR(contact_kind)         \
  SENSOR(battery_kind)         \
  SENSOR(ground_truth_kind)    \
  SENSOR(gnss_kind)

#define TANDEM_DECLARE(NAME) SensorKind NAME();
#define TANDEM_CALL(NAME) NAME(),

TANDEM_SENSORS(TANDEM_DECLARE)

const std::vector<SensorKind>& sensor_kinds() {
  static const std::vector<SensorKind> kinds{TANDEM_SENSORS(TANDEM_CALL)};
  return kinds;
}

const SensorKind* find_kind(const SensorDescription& sensor) {
  const auto found = std::ranges::find_if(sensor_kinds(), [&](const SensorKind& kind) {
    if (!sensor.is_sdf) return kind.type == sensor.type;
    return std::ranges::find(kind.sdf_types, sensor.type) != kind.sdf_types.end() &&
           (!kind.is_meant || kind.is_meant(sensor));
  });
  return found == sensor_kinds().end() ? nullptr : &*found;
}

}  // namespace tandem
