// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

namespace tandem {

// What a picture's numbers say about light.
enum class Tone {
  srgb,    // as the eye sees it, which most cameras send
  linear,  // as the chip measured it
};

// The picture of a real camera, to be drawn into. Row by row, one or three channels a pixel.
struct RealPicture {
  std::span<std::uint8_t> pixels;
  int channels = 3;
  Tone tone = Tone::srgb;
};

// The same view of the model of the room, drawn twice; sRGB, three channels a pixel.
struct DrawnViews {
  std::span<const std::uint8_t> complete;    // with what is virtual
  std::span<const std::uint8_t> real;        // what is real alone
  std::span<const std::uint8_t> is_virtual;  // one a pixel: what complete shows there
};

// How much more light the camera's picture has than the drawn one, where both show the same: the
// median, so that what nobody modelled does not count. 1 where too little can be compared.
double matched_gain(const RealPicture& picture, const DrawnViews& drawn);

// Draws what is virtual into the picture, with as much light as the camera would have had of it.
// What is real stays, darker where something virtual keeps light from it, brighter where it gets
// some.
void mix_picture(const RealPicture& picture, const DrawnViews& drawn, double gain);

}  // namespace tandem
