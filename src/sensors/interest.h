// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "sensors/sensor_info.h"

namespace tandem {

// Who wants which sensors to measure. Sensors that nobody wants cost nearly nothing and give no
// readings; what they would have measured does not change when somebody begins to look. For any
// thread, and for as long as anybody holds it: a world that takes the place of another one goes on
// with the same wishes.
class SensorInterest {
 public:
  // A wish that lasts as long as this does.
  class Claim {
   public:
    Claim() = default;
    ~Claim() { release(); }
    Claim(Claim&& other) noexcept { swap(other); }
    Claim& operator=(Claim&& other) noexcept {
      Claim gone;
      gone.swap(other);
      swap(gone);
      return *this;
    }
    void release();

   private:
    friend class SensorInterest;
    void swap(Claim& other) noexcept {
      std::swap(state_, other.state_);
      std::swap(sensor_, other.sensor_);
      std::swap(streams_, other.streams_);
    }
    std::shared_ptr<struct InterestState> state_;
    std::pair<std::string, std::string> sensor_;
    Streams streams_ = 0;
  };

  SensorInterest();

  // Of one sensor by the names of its owner and its own; it need not be there yet.
  [[nodiscard]] Claim want(const std::string& owner, const std::string& sensor,
                           Streams wanted = streams::all);
  [[nodiscard]] Claim want_all();
  // While it rests nothing is wanted, whatever is claimed: nobody sees these steps.
  void rest(bool is_resting);

  // For the simulation: what is wanted of a sensor now, and a number that tells when to ask again.
  Streams wanted(const std::string& owner, const std::string& sensor) const;
  std::uint64_t revision() const;

 private:
  std::shared_ptr<struct InterestState> state_;
};

}  // namespace tandem
