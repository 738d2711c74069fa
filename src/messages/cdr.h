// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/result.h"
#include "messages/cdr_reader.h"
#include "messages/cdr_writer.h"
#include "messages/layout.h"
#include "messages/message.h"

namespace tandem {

// Messages as the bytes that ROS 2 sends: XCDR version 1, plain, behind four bytes of
// encapsulation. Written little endian; read in both, whatever the padding holds and whatever
// follows the message.

template <class Sink, class T>
void write_cdr(Sink& sink, const T& value) {
  if constexpr (Primitive<T>) {
    sink.number(value);
  } else if constexpr (is_text<T>) {
    sink.text(value);
  } else if constexpr (is_array<T> || is_sequence<T>) {
    using Element = typename T::value_type;
    if constexpr (is_sequence<T>) sink.number(static_cast<std::uint32_t>(value.size()));
    if constexpr (block_unit < Element >> 0)
      sink.block(value.data(), value.size() * sizeof(Element), block_unit<Element>);
    else
      for (const Element& element : value) write_cdr(sink, element);
  } else if constexpr (is_empty_message<T>) {
    sink.number(std::uint8_t{0});  // a CDR struct has at least one member
  } else {
    value.visit_fields([&](const auto&... field) { (write_cdr(sink, field), ...); });
  }
}

template <class T>
void read_cdr(CdrReader& reader, T& value) {
  if constexpr (Primitive<T>) {
    reader.number(value);
  } else if constexpr (is_text<T>) {
    reader.text(value, upper_bound<T>);
  } else if constexpr (is_array<T> || is_sequence<T>) {
    using Element = typename T::value_type;
    std::size_t count = value.size();
    if constexpr (is_sequence<T>) count = reader.count(least_size<Element>, upper_bound<T>);

    if constexpr (is_sequence<T> && sizeof(Element) == 1 && block_unit<Element> == 1) {
      // images and clouds: not a byte is touched twice
      if (const auto* from = reinterpret_cast<const Element*>(reader.take(count, 1)))
        value.assign(from, from + count);
      else
        value.clear();
    } else if constexpr (block_unit<Element> > 0) {
      if constexpr (is_sequence<T>) value.resize(count);
      reader.block(value.data(), count * sizeof(Element), block_unit<Element>);
    } else if constexpr (is_sequence<T>) {
      value.clear();
      value.reserve(count);
      for (std::size_t i = 0; i < count && !reader.has_failed(); ++i) {
        Element element{};
        read_cdr(reader, element);
        value.push_back(std::move(element));
      }
    } else {
      for (Element& element : value) read_cdr(reader, element);
    }
  } else if constexpr (is_empty_message<T>) {
    std::uint8_t nothing{};
    reader.number(nothing);
  } else {
    value.visit_fields([&](auto&... field) { (read_cdr(reader, field), ...); });
  }
}

// Reuses the memory of `out`.
template <Message M>
void to_cdr(const M& message, std::vector<std::byte>& out) {
  CdrSizer sizer;
  write_cdr(sizer, message);
  out.resize(4 + sizer.size());
  out[0] = std::byte{0};
  out[1] = std::byte{1};
  out[2] = std::byte{0};
  out[3] = std::byte{0};
  CdrWriter writer(out.data() + 4);
  write_cdr(writer, message);
}

template <Message M>
std::vector<std::byte> to_cdr(const M& message) {
  std::vector<std::byte> out;
  to_cdr(message, out);
  return out;
}

template <Message M>
Result<M> from_cdr(std::span<const std::byte> bytes) {
  CdrReader reader(bytes);
  M message;
  read_cdr(reader, message);
  if (reader.has_failed()) return Error{std::string(M::type_name) + " " + reader.error()};
  return message;
}

}  // namespace tandem
