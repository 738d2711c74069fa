// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "sensors/camera_model.h"
#include "sensors/sensor_kind.h"

namespace tandem {

namespace {

struct StereoConfig {
  CameraConfig camera;
  double baseline_m = 0.1;
};

class StereoPictures : public PictureTaker {
 public:
  StereoPictures(const StereoConfig& config, const SensorSite& site)
      : config_(config),
        left_noise_(site.seed, site.stream + "/left"),
        right_noise_(site.seed, site.stream + "/right") {}

  std::vector<CameraView> views(const Pose& world_from_sensor, Streams wanted) const override {
    constexpr Streams pictures =
        streams::main | streams::depth | streams::labels | streams::instances;
    if (!(wanted & pictures)) return {};
    const Pose world_from_left = world_from_sensor * sensor_from_optical(config_.camera);
    const Pose left_from_right{{config_.baseline_m, 0, 0}, {}};
    return {camera_view(config_.camera, world_from_left, wanted),
            camera_view(config_.camera, world_from_left * left_from_right, wanted)};
  }

  Measurement develop(std::uint64_t index, std::vector<CameraImage> images,
                      ThreadPool* pool) const override {
    if (images.empty()) images.resize(2);
    StereoReading reading{
        developed(config_.camera, std::move(images[0]), left_noise_.measurement(index), pool),
        developed(config_.camera, std::move(images[1]), right_noise_.measurement(index), pool)};
    reading.right.baseline_m = config_.baseline_m;
    return reading;
  }

 private:
  StereoConfig config_;
  Noise left_noise_, right_noise_;
};

// Two equal cameras side by side that look the same way at the same moment. The left one is where
// the sensor is.
class Stereo : public Sensor {
 public:
  using Config = StereoConfig;

  static Config read(SettingsReader& settings) {
    Config config;
    config.camera = read_camera(settings);
    settings.read("baseline_m", config.baseline_m, {1e-4, 100});
    if (config.camera.intrinsics.width * 2.0 * config.camera.intrinsics.height > max_camera_px)
      settings.error("width_px", "the two cameras together have more pixels than there can be");
    return config;
  }

  Stereo(const Config& config, const SensorSite& site)
      : config_(config), pictures_(std::make_shared<const StereoPictures>(config, site)) {}

  std::vector<SensorTopic> topics(const std::string& base) const override {
    const std::string both = base.empty() ? "stereo" : base;
    std::vector<SensorTopic> topics = camera_topics(both + "/left");
    for (SensorTopic& topic : camera_topics(both + "/right")) topics.push_back(std::move(topic));
    return topics;
  }
  Pose sensor_from_frame() const override { return sensor_from_optical(config_.camera); }
  std::shared_ptr<const PictureTaker> picture_taker() const override { return pictures_; }
  Measurement measure(std::uint64_t, const Surroundings&, Streams) override { return {}; }

 private:
  StereoConfig config_;
  std::shared_ptr<const StereoPictures> pictures_;
};

}  // namespace

SensorKind stereo_kind() { return kind_of<Stereo>("stereo", {}, 15); }

}  // namespace tandem
