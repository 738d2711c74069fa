// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/random.h"
#include "scenario/fault.h"

namespace tandem {

// What faults do to the measurements of a real robot's own sensors: they do not come, come again,
// or are nonsense. Each sensor has a name, as in the robot's description.
class SensorTrouble {
 public:
  explicit SensorTrouble(std::uint64_t seed) : seed_(seed) {}

  // Those of its sensors that act now, by their names; all others are over. Faults of other things
  // are passed over.
  struct Ended {
    std::string fault;
    std::uint64_t hits = 0;
  };
  std::vector<Ended> set(std::span<const Fault> faults);
  bool is_empty() const { return entries_.empty(); }

  // What becomes of the numbers of a measurement; false: it does not come.
  bool disturb(const std::string& sensor, std::vector<double>& numbers);

 private:
  struct Entry {
    Fault fault;
    Random random;
    std::map<std::string, std::vector<double>> stuck;  // by sensor
    std::uint64_t hits = 0;
  };

  std::uint64_t seed_;
  std::vector<Entry> entries_;  // in the order they came
};

}  // namespace tandem
