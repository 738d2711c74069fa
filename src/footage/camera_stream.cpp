// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "footage/camera_stream.h"

#include <fmt/format.h>
#include <linux/videodev2.h>

#include <cerrno>
#include <cmath>
#include <cstring>

namespace tandem {

namespace {

constexpr unsigned buffer_count = 4;
constexpr Duration try_again_after = 500ms;
constexpr Duration silent_after = 3s;  // a camera that sends nothing for so long is started anew

std::uint32_t code_of(CameraFormat format) {
  return format == CameraFormat::mjpeg ? V4L2_PIX_FMT_MJPEG : V4L2_PIX_FMT_YUYV;
}

std::string name_of(std::uint32_t code) {
  std::string name;
  for (int i = 0; i < 4; ++i) name += static_cast<char>(code >> (8 * i) & 0x7f);
  return name;
}

Error failed(const std::string& what, int error) {
  return Error{fmt::format("{}: {}", what, std::strerror(-error))};
}

// What the camera has, for people who asked for something else.
std::string offers(VideoDevice& device) {
  std::string list;
  for (std::uint32_t i = 0; i < 32; ++i) {
    v4l2_fmtdesc format{};
    format.index = i, format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    if (device.control(VIDIOC_ENUM_FMT, &format) < 0) break;
    list += fmt::format("{}{}", list.empty() ? "" : "; ", name_of(format.pixelformat));
    for (std::uint32_t j = 0; j < 32; ++j) {
      v4l2_frmsizeenum size{};
      size.index = j, size.pixel_format = format.pixelformat;
      if (device.control(VIDIOC_ENUM_FRAMESIZES, &size) < 0 ||
          size.type != V4L2_FRMSIZE_TYPE_DISCRETE)
        break;
      list += fmt::format(" {}x{}", size.discrete.width, size.discrete.height);
    }
  }
  return list.empty() ? "nothing" : list;
}

Duration time_of(const timeval& time) {
  return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
}

}  // namespace

CameraStream::CameraStream(const CaptureConfig& config, std::unique_ptr<VideoDevice> device,
                           Tell tell)
    : config_(config), device_(std::move(device)), tell_(std::move(tell)) {}

CameraStream::~CameraStream() { end(); }

void CameraStream::say(const std::string& sentence) {
  if (sentence == said_) return;
  said_ = sentence;
  tell_(sentence);
}

void CameraStream::end() {
  if (is_streaming_) {
    int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    device_->control(VIDIOC_STREAMOFF, &type);
  }
  for (const auto& buffer : buffers_) device_->unmap(buffer);
  buffers_.clear();
  if (is_open_) device_->close();
  is_open_ = is_streaming_ = false;
}

Result<bool> CameraStream::start() {
  if (const int error = device_->open(config_.device); error < 0)
    return failed(fmt::format("{} cannot be opened", config_.device), error);
  is_open_ = true;
  v4l2_capability capability{};
  if (device_->control(VIDIOC_QUERYCAP, &capability) < 0)
    return Error{fmt::format("{} is no camera", config_.device)};
  const std::uint32_t can = (capability.capabilities & V4L2_CAP_DEVICE_CAPS) != 0
                                ? capability.device_caps
                                : capability.capabilities;
  if ((can & V4L2_CAP_VIDEO_CAPTURE) == 0 || (can & V4L2_CAP_STREAMING) == 0)
    return Error{fmt::format("{} ({}) takes no pictures; cameras often have a second device file",
                             config_.device, reinterpret_cast<const char*>(capability.card))};

  v4l2_format format{};
  format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  format.fmt.pix.pixelformat = code_of(config_.format);
  format.fmt.pix.width = static_cast<std::uint32_t>(config_.width_px);
  format.fmt.pix.height = static_cast<std::uint32_t>(config_.height_px);
  format.fmt.pix.field = V4L2_FIELD_NONE;
  if (const int error = device_->control(VIDIOC_S_FMT, &format); error < 0)
    return failed(fmt::format("{} refuses the format", config_.device), error);
  // drivers take the nearest they have; a calibration is of one size
  const v4l2_pix_format& pix = format.fmt.pix;
  if (pix.pixelformat != code_of(config_.format) ||
      pix.width != static_cast<std::uint32_t>(config_.width_px) ||
      pix.height != static_cast<std::uint32_t>(config_.height_px))
    return Error{fmt::format("{} has no {} of {} x {}; it has {}", config_.device,
                             name_of(code_of(config_.format)), config_.width_px, config_.height_px,
                             offers(*device_))};
  row_bytes_ = std::max<std::size_t>(pix.bytesperline,
                                     config_.format == CameraFormat::yuyv ? 2 * pix.width : 0);

  v4l2_streamparm rate{};
  rate.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  rate.parm.capture.timeperframe = {
      1000, static_cast<std::uint32_t>(std::lround(1000 * config_.rate_hz))};
  if (device_->control(VIDIOC_S_PARM, &rate) >= 0) {
    const v4l2_fract& period = rate.parm.capture.timeperframe;
    const double got = period.numerator > 0 ? double(period.denominator) / period.numerator : 0;
    if (got > 0 && std::abs(got - config_.rate_hz) > 0.05 * config_.rate_hz)
      tell_(fmt::format("{} takes {:.4g} pictures a second instead of {:.4g}", config_.device, got,
                        config_.rate_hz));
  }

  v4l2_requestbuffers request{};
  request.count = buffer_count;
  request.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  request.memory = V4L2_MEMORY_MMAP;
  if (const int error = device_->control(VIDIOC_REQBUFS, &request); error < 0)
    return failed(fmt::format("{} gives no memory", config_.device), error);
  for (std::uint32_t i = 0; i < request.count; ++i) {
    v4l2_buffer buffer{};
    buffer.type = V4L2_BUF_TYPE_VIDEO_CAPTURE, buffer.memory = V4L2_MEMORY_MMAP, buffer.index = i;
    if (const int error = device_->control(VIDIOC_QUERYBUF, &buffer); error < 0)
      return failed(fmt::format("{} gives no memory", config_.device), error);
    const auto memory = device_->map(buffer.length, buffer.m.offset);
    if (memory.empty()) return Error{fmt::format("{} shares no memory", config_.device)};
    buffers_.push_back(memory);
    if (const int error = device_->control(VIDIOC_QBUF, &buffer); error < 0)
      return failed(fmt::format("{} takes no memory", config_.device), error);
  }
  int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  if (const int error = device_->control(VIDIOC_STREAMON, &type); error < 0)
    return failed(fmt::format("{} does not start", config_.device), error);
  is_streaming_ = true;
  return true;
}

Result<GreyImage> CameraStream::read(std::span<const std::uint8_t> bytes) {
  if (config_.format == CameraFormat::mjpeg) {
    auto grey = jpeg_.decode_grey(bytes);
    if (!grey) return Error{grey.error()};
    auto [width, height, pixels] = *std::move(grey);
    return GreyImage{width, height, std::move(pixels)};
  }
  const auto width = static_cast<std::size_t>(config_.width_px);
  const auto height = static_cast<std::size_t>(config_.height_px);
  if (bytes.size() < row_bytes_ * (height - 1) + 2 * width)
    return Error{fmt::format("a picture has {} bytes of {}", bytes.size(), row_bytes_ * height)};
  GreyImage image{config_.width_px, config_.height_px, std::vector<std::uint8_t>(width * height)};
  // brightness and colour take turns
  for (std::size_t y = 0; y < height; ++y)
    for (std::size_t x = 0; x < width; ++x)
      image.pixels[y * width + x] = bytes[y * row_bytes_ + 2 * x];
  return image;
}

std::optional<Result<TakenPicture>> CameraStream::take() {
  v4l2_buffer newest{};
  bool has_one = false;
  // of several that wait, the last: a tracker wants to know where robots are now
  for (;;) {
    v4l2_buffer buffer{};
    buffer.type = V4L2_BUF_TYPE_VIDEO_CAPTURE, buffer.memory = V4L2_MEMORY_MMAP;
    const int error = device_->control(VIDIOC_DQBUF, &buffer);
    if (error == -EAGAIN && has_one) break;
    if (error == -EAGAIN) return Error{"there was no picture after all"};
    if (error < 0) return std::nullopt;
    if (has_one) device_->control(VIDIOC_QBUF, &newest);
    newest = buffer, has_one = true;
  }
  Result<GreyImage> image = Error{"a picture was lost on its way"};
  if ((newest.flags & V4L2_BUF_FLAG_ERROR) == 0 && newest.index < buffers_.size())
    image = read(buffers_[newest.index].first(
        std::min<std::size_t>(newest.bytesused, buffers_[newest.index].size())));
  // its clock began elsewhere; how long ago that was is the same everywhere
  const Duration age = device_->device_time() - time_of(newest.timestamp);
  const bool is_monotonic =
      (newest.flags & V4L2_BUF_FLAG_TIMESTAMP_MASK) == V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;
  const SimTime stamp =
      device_->unix_time() - (is_monotonic && age > Duration{} && age < 1s ? age : Duration{});
  if (device_->control(VIDIOC_QBUF, &newest) < 0) return std::nullopt;
  if (!image) return Error{image.error()};
  return TakenPicture{*std::move(image), stamp, fmt::format("picture {}", ++count_)};
}

std::optional<Result<TakenPicture>> CameraStream::next(std::stop_token stop) {
  Duration silence{};
  while (!stop.stop_requested()) {
    if (!is_streaming_) {
      const auto started = start();
      if (!started) {
        end();
        say(fmt::format("{}; waiting for it", started.error()));
        device_->pause(try_again_after, stop);
        continue;
      }
      say(fmt::format("{}: {} of {} x {}", config_.device, name_of(code_of(config_.format)),
                      config_.width_px, config_.height_px));
      silence = {};
    }
    constexpr Duration look_up = 100ms;  // to see whether to stop
    const int ready = device_->wait(look_up);
    if (ready == 0 && (silence += look_up) < silent_after) continue;
    if (ready <= 0) {
      end();
      say(ready == 0 ? fmt::format("{} sends no pictures; it is started anew", config_.device)
                     : fmt::format("{} is gone; waiting for it", config_.device));
      device_->pause(try_again_after, stop);
      continue;
    }
    silence = {};
    if (auto picture = take()) return picture;
    end();
    say(fmt::format("{} is gone; waiting for it", config_.device));
    device_->pause(try_again_after, stop);
  }
  return std::nullopt;
}

}  // namespace tandem
