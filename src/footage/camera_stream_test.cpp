// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "footage/camera_stream.h"

#include <gmock/gmock.h>
#include <linux/videodev2.h>

#include <cerrno>
#include <cstring>
#include <deque>
#include <map>

namespace tandem {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// A camera's driver that does what the kernel's do with the calls of a capture. It is no camera:
// what real drivers do beside that is not in it.
struct FakeDriver {
  bool is_plugged_in = true;
  std::uint32_t capabilities = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
  std::uint32_t format = V4L2_PIX_FMT_YUYV;
  std::uint32_t width = 8, height = 4, row_bytes = 20;
  double rate_hz = 30;
  std::deque<std::vector<std::uint8_t>> taken;  // pictures that wait
  Duration time = 100s;
  int opened = 0, mapped = 0, paused = 0;
  std::stop_source stop;
  int pauses_until_plugged_in = -1;

  bool is_streaming = false;
  std::deque<std::uint32_t> queue;
  std::vector<std::vector<std::uint8_t>> memory;
};

class FakeDevice : public VideoDevice {
 public:
  explicit FakeDevice(FakeDriver& driver) : driver_(driver) {}
  ~FakeDevice() override { EXPECT_EQ(driver_.mapped, 0); }

  int open(const std::string&) override {
    if (!driver_.is_plugged_in) return -ENOENT;
    ++driver_.opened;
    driver_.queue.clear();
    return 0;
  }
  void close() override { driver_.is_streaming = false; }
  int control(unsigned long request, void* argument) override {
    if (!driver_.is_plugged_in) return -ENODEV;
    switch (request) {
      case VIDIOC_QUERYCAP: {
        auto& capability = *static_cast<v4l2_capability*>(argument);
        std::strcpy(reinterpret_cast<char*>(capability.card), "Fake");
        capability.capabilities = driver_.capabilities | V4L2_CAP_DEVICE_CAPS;
        capability.device_caps = driver_.capabilities;
        return 0;
      }
      case VIDIOC_S_FMT: {
        auto& pix = static_cast<v4l2_format*>(argument)->fmt.pix;
        pix.pixelformat = driver_.format;
        pix.width = driver_.width, pix.height = driver_.height;
        pix.bytesperline = driver_.row_bytes;
        return 0;
      }
      case VIDIOC_S_PARM:
        static_cast<v4l2_streamparm*>(argument)->parm.capture.timeperframe = {
            1, static_cast<std::uint32_t>(driver_.rate_hz)};
        return 0;
      case VIDIOC_ENUM_FMT: {
        auto& format = *static_cast<v4l2_fmtdesc*>(argument);
        if (format.index > 0) return -EINVAL;
        format.pixelformat = driver_.format;
        return 0;
      }
      case VIDIOC_ENUM_FRAMESIZES: {
        auto& size = *static_cast<v4l2_frmsizeenum*>(argument);
        if (size.index > 0) return -EINVAL;
        size.type = V4L2_FRMSIZE_TYPE_DISCRETE;
        size.discrete = {driver_.width, driver_.height};
        return 0;
      }
      case VIDIOC_REQBUFS: {
        auto& asked = *static_cast<v4l2_requestbuffers*>(argument);
        EXPECT_EQ(asked.memory, V4L2_MEMORY_MMAP);
        asked.count = std::min(asked.count, 3U);
        driver_.memory.assign(asked.count, std::vector<std::uint8_t>(4096));
        return 0;
      }
      case VIDIOC_QUERYBUF: {
        auto& buffer = *static_cast<v4l2_buffer*>(argument);
        buffer.length = 4096;
        buffer.m.offset = buffer.index * 4096;
        return 0;
      }
      case VIDIOC_QBUF:
        driver_.queue.push_back(static_cast<v4l2_buffer*>(argument)->index);
        EXPECT_LE(driver_.queue.size(), driver_.memory.size());
        return 0;
      case VIDIOC_STREAMON:
        driver_.is_streaming = true;
        return 0;
      case VIDIOC_STREAMOFF:
        driver_.is_streaming = false;
        return 0;
      case VIDIOC_DQBUF: {
        EXPECT_TRUE(driver_.is_streaming);
        if (driver_.taken.empty() || driver_.queue.empty()) return -EAGAIN;
        auto& buffer = *static_cast<v4l2_buffer*>(argument);
        buffer.index = driver_.queue.front();
        driver_.queue.pop_front();
        const auto picture = driver_.taken.front();
        driver_.taken.pop_front();
        std::ranges::copy(picture, driver_.memory[buffer.index].begin());
        buffer.bytesused = static_cast<std::uint32_t>(picture.size());
        buffer.flags = V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;
        buffer.timestamp = {.tv_sec = 99, .tv_usec = 980'000};
        return 0;
      }
      default:
        return -ENOTTY;
    }
  }
  std::span<std::uint8_t> map(std::size_t length, std::int64_t offset) override {
    ++driver_.mapped;
    return std::span(driver_.memory[static_cast<std::size_t>(offset) / 4096]).first(length);
  }
  void unmap(std::span<std::uint8_t>) override { --driver_.mapped; }
  int wait(Duration at_most) override {
    if (!driver_.is_plugged_in) return -ENODEV;
    if (!driver_.taken.empty()) return 1;
    driver_.time += at_most;
    if (driver_.time > 200s) driver_.stop.request_stop();
    return 0;
  }
  void pause(Duration duration, std::stop_token) override {
    driver_.time += duration;
    if (++driver_.paused == driver_.pauses_until_plugged_in) driver_.is_plugged_in = true;
    if (driver_.paused > 20) driver_.stop.request_stop();
  }
  Duration device_time() const override { return driver_.time; }
  SimTime unix_time() const override { return 1'000'000s + driver_.time; }

 private:
  FakeDriver& driver_;
};

// Rows of 20 bytes: brightness and colour take turns, and four bytes that nobody wants.
std::vector<std::uint8_t> yuyv(int first) {
  std::vector<std::uint8_t> bytes(80, 0xee);
  for (std::size_t y = 0; y < 4; ++y)
    for (std::size_t x = 0; x < 8; ++x)
      bytes[20 * y + 2 * x] = static_cast<std::uint8_t>(first + static_cast<int>(8 * y + x));
  return bytes;
}

class CameraStreamTest : public testing::Test {
 protected:
  CameraStream stream(CaptureConfig config = {
                          .format = CameraFormat::yuyv, .width_px = 8, .height_px = 4}) {
    return {config, std::make_unique<FakeDevice>(driver_),
            [this](const std::string& sentence) { told_.push_back(sentence); }};
  }
  FakeDriver driver_;
  std::vector<std::string> told_;
};

TEST_F(CameraStreamTest, TakesTheBrightnessOfPicturesWithTheirTime) {
  CameraStream camera = stream();
  driver_.taken.push_back(yuyv(10));
  const auto picture = camera.next(driver_.stop.get_token());
  ASSERT_TRUE(picture && *picture);
  EXPECT_EQ((*picture)->image.width, 8);
  EXPECT_EQ((*picture)->image.pixels[0], 10);
  EXPECT_EQ((*picture)->image.pixels[8 + 3], 21);
  // its stamp is 20 ms before now on the camera's clock
  EXPECT_EQ((*picture)->stamp, 1'000'000s + 100s - 20ms);
  EXPECT_THAT(told_, ElementsAre("/dev/video0: YUYV of 8 x 4"));
  // all buffers are the driver's again
  EXPECT_EQ(driver_.queue.size(), 3U);
}

TEST_F(CameraStreamTest, OfPicturesThatWaitTheNewestIsTaken) {
  CameraStream camera = stream();
  for (const int first : {10, 20, 30}) driver_.taken.push_back(yuyv(first));
  const auto picture = camera.next(driver_.stop.get_token());
  ASSERT_TRUE(picture && *picture);
  EXPECT_EQ((*picture)->image.pixels[0], 30);
  EXPECT_EQ(driver_.queue.size(), 3U);
}

TEST_F(CameraStreamTest, ReadsMotionJpegAndSaysWhatIsBroken) {
  driver_.format = V4L2_PIX_FMT_MJPEG;
  driver_.width = 64, driver_.height = 48;
  CameraStream camera = stream({.width_px = 64, .height_px = 48});
  const auto jpeg = JpegEncoder().encode(std::vector<std::uint8_t>(3 * 64 * 48, 77), 64, 48);
  ASSERT_TRUE(jpeg);
  driver_.taken.push_back(*jpeg);
  const auto picture = camera.next(driver_.stop.get_token());
  ASSERT_TRUE(picture && *picture);
  EXPECT_NEAR((*picture)->image.pixels[100], 77, 2);
  driver_.taken.push_back({1, 2, 3});
  const auto broken = camera.next(driver_.stop.get_token());
  ASSERT_TRUE(broken);
  EXPECT_FALSE(*broken);
  driver_.taken.push_back(*jpeg);
  EXPECT_TRUE(*camera.next(driver_.stop.get_token()));
}

TEST_F(CameraStreamTest, OneThatIsUnpluggedIsWaitedFor) {
  CameraStream camera = stream();
  driver_.taken.push_back(yuyv(10));
  EXPECT_TRUE(*camera.next(driver_.stop.get_token()));
  driver_.is_plugged_in = false;
  driver_.pauses_until_plugged_in = 3;
  driver_.taken.push_back(yuyv(50));
  const auto picture = camera.next(driver_.stop.get_token());
  ASSERT_TRUE(picture && *picture);
  EXPECT_EQ((*picture)->image.pixels[0], 50);
  EXPECT_EQ(driver_.opened, 2);
  EXPECT_THAT(told_,
              ElementsAre("/dev/video0: YUYV of 8 x 4", "/dev/video0 is gone; waiting for it",
                          HasSubstr("/dev/video0 cannot be opened: No such file"),
                          "/dev/video0: YUYV of 8 x 4"));
}

TEST_F(CameraStreamTest, OneThatFallsSilentIsStartedAnew) {
  CameraStream camera = stream();
  EXPECT_FALSE(camera.next(driver_.stop.get_token()));  // until it is told to stop
  EXPECT_GT(driver_.opened, 5);
  EXPECT_THAT(told_, testing::Contains("/dev/video0 sends no pictures; it is started anew"));
}

TEST_F(CameraStreamTest, SaysWhatTheCameraHasInstead) {
  CameraStream other = stream({.width_px = 640, .height_px = 480});
  EXPECT_FALSE(other.next(driver_.stop.get_token()));
  EXPECT_EQ(told_[0], "/dev/video0 has no MJPG of 640 x 480; it has YUYV 8x4; waiting for it");
  driver_ = {};
  told_.clear();
  driver_.capabilities = V4L2_CAP_STREAMING;
  CameraStream none = stream();
  EXPECT_FALSE(none.next(driver_.stop.get_token()));
  EXPECT_THAT(told_[0], HasSubstr("/dev/video0 (Fake) takes no pictures"));
  driver_ = {};
  told_.clear();
  driver_.rate_hz = 15;
  CameraStream slow = stream();
  driver_.taken.push_back(yuyv(10));
  EXPECT_TRUE(*slow.next(driver_.stop.get_token()));
  EXPECT_EQ(told_[0], "/dev/video0 takes 15 pictures a second instead of 30");
}

TEST_F(CameraStreamTest, APictureThatIsTooShortIsAnErrorOfItsOwn) {
  CameraStream camera = stream();
  driver_.taken.push_back(std::vector<std::uint8_t>(30));
  const auto picture = camera.next(driver_.stop.get_token());
  ASSERT_TRUE(picture);
  EXPECT_EQ(picture->error(), "a picture has 30 bytes of 80");
}

}  // namespace
}  // namespace tandem
