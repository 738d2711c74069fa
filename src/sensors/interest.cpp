// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "sensors/interest.h"

#include <array>

namespace tandem {

// Claims may outlive the SensorInterest they came from, so both share this.
struct InterestState {
  using Counts = std::array<int, 32>;  // of claims, by stream

  mutable std::mutex mutex;
  std::map<std::pair<std::string, std::string>, Counts> by_sensor;
  Counts everywhere{};
  bool is_resting = false;
  std::atomic<std::uint64_t> revision{1};

  // Of the sensor with empty names: of all.
  void add(const std::pair<std::string, std::string>& sensor, Streams streams, int change) {
    const std::lock_guard lock(mutex);
    const bool is_everywhere = sensor.second.empty();
    Counts& counts = is_everywhere ? everywhere : by_sensor[sensor];
    bool is_wanted = false;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if ((streams >> i) & 1) counts[i] += change;
      is_wanted = is_wanted || counts[i] > 0;
    }
    if (!is_everywhere && !is_wanted) by_sensor.erase(sensor);
    revision.fetch_add(1, std::memory_order_release);
  }

  static Streams streams_of(const Counts& counts) {
    Streams streams = 0;
    for (std::size_t i = 0; i < counts.size(); ++i)
      if (counts[i] > 0) streams |= Streams{1} << i;
    return streams;
  }
};

SensorInterest::SensorInterest() : state_(std::make_shared<InterestState>()) {}

void SensorInterest::Claim::release() {
  if (state_) state_->add(sensor_, streams_, -1);
  state_.reset();
}

SensorInterest::Claim SensorInterest::want(const std::string& owner, const std::string& sensor,
                                           Streams wanted) {
  Claim claim;
  claim.state_ = state_;
  claim.sensor_ = {owner, sensor};
  claim.streams_ = wanted;
  state_->add(claim.sensor_, wanted, 1);
  return claim;
}

SensorInterest::Claim SensorInterest::want_all() { return want("", "", streams::all); }

void SensorInterest::rest(bool is_resting) {
  const std::lock_guard lock(state_->mutex);
  state_->is_resting = is_resting;
  state_->revision.fetch_add(1, std::memory_order_release);
}

Streams SensorInterest::wanted(const std::string& owner, const std::string& sensor) const {
  const std::lock_guard lock(state_->mutex);
  if (state_->is_resting) return streams::none;
  Streams streams = InterestState::streams_of(state_->everywhere);
  const auto found = state_->by_sensor.find({owner, sensor});
  if (found != state_->by_sensor.end()) streams |= InterestState::streams_of(found->second);
  return streams;
}

std::uint64_t SensorInterest::revision() const {
  return state_->revision.load(std::memory_order_acquire);
}

}  // namespace tandem
