// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "messages/time.h"

#include <cstdint>
#include <limits>

namespace tandem {

namespace {

// The nanoseconds are never negative: -0.1 s is second -1 and 900,000,000 ns.
template <class Message>
Message split(std::chrono::nanoseconds time) {
  using Limits = std::numeric_limits<std::int32_t>;
  const auto whole = std::chrono::floor<std::chrono::seconds>(time);
  if (whole.count() < Limits::min()) return {.sec = Limits::min(), .nanosec = 0};
  if (whole.count() > Limits::max()) return {.sec = Limits::max(), .nanosec = 999'999'999};
  return {.sec = static_cast<std::int32_t>(whole.count()),
          .nanosec = static_cast<std::uint32_t>((time - whole).count())};
}

}  // namespace

builtin_interfaces::msg::Time to_message_time(SimTime time) {
  return split<builtin_interfaces::msg::Time>(time);
}

builtin_interfaces::msg::Duration to_message_duration(Duration duration) {
  return split<builtin_interfaces::msg::Duration>(duration);
}

SimTime to_time(const builtin_interfaces::msg::Time& time) {
  return std::chrono::seconds(time.sec) + std::chrono::nanoseconds(time.nanosec);
}

Duration to_duration(const builtin_interfaces::msg::Duration& duration) {
  return std::chrono::seconds(duration.sec) + std::chrono::nanoseconds(duration.nanosec);
}

}  // namespace tandem
