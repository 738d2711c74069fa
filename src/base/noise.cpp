// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "base/noise.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/hash.h"

namespace tandem {

namespace {

// Quantiles at whole 4096ths; between them a straight line is right within 1e-4 but at the ends.
constexpr std::size_t bins = 4096;

const std::array<double, bins + 1>& quantiles() {
  static const auto table = [] {
    std::array<double, bins + 1> values{};
    for (std::size_t i = 1; i < bins; ++i)
      values[i] = normal_quantile(static_cast<double>(i) / bins);
    return values;
  }();
  return table;
}

}  // namespace

Noise::Noise(std::uint64_t seed, std::string_view stream) {
  Hash hash;
  hash.add(seed);
  hash.add(stream);
  key_ = hash.value();
}

Noise::Samples Noise::measurement(std::uint64_t index) const {
  Hash hash;
  hash.add(key_);
  hash.add(index);
  return Samples(hash.value());
}

double Noise::normal_from_bits(std::uint64_t bits) {
  const std::size_t bin = bits >> 52;
  if (bin == 0 || bin == bins - 1)
    return normal_quantile((static_cast<double>(bits >> 11) + 0.5) * 0x1.0p-53);
  const std::array<double, bins + 1>& table = quantiles();
  const double within = static_cast<double>((bits >> 20) & 0xffffffffu) * 0x1.0p-32;
  return table[bin] + within * (table[bin + 1] - table[bin]);
}

double normal_quantile(double share) {
  // rational approximations of Acklam in the middle and in the tails, then one step of Halley
  constexpr std::array a{-3.969683028665376e+01, 2.209460984245205e+02,  -2.759285104469687e+02,
                         1.383577518672690e+02,  -3.066479806614716e+01, 2.506628277459239e+00};
  constexpr std::array b{-5.447609879822406e+01, 1.615858368580409e+02, -1.556989798598866e+02,
                         6.680131188771972e+01, -1.328068155288572e+01};
  constexpr std::array c{-7.784894002430293e-03, -3.223964580411365e-01, -2.400758277161838e+00,
                         -2.549732539343734e+00, 4.374664141464968e+00,  2.938163982698783e+00};
  constexpr std::array d{7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996e+00,
                         3.754408661907416e+00};
  constexpr double tail = 0.02425;
  const auto in_tail = [&](double p) {
    const double q = std::sqrt(-2 * std::log(p));
    return (((((c[0] * q + c[1]) * q + c[2]) * q + c[3]) * q + c[4]) * q + c[5]) /
           ((((d[0] * q + d[1]) * q + d[2]) * q + d[3]) * q + 1);
  };
  double x = 0;
  if (share < tail) {
    x = in_tail(share);
  } else if (share > 1 - tail) {
    x = -in_tail(1 - share);
  } else {
    const double q = share - 0.5, r = q * q;
    x = (((((a[0] * r + a[1]) * r + a[2]) * r + a[3]) * r + a[4]) * r + a[5]) * q /
        (((((b[0] * r + b[1]) * r + b[2]) * r + b[3]) * r + b[4]) * r + 1);
  }
  const double error = 0.5 * std::erfc(-x / std::sqrt(2.0)) - share;
  const double step = error * std::sqrt(2 * std::acos(-1.0)) * std::exp(x * x / 2);
  return x - step / (1 + x * step / 2);
}

}  // namespace tandem
