// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/dds_place.h"

#include <fmt/format.h>

#include <mutex>
#include <set>

#include "middleware/dds_transport.h"

namespace tandem {

namespace {

struct Taken {
  std::mutex mutex;
  std::set<int> numbers, places;
  int next_number = 0;
};

Taken& taken() {
  static Taken instance;
  return instance;
}

}  // namespace

DdsPlace::DdsPlace(int numbers) {
  Taken& all = taken();
  const std::lock_guard lock(all.mutex);
  while (place_ < per_domain && all.places.contains(place_)) ++place_;
  if (place_ == per_domain || static_cast<int>(all.numbers.size()) >= numbers)
    throw DdsError(fmt::format("cannot join a ROS domain: {} participants are in this process",
                               all.places.size()));
  do number_ = all.next_number++ % numbers;
  while (all.numbers.contains(number_));
  all.numbers.insert(number_);
  all.places.insert(place_);
}

DdsPlace::~DdsPlace() {
  Taken& all = taken();
  const std::lock_guard lock(all.mutex);
  all.numbers.erase(number_);
  all.places.erase(place_);
}

}  // namespace tandem
