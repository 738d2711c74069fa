// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "plant/film_developer.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <type_traits>

namespace tandem {

namespace {

constexpr std::size_t strip_length = 1 << 17;  // stays in the cache beside the rows

// Gains are in 128ths. Below 2 products fit into 16 bits, of which processors do twice as many at
// once as of 32; beyond that most of a picture is white.
constexpr double most_in_16_bits = 255.0 / 128;

template <class Number>
Number in_128ths(double gain) {
  return static_cast<Number>(std::lround(128 * std::max(0.0, gain)));
}

template <class Number>
int brightened(std::uint8_t light, Number gain) {
  return static_cast<Number>(static_cast<Number>(light * gain) >> 7);
}

template <class Number>
std::uint8_t cut(int value) {
  // what fits into 16 bits is told so, for the sake of speed
  using Signed = std::make_signed_t<Number>;
  return static_cast<std::uint8_t>(std::clamp<int>(static_cast<Signed>(value), 0, 255));
}

template <class Number>
void develop_row(const std::uint8_t* lamps, Number gain, const std::int8_t* noise, int width,
                 std::uint8_t* out) {
  for (int i = 0; i < width; ++i) out[i] = cut<Number>(brightened(lamps[i], gain) + noise[i]);
}

template <class Number>
void develop_row(const std::uint8_t* lamps, Number gain, const std::uint8_t* projector,
                 Number projector_gain, const std::int8_t* noise, int width, std::uint8_t* out) {
  for (int i = 0; i < width; ++i)
    out[i] = cut<Number>(brightened(lamps[i], gain) + brightened(projector[i], projector_gain) +
                         noise[i]);
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
  if (std::max(light.lamp_gain, light.projector_gain) <= most_in_16_bits)
    develop_with<std::uint16_t>(light, width, index, out);
  else
    develop_with<std::uint32_t>(light, width, index, out);
}

template <class Number>
void FilmDeveloper::develop_with(const Light& light, int width, std::uint64_t index,
                                 std::span<std::uint8_t> out) const {
  const Noise::Samples samples = noise_.measurement(index);
  const auto gain = in_128ths<Number>(light.lamp_gain);
  const auto projector_gain = in_128ths<Number>(light.projector_gain);
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
