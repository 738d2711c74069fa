// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "plant/sensor_trouble.h"

#include <algorithm>
#include <utility>

#include "base/nonsense.h"

namespace tandem {

std::vector<SensorTrouble::Ended> SensorTrouble::set(std::span<const Fault> faults) {
  std::vector<Ended> ended;
  std::erase_if(entries_, [&](const Entry& entry) {
    if (std::ranges::count(faults, entry.fault.name, &Fault::name)) return false;
    ended.push_back({entry.fault.name, entry.hits});
    return true;
  });
  for (const Fault& fault : faults) {
    const auto is_it = [&](const Entry& entry) { return entry.fault.name == fault.name; };
    if (info_of(fault.kind).subject != FaultSubject::sensors ||
        std::ranges::any_of(entries_, is_it))
      continue;
    entries_.push_back({.fault = fault,
                        .random = {fault.seed ? fault.seed : seed_, "plant/fault/" + fault.name},
                        .stuck = {}});
  }
  return ended;
}

bool SensorTrouble::disturb(const std::string& sensor, std::vector<double>& numbers) {
  for (Entry& entry : entries_) {
    const Fault& fault = entry.fault;
    if (!fault.sensor.empty() && fault.sensor != sensor) continue;
    switch (fault.kind) {
      case FaultKind::sensor_dropout:
        if (entry.random.uniform(0, 1) >= fault.value("share")) break;
        ++entry.hits;
        return false;
      case FaultKind::sensor_stuck:
        numbers = entry.stuck.try_emplace(sensor, numbers).first->second;
        ++entry.hits;
        break;
      case FaultKind::sensor_garbage:
        for (double& number : numbers)
          if (entry.random.uniform(0, 1) < fault.value("share"))
            number = nonsense<double>(entry.random);
        ++entry.hits;
        break;
      default:
        break;
    }
  }
  return true;
}

}  // namespace tandem
