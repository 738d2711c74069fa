// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "imaging/qr_code.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

// After ISO/IEC 18004.
namespace tandem {

namespace {

// Sizes whose data are one block, which is all that a link needs.
struct Version {
  int number;
  std::size_t data_bytes, correction_bytes;
};
constexpr std::array<Version, 5> low_versions{
    {{1, 19, 7}, {2, 34, 10}, {3, 55, 15}, {4, 80, 20}, {5, 108, 26}}};
constexpr std::array<Version, 1> quartile_versions{{{1, 13, 13}}};

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
std::vector<std::uint8_t> correction_of(const std::vector<std::uint8_t>& data, std::size_t count) {
  std::vector<std::uint8_t> divisor(count, 0);
  divisor.back() = 1;
  std::uint8_t root = 1;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < count; ++j) {
      divisor[j] = product(divisor[j], root);
      if (j + 1 < count) divisor[j] ^= divisor[j + 1];
    }
    root = product(root, 2);
  }
  std::vector<std::uint8_t> rest(count, 0);
  for (const std::uint8_t byte : data) {
    const std::uint8_t factor = byte ^ rest.front();
    rest.erase(rest.begin());
    rest.push_back(0);
    for (std::size_t i = 0; i < count; ++i) rest[i] ^= product(divisor[i], factor);
  }
  return rest;
}

// Length, text and end as bits, in bytes.
std::vector<std::uint8_t> data_of(std::string_view text, std::size_t data_bytes) {
  std::vector<bool> bits;
  const auto add = [&](unsigned value, int count) {
    for (int i = count - 1; i >= 0; --i) bits.push_back((value >> i) & 1);
  };
  add(4, 4);  // bytes follow
  add(static_cast<unsigned>(text.size()), 8);
  for (const char c : text) add(static_cast<unsigned char>(c), 8);
  add(0, 4);
  std::vector<std::uint8_t> bytes(bits.size() / 8, 0);
  for (std::size_t i = 0; i < bits.size(); ++i)
    if (bits[i]) bytes[i / 8] |= static_cast<std::uint8_t>(0x80 >> (i % 8));
  for (std::uint8_t pad = 0xec; bytes.size() < data_bytes; pad ^= 0xec ^ 0x11) bytes.push_back(pad);
  return bytes;
}

class Drawing {
 public:
  explicit Drawing(int version) : size_(17 + 4 * version), code_{size_, squares()} {
    for (int i = 0; i < size_; ++i) {
      set(6, i, i % 2 == 0);
      set(i, 6, i % 2 == 0);
    }
    finder(3, 3);
    finder(size_ - 4, 3);
    finder(3, size_ - 4);
    if (version > 1) square(size_ - 7, size_ - 7, 2, {true, false, true});
  }

  // Twice, beside the corners: how errors are corrected and which mask lies over the data.
  void format(QrCorrection correction) {
    constexpr int mask = 3;  // dark where (x + y) mod 3 is 0
    const int data = (correction == QrCorrection::low ? 1 : 3) << 3 | mask;
    int rest = data;
    for (int i = 0; i < 10; ++i) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
    const int bits = (data << 10 | rest) ^ 0x5412;
    const auto bit = [&](int i) { return ((bits >> i) & 1) != 0; };
    for (int i = 0; i <= 5; ++i) set(8, i, bit(i));
    set(8, 7, bit(6));
    set(8, 8, bit(7));
    set(7, 8, bit(8));
    for (int i = 9; i < 15; ++i) set(14 - i, 8, bit(i));
    for (int i = 0; i < 8; ++i) set(size_ - 1 - i, 8, bit(i));
    for (int i = 8; i < 15; ++i) set(8, size_ - 15 + i, bit(i));
    set(8, size_ - 8, true);
  }

  // In columns of two, up and down from the lower right corner.
  void fill(const std::vector<std::uint8_t>& bytes) {
    std::size_t next = 0;
    for (int right = size_ - 1; right >= 1; right -= 2) {
      if (right == 6) right = 5;  // the column of the timing pattern
      const bool is_upward = ((right + 1) & 2) == 0;
      for (int step = 0; step < size_; ++step)
        for (const int x : {right, right - 1}) {
          const int y = is_upward ? size_ - 1 - step : step;
          if (is_taken_[place(x, y)]) continue;
          const bool bit = next < bytes.size() * 8 && ((bytes[next / 8] >> (7 - next % 8)) & 1);
          set(x, y, bit != ((x + y) % 3 == 0));
          ++next;
        }
    }
  }

  const QrCode& code() const { return code_; }

 private:
  std::vector<bool> squares() const { return std::vector<bool>(place(0, size_), false); }
  std::size_t place(int x, int y) const { return static_cast<std::size_t>(y * size_ + x); }
  void set(int x, int y, bool is_dark) {
    code_.squares[place(x, y)] = is_dark;
    is_taken_[place(x, y)] = true;
  }
  void square(int center_x, int center_y, int reach, const std::vector<bool>& rings) {
    for (int y = center_y - reach; y <= center_y + reach; ++y)
      for (int x = center_x - reach; x <= center_x + reach; ++x) {
        if (x < 0 || y < 0 || x >= size_ || y >= size_) continue;
        const int ring = std::max(std::abs(x - center_x), std::abs(y - center_y));
        set(x, y, rings[static_cast<std::size_t>(ring)]);
      }
  }
  // The three squares in the corners, with the light around them.
  void finder(int x, int y) { square(x, y, 4, {true, true, false, true, false}); }

  const int size_;
  QrCode code_;
  std::vector<bool> is_taken_ = squares();
};

template <std::size_t count>
const Version* smallest(const std::array<Version, count>& versions, std::size_t text_bytes) {
  // 4 bits say what follows, 8 how much of it
  const auto found = std::ranges::find_if(
      versions, [&](const Version& each) { return each.data_bytes >= text_bytes + 2; });
  return found == versions.end() ? nullptr : &*found;
}

}  // namespace

std::optional<QrCode> qr_code(std::string_view text, QrCorrection correction) {
  const Version* version = correction == QrCorrection::low
                               ? smallest(low_versions, text.size())
                               : smallest(quartile_versions, text.size());
  if (!version) return std::nullopt;
  std::vector<std::uint8_t> bytes = data_of(text, version->data_bytes);
  const std::vector<std::uint8_t> rest = correction_of(bytes, version->correction_bytes);
  bytes.insert(bytes.end(), rest.begin(), rest.end());
  Drawing drawing(version->number);
  drawing.format(correction);
  drawing.fill(bytes);
  return drawing.code();
}

std::string terminal_text(const QrCode& code) {
  constexpr int margin = 4;
  const auto is_dark = [&](int x, int y) {
    const bool is_inside = x >= 0 && y >= 0 && x < code.size && y < code.size;
    return is_inside && code.is_dark(x, y);
  };
  std::string text;
  for (int y = -margin; y < code.size + margin; y += 2) {
    text += "\x1b[30;107m";
    for (int x = -margin; x < code.size + margin; ++x) {
      const bool is_upper = is_dark(x, y), is_lower = is_dark(x, y + 1);
      text += is_upper ? (is_lower ? "█" : "▀") : (is_lower ? "▄" : " ");
    }
    text += "\x1b[0m\n";
  }
  return text;
}

}  // namespace tandem
