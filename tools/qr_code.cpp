// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "qr_code.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <vector>

// After ISO/IEC 18004.
namespace {

constexpr std::size_t data_bytes = 13, correction_bytes = 13;

// A product in the field of 256 elements that the standard's code lives in.
std::uint8_t product(std::uint8_t a, std::uint8_t b) {
  int result = 0;
  for (int bit = 7; bit >= 0; --bit) {
    result = (result << 1) ^ ((result >> 7) * 0x11d);
    result ^= ((b >> bit) & 1) * a;
  }
  return static_cast<std::uint8_t>(result);
}

// The remainder of the data as a polynomial, divided by (x - 1)(x - 2)(x - 4)...
std::vector<std::uint8_t> correction_of(const std::vector<std::uint8_t>& data) {
  std::vector<std::uint8_t> divisor(correction_bytes, 0);
  divisor.back() = 1;
  std::uint8_t root = 1;
  for (std::size_t i = 0; i < correction_bytes; ++i) {
    for (std::size_t j = 0; j < correction_bytes; ++j) {
      divisor[j] = product(divisor[j], root);
      if (j + 1 < correction_bytes) divisor[j] ^= divisor[j + 1];
    }
    root = product(root, 2);
  }
  std::vector<std::uint8_t> rest(correction_bytes, 0);
  for (const std::uint8_t byte : data) {
    const std::uint8_t factor = byte ^ rest.front();
    rest.erase(rest.begin());
    rest.push_back(0);
    for (std::size_t i = 0; i < correction_bytes; ++i) rest[i] ^= product(divisor[i], factor);
  }
  return rest;
}

// Length, text and end as bits, in bytes.
std::vector<std::uint8_t> data_of(std::string_view text) {
  std::vector<bool> bits;
  const auto add = [&](unsigned value, int count) {
    for (int i = count - 1; i >= 0; --i) bits.push_back((value >> i) & 1);
  };
  add(4, 4);  // bytes follow
  add(static_cast<unsigned>(text.size()), 8);
  for (const char c : text) add(static_cast<unsigned char>(c), 8);
  add(0, 4);
  while (bits.size() % 8 != 0) bits.push_back(false);
  std::vector<std::uint8_t> bytes(bits.size() / 8, 0);
  for (std::size_t i = 0; i < bits.size(); ++i)
    if (bits[i]) bytes[i / 8] |= static_cast<std::uint8_t>(0x80 >> (i % 8));
  for (std::uint8_t pad = 0xec; bytes.size() < data_bytes; pad ^= 0xec ^ 0x11) bytes.push_back(pad);
  return bytes;
}

class Drawing {
 public:
  void set(int x, int y, bool is_dark) {
    code[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] = is_dark;
    is_taken[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] = true;
  }
  bool is_free(int x, int y) const {
    return !is_taken[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)];
  }

  // The three squares in the corners, with the light around them.
  void finder(int center_x, int center_y) {
    for (int y = center_y - 4; y <= center_y + 4; ++y)
      for (int x = center_x - 4; x <= center_x + 4; ++x) {
        if (x < 0 || y < 0 || x >= qr_size || y >= qr_size) continue;
        const int ring = std::max(std::abs(x - center_x), std::abs(y - center_y));
        set(x, y, ring != 2 && ring != 4);
      }
  }

  // Twice, beside the corners: how errors are corrected and which mask lies over the data.
  void format(int mask) {
    const int data = 3 << 3 | mask;  // 3: quartile
    int rest = data;
    for (int i = 0; i < 10; ++i) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
    const int bits = (data << 10 | rest) ^ 0x5412;
    const auto bit = [&](int i) { return ((bits >> i) & 1) != 0; };
    for (int i = 0; i <= 5; ++i) set(8, i, bit(i));
    set(8, 7, bit(6));
    set(8, 8, bit(7));
    set(7, 8, bit(8));
    for (int i = 9; i < 15; ++i) set(14 - i, 8, bit(i));
    for (int i = 0; i < 8; ++i) set(qr_size - 1 - i, 8, bit(i));
    for (int i = 8; i < 15; ++i) set(8, qr_size - 15 + i, bit(i));
    set(8, qr_size - 8, true);
  }

  QrCode code{};

 private:
  QrCode is_taken{};
};

}  // namespace

QrCode qr_code(std::string_view text) {
  assert(text.size() <= 11);
  std::vector<std::uint8_t> bytes = data_of(text);
  const std::vector<std::uint8_t> correction = correction_of(bytes);
  bytes.insert(bytes.end(), correction.begin(), correction.end());

  Drawing drawing;
  for (int i = 0; i < qr_size; ++i) {
    drawing.set(6, i, i % 2 == 0);
    drawing.set(i, 6, i % 2 == 0);
  }
  drawing.finder(3, 3);
  drawing.finder(qr_size - 4, 3);
  drawing.finder(3, qr_size - 4);
  constexpr int mask = 3;  // dark where (x + y) mod 3 is 0
  drawing.format(mask);

  // in columns of two, up and down from the lower right corner
  std::size_t next = 0;
  for (int right = qr_size - 1; right >= 1; right -= 2) {
    if (right == 6) right = 5;  // the column of the timing pattern
    for (int step = 0; step < qr_size; ++step)
      for (const int x : {right, right - 1}) {
        const bool is_upward = ((right + 1) & 2) == 0;
        const int y = is_upward ? qr_size - 1 - step : step;
        if (!drawing.is_free(x, y) || next >= bytes.size() * 8) continue;
        const bool bit = (bytes[next / 8] >> (7 - next % 8)) & 1;
        drawing.set(x, y, bit != ((x + y) % 3 == 0));
        ++next;
      }
  }
  return drawing.code;
}
