// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace tandem {

using namespace std::chrono_literals;

using Duration = std::chrono::nanoseconds;

// Simulated time, in whole nanoseconds. Never wall clock.
using SimTime = std::chrono::nanoseconds;

constexpr double seconds(Duration d) { return std::chrono::duration<double>(d).count(); }

}  // namespace tandem
