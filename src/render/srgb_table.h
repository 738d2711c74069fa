// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tandem {

// From linear light to bytes of sRGB by straight pieces, eight to an octave, that are chosen by the
// bits of the number itself: byte = table[2 i] + table[2 i + 1] * light, rounded down, with
// i = (bits - first) >> shift. Right to within an eighth of a byte.
constexpr float srgb_table_low = 0x1p-13f;         // below it is black
constexpr float srgb_table_high = 0x1.fffffep-1f;  // just below 1
constexpr int srgb_table_first = 0x39000000;       // the bits of `low`
constexpr int srgb_table_shift = 20;

const float* srgb_table();

}  // namespace tandem
