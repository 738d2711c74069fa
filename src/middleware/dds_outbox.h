// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <stop_token>
#include <thread>
#include <vector>

#include "middleware/dds_sender.h"

namespace tandem {

// Carries large messages from their publishers to DDS on a thread of its own, no faster than the
// network takes them. A publisher's messages that wait are as many as its history is deep; the
// oldest makes room for the newest.
class DdsOutbox {
 public:
  using Write = std::function<bool(std::span<const std::byte>)>;
  class Lane;

  struct Counts {
    std::uint64_t sent = 0;
    std::uint64_t dropped = 0;
    std::uint64_t waiting = 0;  // not with DDS yet
  };

  // `bytes_per_second` is what DDS's flow controller lets through.
  DdsOutbox(std::shared_ptr<const DdsTraffic> traffic, double bytes_per_second);
  ~DdsOutbox();
  DdsOutbox(const DdsOutbox&) = delete;
  DdsOutbox& operator=(const DdsOutbox&) = delete;

  // The lane of one publisher. `write` hands a message to DDS.
  std::shared_ptr<Lane> open(int depth, Write write);
  void put(Lane& lane, std::span<const std::byte> message);
  Counts counts(const Lane& lane) const;
  // Forgets what waits; `write` is not called any more when this returns.
  void close(Lane& lane);

 private:
  void run(const std::stop_token& stop);
  Lane* oldest() const;
  bool is_network_behind() const;

  const std::shared_ptr<const DdsTraffic> traffic_;
  const double bytes_per_second_;
  mutable std::mutex mutex_;
  std::condition_variable_any wake_;
  std::condition_variable written_;
  std::vector<std::shared_ptr<Lane>> lanes_;
  std::uint64_t last_number_ = 0;
  const Lane* writing_ = nullptr;
  std::jthread thread_;
};

}  // namespace tandem
