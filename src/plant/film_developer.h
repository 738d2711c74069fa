// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/noise.h"

namespace tandem {

// What the light that falls onto a chip becomes as numbers: brighter or darker, cut off at white,
// and noisy. Every pixel of every picture goes through it, so it is all that costs.
class FilmDeveloper {
 public:
  // `noise` is a deviation of 255.
  FilmDeveloper(double noise, std::uint64_t seed);

  struct Light {
    std::span<const std::uint8_t> lamps;      // sent back of the room's light
    std::span<const std::uint8_t> projector;  // of the projector's; empty: there is none
    double lamp_gain = 1;                     // to 100,000
    double projector_gain = 1;
  };
  // The same picture of the same index.
  void develop(const Light& light, int width, std::uint64_t index,
               std::span<std::uint8_t> out) const;

 private:
  template <class Number>
  void develop_with(const Light& light, int width, std::uint64_t index,
                    std::span<std::uint8_t> out) const;

  Noise noise_;
  std::vector<std::int8_t> strip_;  // of noise, from which rows take theirs at random places
};

}  // namespace tandem
