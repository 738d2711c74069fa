// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <optional>
#include <string>
#include <thread>

#include "base/result.h"
#include "calibration/camera_calibration.h"
#include "messages/sensor_msgs.h"
#include "ports/mixing/moment_history.h"
#include "ports/mixing/picture_mixer.h"
#include "ports/ros/cadence.h"
#include "ports/ros/mixed_topic.h"
#include "ports/ros/offered_topic.h"

namespace tandem {

// The pictures of a real robot's own camera with the virtual things of the world in them, drawn as
// its twin stood when they were taken. The lens is what the real camera says of itself, or else the
// virtual one's. Pictures are large: real ones are heard only while somebody wants mixed ones.
class MixedPictures final : public MixedTopic {
 public:
  MixedPictures(Node& node, EventTopic& events, const MixSite& site, bool is_lockstep);
  ~MixedPictures() override;

  bool is_wanted() const override;
  void follow() override;
  void add(const Reading& reading) override;
  std::uint64_t dropped() const override;

 private:
  using Image = sensor_msgs::msg::Image;
  using CameraInfo = sensor_msgs::msg::CameraInfo;

  // A lens, and the size of the pictures that its numbers are for.
  struct SizedLens {
    int width = 0, height = 0;
    LensConfig lens;
  };
  struct Taken {
    Image picture;
    SimTime time{};
    LensConfig lens;
  };

  void remember(const Frame& frame) override;
  bool hears_unasked() const override { return false; }

  void hear_info(const CameraInfo& info);
  void hear_real(const Image& picture);
  Result<LensConfig> lens_for(const Image& picture) const;
  void note_unusable(const std::string& why);
  void work(const std::stop_token& stop);
  void mix(const Taken& taken);
  std::optional<Pose> camera_in(const MixMoment& moment) const;
  void publish(SeenPicture seen, SimTime time);

  Node& node_;
  const bool is_lockstep_;
  Cadence cadence_;
  OfferedTopic<Image> pictures_;
  OfferedTopic<CameraInfo> infos_;
  PictureMixer mixer_;  // of the thread that draws

  // With the mutex.
  MomentHistory moments_;
  std::optional<SizedLens> virtual_lens_;
  std::optional<Result<SizedLens>> real_lens_;
  bool is_info_offered_ = false;  // by the real camera
  std::string complained_;
  std::optional<Taken> waiting_;
  std::uint64_t overtaken_ = 0;  // pictures that came faster than they could be drawn into

  std::condition_variable_any bell_;
  std::jthread thread_;            // that draws; not in lockstep
  Subscription real_, real_info_;  // last: nothing arrives any more before the rest goes
};

}  // namespace tandem
