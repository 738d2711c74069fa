// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "tools/tool_node.h"

namespace tandem {

// The time at which messages arrive: the machine's, or the simulated one that somebody publishes on
// /clock.
class ClockListener {
 public:
  ClockListener(ToolNode& tool, bool is_simulated);

  // Nothing while simulated time is not known.
  std::optional<Duration> time_of(const MessageInfo& info) const;
  std::optional<Duration> now() const;

 private:
  mutable std::mutex mutex_;
  std::optional<Duration> simulated_;
  std::unique_ptr<RawSubscription> subscription_;  // after all that its callback uses
};

}  // namespace tandem
