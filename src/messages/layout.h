// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "messages/message.h"

namespace tandem {

// What is known of a type's bytes at compile time.

template <class T>
inline constexpr bool is_empty_message = false;
template <Message M>
inline constexpr bool is_empty_message<M> = M::field_names.empty();

// The least bytes a value of the type can take in a message.
template <class T>
constexpr std::size_t count_least_size();
template <class T>
inline constexpr std::size_t least_size = count_least_size<T>();

template <class... T>
constexpr std::size_t sum_least_sizes(TypeList<T...>) {
  return (least_size<T> + ... + 0);
}

template <class T>
constexpr std::size_t count_least_size() {
  if constexpr (Primitive<T>)
    return sizeof(T);
  else if constexpr (is_array<T>)
    return std::tuple_size_v<T> * least_size<typename T::value_type>;
  else if constexpr (is_text<T> || is_sequence<T>)
    return sizeof(std::uint32_t);
  else if constexpr (is_empty_message<T>)
    return 1;
  else
    return sum_least_sizes(FieldTypes<T>{});
}

// Types that lie in memory as they lie in a message, wherever they start: nothing but numbers of
// one size. That size, or 0 for other types. A bool is not among them, as it has to be checked.
template <class T>
constexpr std::size_t find_block_unit();
template <class T>
inline constexpr std::size_t block_unit = find_block_unit<T>();

template <class First, class... T>
constexpr std::size_t common_unit(TypeList<First, T...>, std::size_t size) {
  const bool is_uniform = ((block_unit<T> == block_unit<First>)&&...);
  return is_uniform && size == (sizeof(First) + ... + sizeof(T)) ? block_unit<First> : 0;
}

template <class T>
constexpr std::size_t find_block_unit() {
  if constexpr (std::same_as<T, bool> || is_text<T> || is_sequence<T>)
    return 0;
  else if constexpr (Primitive<T>)
    return sizeof(T);
  else if constexpr (is_array<T>)
    return block_unit<typename T::value_type>;
  else if constexpr (is_empty_message<T>)
    return 0;
  else
    return common_unit(FieldTypes<T>{}, sizeof(T));
}

}  // namespace tandem
