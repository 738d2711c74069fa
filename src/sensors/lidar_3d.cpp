// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "base/noise.h"
#include "sensors/flatten.h"
#include "sensors/lidar_pattern.h"
#include "sensors/lidar_settings.h"
#include "sensors/pose_history.h"
#include "sensors/sensor_kind.h"

namespace tandem {

namespace {

constexpr float nan_value = std::numeric_limits<float>::quiet_NaN();

// Beams in all directions that its pattern has.
class Lidar3d : public Sensor {
 public:
  struct Config {
    LidarPattern pattern;
    RangeLimits limits{.min_m = 0.1, .max_m = 100};
    bool is_organized = false;
    bool has_motion_distortion = false;
    FlattenConfig scan;
  };

  static Config read(SettingsReader& settings) {
    Config config;
    config.pattern = read_pattern(settings);
    config.limits = read_range_limits(settings, config.limits);
    settings.read("organized", config.is_organized);
    if (config.is_organized && config.pattern.columns == 0)
      settings.error("organized", "a pattern of a file has no rows and columns to organize");
    settings.read("motion_distortion", config.has_motion_distortion);
    config.scan = read_flatten(settings);
    config.scan.limits = config.limits;
    return config;
  }

  Lidar3d(const Config& config, const SensorSite& site)
      : config_(config),
        period_(site.period()),
        noise_(site.seed, site.stream),
        history_(config.has_motion_distortion ? site.period() : Duration{}) {}

  std::vector<SensorTopic> topics(const std::string& base) const override {
    std::vector<SensorTopic> topics{
        {streams::main, topic_of(base, "points"), "sensor_msgs/msg/PointCloud2"}};
    if (config_.scan.beams > 0)
      topics.push_back({streams::scan, topic_of(base, "scan"), "sensor_msgs/msg/LaserScan"});
    return topics;
  }
  bool looks() const override { return true; }

  void start_anew(const Surroundings& surroundings) override {
    history_.start(surroundings.world_from_sensor);
  }
  void advance(const Surroundings& surroundings) override {
    history_.add(surroundings.world_from_sensor, surroundings.dt);
  }

  Measurement measure(std::uint64_t index, const Surroundings& surroundings,
                      Streams wanted) override {
    aim(surroundings.world_from_sensor);
    ends_.resize(rays_.size());
    cast_beams(rays_, ends_, surroundings);

    CloudReading cloud;
    cloud.points = points(noise_.measurement(index));
    if (config_.is_organized) {
      cloud.width = config_.pattern.columns;
      cloud.height = config_.pattern.rings;
      cloud.is_dense = false;
    } else {
      cloud.width = static_cast<int>(cloud.points.size());
    }
    if (config_.scan.beams > 0 && (wanted & streams::scan))
      cloud.scan = flattened(cloud.points, config_.scan);
    if (!(wanted & streams::main)) {
      cloud.points.clear();
      cloud.width = 0;
    }
    return cloud;
  }

 private:
  // The beams in the world. Those of a sweep start from where the sensor was at their time.
  void aim(const Pose& world_from_sensor) {
    const auto max_m = static_cast<float>(config_.limits.max_m);
    const auto& beams = config_.pattern.beams;
    rays_.resize(beams.size());
    if (!config_.has_motion_distortion) {
      const Turned world(world_from_sensor);
      for (std::size_t i = 0; i < beams.size(); ++i)
        rays_[i] = world.ray(beams[i].direction, max_m);
      return;
    }
    for (std::size_t i = 0; i < beams.size();) {
      const float share = beams[i].share_of_sweep;
      const Turned world(history_.at(before_stamp(share)));
      for (; i < beams.size() && beams[i].share_of_sweep == share; ++i)
        rays_[i] = world.ray(beams[i].direction, max_m);
    }
  }

  // The last beam of a sweep is at the stamp.
  Duration before_stamp(float share) const {
    return Duration(
        std::llround(static_cast<double>(1 - share) * static_cast<double>(period_.count())));
  }

  std::vector<CloudPoint> points(const Noise::Samples& samples) const {
    std::vector<CloudPoint> points;
    points.reserve(ends_.size());
    const RangeLimits& limits = config_.limits;
    const auto& beams = config_.pattern.beams;
    for (std::size_t i = 0; i < ends_.size(); ++i) {
      const float range = range_of(ends_[i], limits, samples, i);
      const bool is_hit = std::isfinite(range);
      if (!is_hit && !config_.is_organized) continue;
      CloudPoint point;
      point.ring = beams[i].ring;
      if (config_.has_motion_distortion)
        point.time = -static_cast<float>(seconds(before_stamp(beams[i].share_of_sweep)));
      if (is_hit) {
        point.x = range * beams[i].direction.x;
        point.y = range * beams[i].direction.y;
        point.z = range * beams[i].direction.z;
        point.intensity = intensity_of(rays_[i], ends_[i]);
        point.label = ends_[i].label;
      } else {
        point.x = point.y = point.z = nan_value;
      }
      points.push_back(point);
    }
    return config_.is_organized ? by_rows(std::move(points)) : points;
  }

  // Beams go by column; the rows of a cloud go from the highest ring down, as in an image.
  std::vector<CloudPoint> by_rows(std::vector<CloudPoint> by_columns) const {
    const auto rings = static_cast<std::size_t>(config_.pattern.rings);
    const auto columns = static_cast<std::size_t>(config_.pattern.columns);
    std::vector<CloudPoint> rows(by_columns.size());
    for (std::size_t column = 0; column < columns; ++column)
      for (std::size_t ring = 0; ring < rings; ++ring)
        rows[(rings - 1 - ring) * columns + column] = by_columns[column * rings + ring];
    return rows;
  }

  Config config_;
  Duration period_;
  Noise noise_;
  PoseHistory history_;
  std::vector<Ray> rays_;  // kept for their memory
  std::vector<RayEnd> ends_;
};

}  // namespace

SensorKind lidar_3d_kind() {
  return kind_of<Lidar3d>("lidar_3d", {"lidar", "gpu_lidar", "ray", "gpu_ray"}, 10, is_3d_lidar);
}

}  // namespace tandem
