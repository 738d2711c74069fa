// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "base/random.h"

#include <bit>
#include <cmath>
#include <numbers>

namespace tandem {

Random::Random(std::uint64_t seed, std::string_view stream) {
  Hash hash;
  hash.add(seed);
  hash.add(stream);
  for (std::uint64_t& word : state_) {
    hash.add(std::uint64_t{1});
    word = hash.value();
  }
}

// xoshiro256**, Blackman and Vigna
std::uint64_t Random::next() {
  const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
  const std::uint64_t shifted = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

double Random::uniform(double low, double high) {
  return low + (high - low) * static_cast<double>(next() >> 11) * 0x1.0p-53;
}

double Random::normal(double mean, double deviation) {
  // Box-Muller; 1 - u keeps the logarithm's argument above zero
  const double radius = std::sqrt(-2 * std::log(1 - uniform(0, 1)));
  return mean + deviation * radius * std::cos(2 * std::numbers::pi * uniform(0, 1));
}

std::uint64_t Random::below(std::uint64_t bound) {
  __extension__ using Product = unsigned __int128;
  // a 128-bit product keeps the bias below 2^-64 times the bound
  return static_cast<std::uint64_t>((static_cast<Product>(next()) * bound) >> 64);
}

}  // namespace tandem
