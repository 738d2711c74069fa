// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "sensors/camera_model.h"
#include "sensors/sensor_kind.h"

namespace tandem {

namespace {

class CameraPictures : public PictureTaker {
 public:
  CameraPictures(const CameraConfig& config, const SensorSite& site)
      : config_(config),
        directions_(config.intrinsics),
        chip_(config.noise),
        noise_(site.seed, site.stream) {}

  std::vector<CameraView> views(const Pose& world_from_sensor, Streams wanted) const override {
    constexpr Streams pictures =
        streams::main | streams::depth | streams::labels | streams::instances;
    if (!(wanted & pictures)) return {};
    return {camera_view(config_, directions_.table(),
                        world_from_sensor * sensor_from_optical(config_), wanted)};
  }

  Measurement develop(std::uint64_t index, std::vector<CameraImage> images,
                      ThreadPool* pool) const override {
    if (images.empty()) images.resize(1);
    chip_.add_to(images[0].rgb, noise_.measurement(index), pool);
    return CameraReading{.intrinsics = config_.intrinsics, .image = std::move(images[0])};
  }

 private:
  CameraConfig config_;
  PixelDirections directions_;
  ChannelNoise chip_;
  Noise noise_;
};

// Colors, depth and segmentation from one picture.
class Camera : public Sensor {
 public:
  using Config = CameraConfig;
  static Config read(SettingsReader& settings) { return read_camera(settings); }

  Camera(const Config& config, const SensorSite& site)
      : config_(config), pictures_(std::make_shared<const CameraPictures>(config, site)) {}

  std::vector<SensorTopic> topics(const std::string& base) const override {
    return camera_topics(base.empty() ? "camera" : base);
  }
  Pose sensor_from_frame() const override { return sensor_from_optical(config_); }
  std::shared_ptr<const PictureTaker> picture_taker() const override { return pictures_; }
  Measurement measure(std::uint64_t, const Surroundings&, Streams) override { return {}; }

 private:
  CameraConfig config_;
  std::shared_ptr<const CameraPictures> pictures_;
};

}  // namespace

SensorKind camera_kind() {
  return kind_of<Camera>("camera",
                         {"camera", "depth_camera", "depth", "rgbd_camera", "rgbd",
                          "segmentation_camera", "wideanglecamera", "wideangle"},
                         15);
}

}  // namespace tandem
