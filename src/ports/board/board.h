// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"

namespace tandem {

// How a value is, by the limits that the scenario gives it.
enum class ObservationLevel { ok, warning, error };
std::string_view name_of(ObservationLevel level);

// The latest that a topic said, for people to look at.
struct Observation {
  std::string label;
  std::string robot;  // at which it is shown; empty: at none
  std::string topic;
  std::string type;  // "std_msgs/msg/String"; empty until somebody publishes
  std::string text;  // the value picked out of the message, or all of it; empty for large ones
  std::string unit;  // behind the text
  ObservationLevel level = ObservationLevel::ok;
  std::shared_ptr<const std::vector<std::byte>> message;  // as it came, for who draws images
  std::uint64_t count = 0;                                // messages so far
  Duration received{};                                    // the last one; wall time since 1970
  std::string problem;  // why there is nothing to see, as a sentence
};

// What the scenario's `observe` names, as it stands now. It is written by the port that listens and
// read by whoever shows it; nothing in the simulation depends on it. Any thread.
class Board {
 public:
  // A new scenario: these entries and no others.
  void begin(std::vector<Observation> entries);
  // `change` runs with the board locked.
  void update(std::size_t entry, const std::function<void(Observation&)>& change);

  std::vector<Observation> read() const;
  // Grows with each change, so that a reader can tell at a glance whether to read.
  std::uint64_t version() const;

 private:
  mutable std::mutex mutex_;
  std::vector<Observation> entries_;
  std::uint64_t version_ = 0;
};

}  // namespace tandem
