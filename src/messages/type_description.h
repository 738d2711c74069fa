// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
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
  std::string name;                      // "geometry_msgs/msg/Twist"
  std::vector<FieldDescription> fields;  // an empty message has one uint8, as on the wire
  std::vector<ConstantDescription> constants;
  std::vector<std::byte> default_cdr;  // the message as it is before anybody sets a field
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

// "linear, angular" -> {"linear", "angular"}
std::vector<std::string> split_names(std::string_view names);

inline constexpr std::string_view empty_message_field = "structure_needs_at_least_one_member";

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

template <class T>
FieldDescription describe_field(std::string name) {
  if constexpr (is_array<T> || is_sequence<T>) {
    FieldDescription field = describe_field<typename T::value_type>(std::move(name));
    field.container = is_array<T>          ? FieldContainer::array
                      : upper_bound<T> > 0 ? FieldContainer::bounded
                                           : FieldContainer::sequence;
    field.capacity = upper_bound<T>;
    if constexpr (is_array<T>) field.capacity = std::tuple_size_v<T>;
    return field;
  } else if constexpr (Primitive<T>) {
    return {.name = std::move(name), .kind = kind_of<T>()};
  } else if constexpr (is_text<T>) {
    return {.name = std::move(name), .kind = FieldKind::string, .text_capacity = upper_bound<T>};
  } else {
    return {.name = std::move(name), .kind = FieldKind::message, .message = &describe<T>()};
  }
}

template <class... T>
std::vector<FieldDescription> describe_fields(TypeList<T...>, std::string_view names) {
  std::vector<FieldDescription> fields;
  std::vector<std::string> name = split_names(names);
  fields.reserve(sizeof...(T));
  (fields.push_back(describe_field<T>(std::move(name[fields.size()]))), ...);
  return fields;
}

template <class M>
std::vector<ConstantDescription> describe_constants() {
  std::vector<ConstantDescription> constants;
  if constexpr (requires { M::constant_names; }) {
    std::vector<std::string> name = split_names(M::constant_names);
    M::visit_constants([&](auto... value) {
      (constants.push_back({kind_of<decltype(value)>(), std::move(name[constants.size()]),
                            std::to_string(static_cast<std::int64_t>(value))}),
       ...);
    });
  }
  return constants;
}

template <Message M>
const TypeDescription& describe() {
  static const TypeDescription description = [] {
    TypeDescription made{.name = std::string(M::type_name), .default_cdr = to_cdr(M{})};
    if constexpr (is_empty_message<M>)
      made.fields.push_back(describe_field<std::uint8_t>(std::string(empty_message_field)));
    else
      made.fields = describe_fields(FieldTypes<M>{}, M::field_names);
    made.constants = describe_constants<M>();
    return made;
  }();
  return description;
}

template <Service S>
const TypeDescription& describe_service() {
  static const TypeDescription description{
      .name = std::string(S::type_name),
      .fields = {describe_field<typename S::Request>("request_message"),
                 describe_field<typename S::Response>("response_message"),
                 describe_field<ServiceEvent<S>>("event_message")}};
  return description;
}

}  // namespace tandem
