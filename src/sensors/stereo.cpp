// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <utility>

#include "scenario/xml_file.h"
#include "sensors/camera_model.h"
#include "sensors/sensor_kind.h"

namespace tandem {

namespace {

struct StereoConfig {
  CameraConfig camera;
  double baseline_m = 0.1;
  Vec3 left_in_sensor;

  Pose sensor_from_left() const { return Pose{left_in_sensor, {}} * sensor_from_optical(camera); }
};

// SDF has several cameras in one sensor. A pair is two of them.
bool is_pair(const SensorDescription& sensor) {
  return std::ranges::count(sensor.settings, "camera/@name", &WrittenSetting::key) == 2;
}

// Where the cameras of a pair are, from their poses. SDF's cameras look along x, so that right is
// -y.
void read_sdf_poses(SettingsReader& settings, StereoConfig& config) {
  const auto& all = settings.sensor().settings;
  std::array<Vec3, 2> places;
  std::size_t camera = 0;
  bool is_first = true;
  for (const WrittenSetting& setting : all) {
    if (setting.key == "camera/@name" && !std::exchange(is_first, false)) camera = 1;
    if (setting.key != "camera/pose") continue;
    const auto numbers = parse_numbers(setting.values.front());
    const bool is_straight = numbers && numbers->size() == 6 && (*numbers)[3] == 0 &&
                             (*numbers)[4] == 0 && (*numbers)[5] == 0;
    if (!is_straight) {
      settings.findings().error(setting.place,
                                "the cameras of a pair look the same way: expected x y z 0 0 0");
      return;
    }
    places[camera] = {(*numbers)[0], (*numbers)[1], (*numbers)[2]};
  }
  const Vec3 apart = places[1] - places[0];
  if (apart.x != 0 || apart.z != 0 || apart.y > -1e-4) {
    settings.findings().error(settings.sensor().place,
                              "the second camera of a pair is to the right of the first one: only "
                              "its y differs, and is less");
    return;
  }
  config.left_in_sensor = places[0];
  config.baseline_m = -apart.y;
}

class StereoPictures : public PictureTaker {
 public:
  StereoPictures(const StereoConfig& config, const SensorSite& site)
      : config_(config),
        directions_(config.camera.intrinsics),
        chip_(config.camera.noise),
        left_noise_(site.seed, site.stream + "/left"),
        right_noise_(site.seed, site.stream + "/right") {}

  std::vector<CameraView> views(const Pose& world_from_sensor, Streams wanted) const override {
    constexpr Streams pictures =
        streams::main | streams::depth | streams::labels | streams::instances;
    if (!(wanted & pictures)) return {};
    const Pose world_from_left = world_from_sensor * config_.sensor_from_left();
    const Pose left_from_right{{config_.baseline_m, 0, 0}, {}};
    return {camera_view(config_.camera, directions_.table(), world_from_left, wanted),
            camera_view(config_.camera, directions_.table(), world_from_left * left_from_right,
                        wanted)};
  }

  Measurement develop(std::uint64_t index, std::vector<CameraImage> images,
                      ThreadPool* pool) const override {
    if (images.empty()) images.resize(2);
    chip_.add_to(images[0].rgb, left_noise_.measurement(index), pool);
    chip_.add_to(images[1].rgb, right_noise_.measurement(index), pool);
    const Intrinsics& intrinsics = config_.camera.intrinsics;
    return StereoReading{{.intrinsics = intrinsics, .baseline_m = 0, .image = std::move(images[0])},
                         {.intrinsics = intrinsics,
                          .baseline_m = config_.baseline_m,
                          .image = std::move(images[1])}};
  }

 private:
  StereoConfig config_;
  PixelDirections directions_;
  ChannelNoise chip_;
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
    if (settings.sensor().is_sdf) {
      read_sdf_poses(settings, config);
      settings.accept_sdf("camera/pose");
      constexpr std::array<std::string_view, 2> own{"camera/@name", "camera/pose"};
      settings.accept_sdf_repeats(own);
    }
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
  Pose sensor_from_frame() const override { return config_.sensor_from_left(); }
  std::shared_ptr<const PictureTaker> picture_taker() const override { return pictures_; }
  Measurement measure(std::uint64_t, const Surroundings&, Streams) override { return {}; }

 private:
  StereoConfig config_;
  std::shared_ptr<const StereoPictures> pictures_;
};

}  // namespace

SensorKind stereo_kind() { return kind_of<Stereo>("stereo", {"multicamera"}, 15, is_pair); }

}  // namespace tandem
