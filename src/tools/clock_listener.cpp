// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/clock_listener.h"

#include "messages/cdr.h"
#include "messages/rosgraph_msgs.h"
#include "messages/time.h"
#include "messages/type_hash.h"

namespace tandem {

ClockListener::ClockListener(ToolNode& tool, bool is_simulated) {
  using rosgraph_msgs::msg::Clock;
  if (!is_simulated) return;
  const TypeId type{std::string(Clock::type_name), type_hash<Clock>()};
  subscription_ = tool.endpoints().subscribe("/clock", type, qos::clock,
                                             [this](const SharedBytes& bytes, const MessageInfo&) {
                                               const auto clock = from_cdr<Clock>(*bytes);
                                               const std::lock_guard lock(mutex_);
                                               if (clock) simulated_ = to_time(clock->clock);
                                             });
}

std::optional<Duration> ClockListener::time_of(const MessageInfo& info) const {
  return subscription_ ? now() : info.received;
}

std::optional<Duration> ClockListener::now() const {
  if (!subscription_) return std::chrono::system_clock::now().time_since_epoch();
  const std::lock_guard lock(mutex_);
  return simulated_;
}

}  // namespace tandem
