// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
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
void write_cdr(Sink& sink, const T& value);

template <class Sink, class T>
void write_elements(Sink& sink, const std::vector<T>& values) {
  if constexpr (block_unit < T >> 0)
    sink.block(values.data(), values.size() * sizeof(T), block_unit<T>);
  else
    for (const T& element : values) write_cdr(sink, element);
}

template <class Sink, class T>
void write_cdr(Sink& sink, const T& value) {
  if constexpr (Primitive<T>) {
    sink.number(value);
  } else if constexpr (is_text<T>) {
    sink.text(value);
  } else if constexpr (is_sequence<T>) {
    sink.number(static_cast<std::uint32_t>(value.size()));
    write_elements<Sink, typename T::value_type>(sink, value);
  } else if constexpr (block_unit<T> > 0) {
    sink.block(&value, sizeof(T), block_unit<T>);
  } else if constexpr (is_array<T>) {
    for (const auto& element : value) write_cdr(sink, element);
  } else if constexpr (is_empty_message<T>) {
    sink.number(std::uint8_t{0});  // a CDR struct has at least one member
  } else {
    value.visit_fields([&](const auto&... field) { (write_cdr(sink, field), ...); });
  }
}

template <class T>
void read_cdr(CdrReader& reader, T& value);

// `count` elements, of which the reader knows that as many can be there.
template <class T>
void read_elements(CdrReader& reader, std::vector<T>& values, std::size_t count) {
  if constexpr (block_unit<T> == 1 && sizeof(T) == 1) {
    // images and clouds: not a byte is touched twice
    values.clear();
    if (const auto* from = reinterpret_cast<const T*>(reader.take(count, 1)))
      values.assign(from, from + count);
  } else if constexpr (block_unit<T> > 0) {
    values.resize(count);
    reader.block(values.data(), count * sizeof(T), block_unit<T>);
  } else {
    values.clear();
    values.reserve(count);
    for (std::size_t i = 0; i < count && !reader.has_failed(); ++i) {
      T element{};
      read_cdr(reader, element);
      values.push_back(std::move(element));
    }
  }
}

template <class T>
void read_cdr(CdrReader& reader, T& value) {
  if constexpr (Primitive<T>) {
    reader.number(value);
  } else if constexpr (is_text<T>) {
    reader.text(value, upper_bound<T>);
  } else if constexpr (is_sequence<T>) {
    using Element = typename T::value_type;
    read_elements<Element>(reader, value, reader.count(least_size<Element>, upper_bound<T>));
  } else if constexpr (block_unit<T> > 0) {
    reader.block(&value, sizeof(T), block_unit<T>);
  } else if constexpr (is_array<T>) {
    for (auto& element : value) read_cdr(reader, element);
  } else if constexpr (is_empty_message<T>) {
    std::uint8_t nothing{};
    reader.number(nothing);
  } else {
    value.visit_fields([&](auto&... field) { (read_cdr(reader, field), ...); });
  }
}

// Encapsulation, and behind it what `write` gives to a sink. Reuses the memory of `out`.
template <class Write>
void write_encapsulated(std::vector<std::byte>& out, Write&& write) {
  constexpr std::array encapsulation{std::byte{0}, std::byte{1}, std::byte{0}, std::byte{0}};
  CdrSizer sizer;
  write(sizer);
  out.resize(encapsulation.size() + sizer.size());
  std::ranges::copy(encapsulation, out.begin());
  CdrWriter writer(out.data() + encapsulation.size());
  write(writer);
}

// Reuses the memory of `out`.
template <Message M>
void to_cdr(const M& message, std::vector<std::byte>& out) {
  write_encapsulated(out, [&](auto& sink) { write_cdr(sink, message); });
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
  if (reader.has_failed()) return reader.error_in(M::type_name);
  return message;
}

}  // namespace tandem
