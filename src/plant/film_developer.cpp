// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "plant/film_developer.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace tandem {

namespace {

constexpr std::size_t strip_length = 1 << 17;  // stays in the cache beside the rows

// Gains in 128ths: with these, products fit into 16 bits, of which processors do many at once.
std::uint16_t in_128ths(double gain) {
  return static_cast<std::uint16_t>(std::clamp(std::lround(128 * gain), 0L, 255L));
}

std::uint8_t cut(int value) { return static_cast<std::uint8_t>(std::clamp(value, 0, 255)); }

void develop_row(const std::uint8_t* lamps, std::uint16_t gain, const std::int8_t* noise, int width,
                 std::uint8_t* out) {
  for (int i = 0; i < width; ++i) {
    const auto light = static_cast<std::uint16_t>(static_cast<std::uint16_t>(lamps[i] * gain) >> 7);
    out[i] = cut(static_cast<std::int16_t>(light + noise[i]));
  }
}

void develop_row(const std::uint8_t* lamps, std::uint16_t gain, const std::uint8_t* projector,
                 std::uint16_t projector_gain, const std::int8_t* noise, int width,
                 std::uint8_t* out) {
  for (int i = 0; i < width; ++i) {
    const auto a = static_cast<std::uint16_t>(static_cast<std::uint16_t>(lamps[i] * gain) >> 7);
    const auto b =
        static_cast<std::uint16_t>(static_cast<std::uint16_t>(projector[i] * projector_gain) >> 7);
    out[i] = cut(static_cast<std::int16_t>(a + b + noise[i]));
  }
}

}  // namespace

FilmDeveloper::FilmDeveloper(double noise, std::uint64_t seed) : noise_(seed, "plant/film") {
  const Noise::Samples samples = Noise(seed, "plant/film strip").measurement(0);
  strip_.resize(strip_length);
  for (std::size_t i = 0; i < strip_length; ++i)
    strip_[i] =
        static_cast<std::int8_t>(std::clamp(std::lround(noise * samples.normal(i)), -127L, 127L));
}

void FilmDeveloper::develop(const Light& light, int width, std::uint64_t index,
                            std::span<std::uint8_t> out) const {
  const Noise::Samples samples = noise_.measurement(index);
  const std::uint16_t gain = in_128ths(light.lamp_gain);
  const std::uint16_t projector_gain = in_128ths(light.projector_gain);
  const auto columns = static_cast<std::size_t>(width);
  const std::size_t places = strip_length - columns;
  for (std::size_t start = 0, row = 0; start < out.size(); start += columns, ++row) {
    const std::int8_t* noise = &strip_[samples.bits(row) % places];
    if (light.projector.empty())
      develop_row(&light.lamps[start], gain, noise, width, &out[start]);
    else
      develop_row(&light.lamps[start], gain, &light.projector[start], projector_gain, noise, width,
                  &out[start]);
  }
}

}  // namespace tandem
