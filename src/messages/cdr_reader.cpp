// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "messages/cdr_reader.h"

#include <fmt/format.h>

namespace tandem {

namespace {

constexpr std::size_t encapsulation_size = 4;

}  // namespace

CdrReader::CdrReader(std::span<const std::byte> message) {
  if (message.size() < encapsulation_size) {
    fail(fmt::format("has {} bytes, less than the 4 of the encapsulation", message.size()));
    return;
  }
  const int kind = std::to_integer<int>(message[0]) << 8 | std::to_integer<int>(message[1]);
  if (kind > 1) {
    fail(
        fmt::format("has encapsulation {:#06x}; only plain CDR, 0x0000 and 0x0001, is read", kind));
    return;
  }
  is_swapped_ = kind == 0;
  body_ = message.subspan(encapsulation_size);
}

Error CdrReader::error_in(std::string_view type_name) const {
  return Error{fmt::format("{} {}", type_name, error_)};
}

void CdrReader::text(std::string& text, std::size_t bound) {
  text.clear();
  const std::size_t size = count(1, bound == 0 ? 0 : bound + 1);
  const std::byte* from = take(size, 1);
  if (from == nullptr) return;
  // the length counts the zero at the end, which some writers leave out
  const bool has_end = from[size - 1] == std::byte{0};
  text.assign(reinterpret_cast<const char*>(from), size - (has_end ? 1 : 0));
}

std::size_t CdrReader::count(std::size_t least, std::size_t bound) {
  std::uint32_t length = 0;
  number(length);
  if (has_failed()) return 0;
  if (bound > 0 && length > bound) {
    fail(fmt::format("has the length {} at byte {} where {} is the bound", length,
                     at_ + encapsulation_size - sizeof(length), bound));
    return 0;
  }
  const std::size_t left = body_.size() - at_;
  if (length > left / least) {
    fail(fmt::format("has the length {} at byte {} with {} bytes left", length,
                     at_ + encapsulation_size - sizeof(length), left));
    return 0;
  }
  return length;
}

bool CdrReader::boolean(std::byte byte) {
  if (byte > std::byte{1})
    fail(fmt::format("has a bool of {} at byte {}", std::to_integer<int>(byte),
                     at_ + encapsulation_size - 1));
  return byte == std::byte{1};
}

void CdrReader::fail(std::string reason) {
  if (has_failed()) return;
  error_ = std::move(reason);
  body_ = {};
  at_ = 0;
}

void CdrReader::fail_short(std::size_t size) {
  fail(fmt::format("ends at byte {} where {} more would follow from byte {}",
                   body_.size() + encapsulation_size, size, at_ + encapsulation_size));
}

void CdrReader::swap(std::byte* data, std::size_t size, std::size_t unit) {
  if (unit == 1) return;
  for (std::byte* value = data; value != data + size; value += unit)
    std::reverse(value, value + unit);
}

}  // namespace tandem
