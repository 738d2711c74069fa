// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace tandem {

// Random numbers by number: sample s of measurement m is the same whether or not anybody ever asked
// for the others, in any order and on any thread.
class Noise {
 public:
  Noise(std::uint64_t seed, std::string_view stream);

  // The samples of one measurement.
  class Samples {
   public:
    explicit Samples(std::uint64_t key) : key_(key) {}
    std::uint64_t bits(std::uint64_t sample) const {
      std::uint64_t mixed = key_ + (sample + 1) * 0x9e3779b97f4a7c15u;
      mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
      mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
      return mixed ^ (mixed >> 31);
    }
    double uniform(std::uint64_t sample) const {  // [0, 1)
      return static_cast<double>(bits(sample) >> 11) * 0x1.0p-53;
    }
    double normal(std::uint64_t sample) const { return normal_from_bits(bits(sample)); }

   private:
    std::uint64_t key_;
  };
  Samples measurement(std::uint64_t index) const;

  // A number of the normal distribution, mean 0 and deviation 1, from random bits.
  static double normal_from_bits(std::uint64_t bits);

 private:
  std::uint64_t key_;
};

// The value that a share of all normally distributed numbers stays below; 0 < share < 1.
double normal_quantile(double share);

}  // namespace tandem
