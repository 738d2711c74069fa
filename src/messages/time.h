// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/time.h"
#include "messages/builtin_interfaces.h"

namespace tandem {

// Between our time, in whole nanoseconds, and ROS's seconds and nanoseconds. What ROS's 32-bit
// seconds cannot hold (beyond 2038, or 68 years of duration) becomes the nearest that they can.
builtin_interfaces::msg::Time to_message_time(SimTime time);
builtin_interfaces::msg::Duration to_message_duration(Duration duration);
SimTime to_time(const builtin_interfaces::msg::Time& time);
Duration to_duration(const builtin_interfaces::msg::Duration& duration);

}  // namespace tandem
