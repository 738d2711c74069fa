// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "footage/video_device.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace tandem {

namespace {

class SystemVideoDevice : public VideoDevice {
 public:
  ~SystemVideoDevice() override { SystemVideoDevice::close(); }

  int open(const std::string& path) override {
    close();
    file_ = ::open(path.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
    return file_ >= 0 ? 0 : -errno;
  }
  void close() override {
    if (file_ >= 0) ::close(file_);
    file_ = -1;
  }
  int control(unsigned long request, void* argument) override {
    int result = 0;
    do result = ::ioctl(file_, request, argument);
    while (result < 0 && errno == EINTR);
    return result >= 0 ? result : -errno;
  }
  std::span<std::uint8_t> map(std::size_t length, std::int64_t offset) override {
    void* memory = ::mmap(nullptr, length, PROT_READ | PROT_WRITE, MAP_SHARED, file_, offset);
    if (memory == MAP_FAILED) return {};
    return {static_cast<std::uint8_t*>(memory), length};
  }
  void unmap(std::span<std::uint8_t> memory) override { ::munmap(memory.data(), memory.size()); }
  int wait(Duration at_most) override {
    pollfd asked{.fd = file_, .events = POLLIN, .revents = 0};
    const int timeout =
        static_cast<int>(std::chrono::duration_cast<std::chrono::milliseconds>(at_most).count());
    const int ready = ::poll(&asked, 1, timeout);
    if (ready < 0) return errno == EINTR ? 0 : -errno;
    if (ready > 0 && (asked.revents & (POLLERR | POLLHUP | POLLNVAL)) != 0) return -ENODEV;
    return ready;
  }
  void pause(Duration duration, std::stop_token stop) override {
    std::mutex mutex;
    std::condition_variable_any bell;
    std::unique_lock lock(mutex);
    bell.wait_for(lock, stop, duration, [] { return false; });
  }
  Duration device_time() const override {
    return std::chrono::steady_clock::now().time_since_epoch();
  }
  SimTime unix_time() const override { return std::chrono::system_clock::now().time_since_epoch(); }

 private:
  int file_ = -1;
};

}  // namespace

std::unique_ptr<VideoDevice> system_video_device() { return std::make_unique<SystemVideoDevice>(); }

}  // namespace tandem
