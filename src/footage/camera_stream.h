// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "footage/picture_stream.h"
#include "footage/video_device.h"
#include "imaging/jpeg.h"

namespace tandem {

enum class CameraFormat { mjpeg, yuyv };

struct CaptureConfig {
  std::string device = "/dev/video0";
  CameraFormat format = CameraFormat::mjpeg;
  int width_px = 1280;
  int height_px = 720;
  double rate_hz = 30;
};

// A camera of Video4Linux: what most USB cameras are. One that is unplugged is said so and waited
// for. A picture that nobody took in time is left out for a newer one.
class CameraStream : public PictureStream {
 public:
  using Tell = std::function<void(const std::string&)>;
  CameraStream(const CaptureConfig& config, std::unique_ptr<VideoDevice> device, Tell tell);
  ~CameraStream() override;

  std::optional<Result<TakenPicture>> next(std::stop_token stop) override;

 private:
  Result<bool> start();
  void end();
  // Nothing where the camera is gone.
  std::optional<Result<TakenPicture>> take();
  Result<GreyImage> read(std::span<const std::uint8_t> bytes);
  void say(const std::string& sentence);

  CaptureConfig config_;
  std::unique_ptr<VideoDevice> device_;
  Tell tell_;
  JpegDecoder jpeg_;
  bool is_open_ = false, is_streaming_ = false;
  std::size_t row_bytes_ = 0;
  std::vector<std::span<std::uint8_t>> buffers_;
  std::string said_;
  std::uint64_t count_ = 0;
};

}  // namespace tandem
