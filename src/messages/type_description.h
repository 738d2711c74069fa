// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "messages/cdr.h"
#include "messages/message.h"
#include "messages/service.h"

namespace tandem {

// What a type is made of, at run time (REP-2016). The numbers are those of ROS 2's
// type_description_interfaces/msg/FieldType.
enum class FieldKind : std::uint8_t {
  message = 1,
  int8 = 2,
  uint8 = 3,
  int16 = 4,
  uint16 = 5,
  int32 = 6,
  uint32 = 7,
  int64 = 8,
  uint64 = 9,
  float32 = 10,
  float64 = 11,
  boolean = 15,
  byte = 16,
  string = 17,
};

enum class FieldContainer : std::uint8_t {
  none = 0,
  array = 48,     // T[N]
  bounded = 96,   // T[<=N]
  sequence = 144  // T[]
};

struct TypeDescription;

struct FieldDescription {
  std::string name;
  FieldKind kind{};
  FieldContainer container{};
  std::size_t capacity = 0;                  // N of T[N] and T[<=N]
  std::size_t text_capacity = 0;             // N of string<=N
  const TypeDescription* message = nullptr;  // of kind `message`
};

struct ConstantDescription {
  FieldKind kind{};
  std::string name;
  std::string value;
};

struct TypeDescription {
  std::string name;  // "geometry_msgs/msg/Twist"
  std::vector<FieldDescription> fields;
  std::vector<ConstantDescription> constants;
  std::vector<std::byte> default_cdr;  // the message as it is before anybody sets a field
  std::size_t least_size = 0;          // in bytes, of the body of such a message
};

// "uint8", "geometry_msgs/msg/Point[]", "float64[36]"
std::string type_of(const FieldDescription& field);
std::string_view to_string(FieldKind kind);

// The description of a message; lives as long as the program.
template <Message M>
const TypeDescription& describe();

// Services and actions are described, for their hash, as if they were messages of their parts.
template <Service S>
const TypeDescription& describe_service();

template <Primitive T>
constexpr FieldKind kind_of() {
  if constexpr (std::same_as<T, bool>) return FieldKind::boolean;
  if constexpr (std::same_as<T, std::byte>) return FieldKind::byte;
  if constexpr (std::same_as<T, float>) return FieldKind::float32;
  if constexpr (std::same_as<T, double>) return FieldKind::float64;
  // int8, uint8, int16, ... are numbered in this order
  int number = 2 + (std::is_unsigned_v<T> ? 1 : 0);
  for (std::size_t size = 1; size < sizeof(T); size *= 2) number += 2;
  return FieldKind{static_cast<std::uint8_t>(number)};
}

// A field without its name, as it is known at compile time.
struct FieldShape {
  FieldKind kind{};
  FieldContainer container{};
  std::size_t capacity = 0;
  std::size_t text_capacity = 0;
  const TypeDescription& (*message)() = nullptr;
};

template <class T>
constexpr FieldShape shape_of() {
  if constexpr (is_array<T> || is_sequence<T>) {
    FieldShape shape = shape_of<typename T::value_type>();
    shape.container = is_array<T>          ? FieldContainer::array
                      : upper_bound<T> > 0 ? FieldContainer::bounded
                                           : FieldContainer::sequence;
    shape.capacity = upper_bound<T>;
    if constexpr (is_array<T>) shape.capacity = std::tuple_size_v<T>;
    return shape;
  } else if constexpr (Primitive<T>) {
    return {.kind = kind_of<T>()};
  } else if constexpr (is_text<T>) {
    return {.kind = FieldKind::string, .text_capacity = upper_bound<T>};
  } else {
    return {.kind = FieldKind::message, .message = &describe<T>};
  }
}

template <class Types>
inline constexpr int shapes_of = 0;
template <class... T>
inline constexpr std::array<FieldShape, sizeof...(T)> shapes_of<TypeList<T...>>{shape_of<T>()...};

struct ConstantShape {
  FieldKind kind{};
  std::int64_t value = 0;
};

struct ListConstants {
  template <class... T>
  constexpr std::array<ConstantShape, sizeof...(T)> operator()(T... value) const {
    return {ConstantShape{kind_of<T>(), static_cast<std::int64_t>(value)}...};
  }
};

// What describe() does for all types alike.
TypeDescription make_description(std::string_view name, std::string_view field_names,
                                 std::span<const FieldShape> fields);
void add_constants(TypeDescription& description, std::string_view names,
                   std::span<const ConstantShape> constants);

template <Message M>
const TypeDescription& describe() {
  static const TypeDescription description = [] {
    TypeDescription made = make_description(M::type_name, M::field_names, shapes_of<FieldTypes<M>>);
    if constexpr (requires { M::constant_names; })
      add_constants(made, M::constant_names, M::visit_constants(ListConstants{}));
    made.default_cdr = to_cdr(M{});
    made.least_size = least_size<M>;
    return made;
  }();
  return description;
}

template <Service S>
const TypeDescription& describe_service() {
  static const TypeDescription description = make_description(
      S::type_name, "request_message, response_message, event_message",
      shapes_of<TypeList<typename S::Request, typename S::Response, ServiceEvent<S>>>);
  return description;
}

}  // namespace tandem
