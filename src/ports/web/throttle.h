// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/beast/core/rate_policy.hpp>
#include <chrono>
#include <cstddef>
#include <limits>

#include "ports/web/server.h"

namespace tandem::web {

// What adds up within the second that is running.
class SecondCount {
 public:
  std::size_t add(std::size_t more) {
    const auto now = std::chrono::steady_clock::now();
    if (now - since_ > std::chrono::seconds(1)) {
      since_ = now;
      count_ = 0;
    }
    return count_ += more;
  }

 private:
  std::chrono::steady_clock::time_point since_{};
  std::size_t count_ = 0;
};

// How much a page says.
class Throttle {
 public:
  // False when that was too much.
  bool admit(std::size_t bytes, const ServerLimits& limits) {
    const bool is_few = messages_.add(1) <= limits.messages_per_second;
    return bytes_.add(bytes) <= limits.bytes_per_second && is_few;
  }

 private:
  SecondCount messages_, bytes_;
};

// Lets everything through and counts what comes in, until it is stopped: what is no message, such
// as empty fragments of one that never ends, costs as much as messages do.
class ReadMeter {
 public:
  void set_limit(std::size_t bytes_per_second) { limit_ = bytes_per_second; }
  bool is_exceeded() const { return is_exceeded_; }
  // From now on next to nothing is read: the other side's own buffers fill up.
  void stop() { available_ = 0; }

 private:
  friend class boost::beast::rate_policy_access;
  static constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();
  std::size_t available_read_bytes() const { return available_; }
  std::size_t available_write_bytes() const { return unlimited; }
  void transfer_read_bytes(std::size_t bytes) {
    if (bytes_.add(bytes) > limit_) is_exceeded_ = true;
  }
  void transfer_write_bytes(std::size_t) const {}
  void on_timer() const {}

  SecondCount bytes_;
  std::size_t available_ = unlimited;
  std::size_t limit_ = unlimited;
  bool is_exceeded_ = false;
};

}  // namespace tandem::web
