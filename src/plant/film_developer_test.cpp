// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "plant/film_developer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace tandem {
namespace {

// All that a pixel can be, in one row.
std::array<std::uint8_t, 256> ramp() {
  std::array<std::uint8_t, 256> light;
  for (std::size_t i = 0; i < light.size(); ++i) light[i] = static_cast<std::uint8_t>(i);
  return light;
}

TEST(FilmDeveloper, LightIsAsManyTimesBrighterAsTheGainSaysUntilItIsWhite) {
  const FilmDeveloper developer(0, 1);
  const auto light = ramp();
  for (const double gain : {0.0, 0.01, 0.5, 1.0, 1.99, 2.0, 2.5, 8.0, 100.0, 50'000.0}) {
    std::array<std::uint8_t, 256> out{};
    developer.develop({.lamps = light, .projector = {}, .lamp_gain = gain}, 256, 1, out);
    for (std::size_t i = 0; i < light.size(); ++i) {
      // a gain is known to half of a 128th, and what is less than a whole is cut off
      const double wanted = std::min(255.0, gain * light[i]);
      ASSERT_NEAR(out[i], wanted, 1 + light[i] / 256.0) << gain << " times " << int(light[i]);
    }
  }
}

TEST(FilmDeveloper, TheProjectorsLightComesOnTop) {
  const FilmDeveloper developer(0, 1);
  const auto light = ramp();
  std::array<std::uint8_t, 256> beam{};
  beam.fill(20);
  for (const auto& [lamp_gain, projector_gain] : {std::pair{0.5, 1.0}, {0.25, 3.0}, {4.0, 0.5}}) {
    std::array<std::uint8_t, 256> out{};
    developer.develop({light, beam, lamp_gain, projector_gain}, 256, 1, out);
    for (std::size_t i = 0; i < light.size(); ++i)
      ASSERT_NEAR(out[i], std::min(255.0, lamp_gain * light[i] + projector_gain * 20),
                  2 + light[i] / 256.0);
  }
}

}  // namespace
}  // namespace tandem
