// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>

#include "base/time.h"

namespace tandem {

// What is asked of a camera's device file: the system's, or one that a test makes. Numbers below 0
// are errors, negative as the kernel counts them.
class VideoDevice {
 public:
  virtual ~VideoDevice() = default;

  virtual int open(const std::string& path) = 0;
  virtual void close() = 0;
  virtual int control(unsigned long request, void* argument) = 0;
  // A buffer of the driver in memory; empty where there is none.
  virtual std::span<std::uint8_t> map(std::size_t length, std::int64_t offset) = 0;
  virtual void unmap(std::span<std::uint8_t> memory) = 0;
  // Until a picture is there: 1, or 0 after so long.
  virtual int wait(Duration at_most) = 0;
  // Without looking at the device.
  virtual void pause(Duration duration, std::stop_token stop) = 0;
  // The clock of pictures' stamps (monotonic), and Unix time.
  virtual Duration device_time() const = 0;
  virtual SimTime unix_time() const = 0;
};

std::unique_ptr<VideoDevice> system_video_device();

}  // namespace tandem
