// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "mixing/picture_mixing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace tandem {

namespace {

constexpr std::size_t compared_every = 7;  // pixels, no divisor of usual widths
constexpr std::size_t least_compared = 200;
constexpr std::uint8_t darkest = 12, brightest = 243;  // what is near black or white tells little

double light_of_srgb(double value) {
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}
double srgb_of_light(double light) {
  return light <= 0.0031308 ? 12.92 * light : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
}

using LightTable = std::array<float, 256>;
LightTable make_light_table(Tone tone) {
  LightTable table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    const double value = static_cast<double>(i) / 255;
    table[i] = static_cast<float>(tone == Tone::srgb ? light_of_srgb(value) : value);
  }
  return table;
}
const LightTable& light_table(Tone tone) {
  static const LightTable srgb = make_light_table(Tone::srgb),
                          linear = make_light_table(Tone::linear);
  return tone == Tone::srgb ? srgb : linear;
}

std::uint8_t number_of(double light, Tone tone) {
  const double cut = std::clamp(light, 0.0, 1.0);
  return static_cast<std::uint8_t>(
      std::lround(255 * (tone == Tone::srgb ? srgb_of_light(cut) : cut)));
}

// Light of a drawn pixel as a camera of so many channels has it.
struct DrawnLight {
  float of(std::span<const std::uint8_t> rgb, std::size_t pixel, int channel, int channels) const {
    const std::uint8_t* at = &rgb[3 * pixel];
    if (channels != 1) return table[at[channel]];
    return 0.2126F * table[at[0]] + 0.7152F * table[at[1]] + 0.0722F * table[at[2]];
  }
  const LightTable& table = light_table(Tone::srgb);
};

bool is_same(const DrawnViews& drawn, std::size_t pixel) {
  return std::equal(&drawn.complete[3 * pixel], &drawn.complete[3 * pixel] + 3,
                    &drawn.real[3 * pixel]);
}

}  // namespace

double matched_gain(const RealPicture& picture, const DrawnViews& drawn) {
  const auto channels = static_cast<std::size_t>(picture.channels);
  const LightTable& light = light_table(picture.tone);
  const DrawnLight drawn_light;
  std::vector<float> ratios;
  for (std::size_t pixel = 0; pixel < drawn.is_virtual.size(); pixel += compared_every) {
    if (drawn.is_virtual[pixel] != 0 || !is_same(drawn, pixel)) continue;
    const std::uint8_t* seen = &picture.pixels[channels * pixel];
    const std::uint8_t* model = &drawn.real[3 * pixel];
    const auto tells = [](std::uint8_t value) { return value >= darkest && value <= brightest; };
    if (!std::all_of(seen, seen + channels, tells) || !std::all_of(model, model + 3, tells))
      continue;
    float camera = 0, room = 0;
    for (int channel = 0; channel < picture.channels; ++channel) {
      camera += light[seen[channel]];
      room += drawn_light.of(drawn.real, pixel, channel, picture.channels);
    }
    ratios.push_back(camera / room);
  }
  if (ratios.size() < least_compared) return 1;
  const auto middle = ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2);
  std::ranges::nth_element(ratios, middle);
  return *middle;
}

void mix_picture(const RealPicture& picture, const DrawnViews& drawn, double gain) {
  const auto channels = static_cast<std::size_t>(picture.channels);
  const LightTable& light = light_table(picture.tone);
  const DrawnLight drawn_light;
  for (std::size_t pixel = 0; pixel < drawn.is_virtual.size(); ++pixel) {
    const bool is_virtual = drawn.is_virtual[pixel] != 0;
    if (!is_virtual && is_same(drawn, pixel)) continue;
    for (int channel = 0; channel < picture.channels; ++channel) {
      std::uint8_t& number = picture.pixels[channels * pixel + static_cast<std::size_t>(channel)];
      const double complete =
          gain * drawn_light.of(drawn.complete, pixel, channel, picture.channels);
      if (is_virtual) {
        number = number_of(complete, picture.tone);
        continue;
      }
      // a share is kept from what is darker or brighter than its model; what comes is added
      const double room = gain * drawn_light.of(drawn.real, pixel, channel, picture.channels);
      const double seen = light[number];
      number = number_of(complete < room ? seen * complete / room : seen + complete - room,
                         picture.tone);
    }
  }
}

}  // namespace tandem
