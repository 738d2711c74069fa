// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace tandem {

// A message is a plain struct and one line that lists its fields in the order of its definition:
//
//   namespace tandem::geometry_msgs::msg {
//   struct Twist {
//     Vector3 linear;
//     Vector3 angular;
//     TANDEM_MESSAGE("geometry_msgs/msg/Twist", linear, angular)
//   };
//   }
//
// Everything else follows from that line: bytes (messages/cdr.h), type description and hash
// (messages/type_hash.h), comparison, and, once it is named in its package's list of types, JSON
// and YAML (messages/dynamic.h).
//
// A field is a bool, a number, std::byte, std::string, BoundedString (string<=N), another message,
// or a std::array (T[N]), std::vector (T[]) or BoundedVector (T[<=N]) of these. ROS's "byte" is
// std::byte, its "char" is std::uint8_t.
#define TANDEM_MESSAGE(NAME, ...)                                                   \
  static constexpr std::string_view type_name = NAME;                               \
  static constexpr std::string_view field_names = #__VA_ARGS__;                     \
  template <class Visitor>                                                          \
  constexpr decltype(auto) visit_fields(Visitor&& visitor) {                        \
    return visitor(__VA_ARGS__);                                                    \
  }                                                                                 \
  template <class Visitor>                                                          \
  constexpr decltype(auto) visit_fields(Visitor&& visitor) const {                  \
    return visitor(__VA_ARGS__);                                                    \
  }                                                                                 \
  template <class Same>                                                             \
  requires(Same::type_name == type_name) bool operator==(const Same& other) const { \
    return ::tandem::same_fields<Same>(*this, other);                               \
  }

// Names the constants of a message, so that tools can show them.
#define TANDEM_CONSTANTS(...)                                          \
  static constexpr std::string_view constant_names = #__VA_ARGS__;     \
  template <class Visitor>                                             \
  static constexpr decltype(auto) visit_constants(Visitor&& visitor) { \
    return visitor(__VA_ARGS__);                                       \
  }

// A service holds the messages Request and Response, an action Goal, Result and Feedback.
#define TANDEM_SERVICE(NAME) static constexpr std::string_view type_name = NAME;
#define TANDEM_ACTION(NAME) static constexpr std::string_view type_name = NAME;

// A sequence T[<=N] or text string<=N with an upper bound. Receivers refuse longer ones.
template <class T, std::size_t N>
struct BoundedVector : std::vector<T> {
  using std::vector<T>::vector;
  BoundedVector(std::vector<T> values) : std::vector<T>(std::move(values)) {}
};

template <std::size_t N>
struct BoundedString : std::string {
  using std::string::string;
  BoundedString(std::string text) : std::string(std::move(text)) {}
};

template <class M>
concept Message = requires {
  M::type_name;
  M::field_names;
};

template <class S>
concept Service = Message<typename S::Request> && Message<typename S::Response> && requires {
  S::type_name;
};

template <class A>
concept Action = Message<typename A::Goal> && Message<typename A::Result> &&
    Message<typename A::Feedback> && requires {
  A::type_name;
};

template <class T>
concept Primitive = std::is_arithmetic_v<T> || std::same_as<T, std::byte>;

template <class... T>
struct TypeList {};

template <Message M>
auto tie_fields(const M& message) {
  return message.visit_fields([](const auto&... field) { return std::tie(field...); });
}

// Says what it returns, so that a comparison costs only who compares.
template <Message M>
bool same_fields(const M& one, const M& other) {
  return tie_fields(one) == tie_fields(other);
}

struct ListTypes {
  template <class... T>
  constexpr TypeList<T...> operator()(const T&...) const {
    return {};
  }
};

// TypeList of the types of a message's fields.
template <Message M>
using FieldTypes = decltype(std::declval<const M&>().visit_fields(ListTypes{}));

template <class T>
inline constexpr bool is_array = false;
template <class T, std::size_t N>
inline constexpr bool is_array<std::array<T, N>> = true;

template <class T>
inline constexpr bool is_sequence = false;
template <class T>
inline constexpr bool is_sequence<std::vector<T>> = true;
template <class T, std::size_t N>
inline constexpr bool is_sequence<BoundedVector<T, N>> = true;

template <class T>
inline constexpr bool is_text = std::same_as<T, std::string>;
template <std::size_t N>
inline constexpr bool is_text<BoundedString<N>> = true;

// The N of T[<=N] and string<=N; 0 for what has no bound.
template <class T>
inline constexpr std::size_t upper_bound = 0;
template <class T, std::size_t N>
inline constexpr std::size_t upper_bound<BoundedVector<T, N>> = N;
template <std::size_t N>
inline constexpr std::size_t upper_bound<BoundedString<N>> = N;

// A name made at compile time: with_suffix<A::type_name, "_SendGoal">.
template <std::size_t N>
struct Suffix {
  char text[N]{};
  consteval Suffix(const char (&literal)[N]) {
    for (std::size_t i = 0; i < N; ++i) text[i] = literal[i];
  }
};

template <const std::string_view& Name, Suffix Text>
struct SuffixedName {
  static constexpr auto characters = [] {
    std::array<char, Name.size() + sizeof(Text.text) - 1> joined{};
    std::size_t at = 0;
    for (const char c : Name) joined[at++] = c;
    for (std::size_t i = 0; i + 1 < sizeof(Text.text); ++i) joined[at++] = Text.text[i];
    return joined;
  }();
};

template <const std::string_view& Name, Suffix Text>
inline constexpr std::string_view with_suffix{SuffixedName<Name, Text>::characters.data(),
                                              SuffixedName<Name, Text>::characters.size()};

}  // namespace tandem
