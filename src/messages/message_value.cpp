// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "messages/message_value.h"

#include <charconv>

namespace tandem {

namespace {

// "name", and what follows it: "[3]", ".next" or nothing
std::string_view take_name(std::string_view& path) {
  if (path.starts_with('.')) path.remove_prefix(1);
  const std::size_t end = std::min(path.find_first_of(".["), path.size());
  const std::string_view name = path.substr(0, end);
  path.remove_prefix(end);
  return name;
}

std::optional<std::size_t> take_index(std::string_view& path) {
  const std::size_t end = path.find(']');
  if (end == std::string_view::npos) return std::nullopt;
  std::size_t index = 0;
  const auto [after, error] = std::from_chars(path.data() + 1, path.data() + end, index);
  if (error != std::errc() || after != path.data() + end) return std::nullopt;
  path.remove_prefix(end + 1);
  return index;
}

std::optional<MessageValue> element(const MessageValue& value, std::size_t index) {
  return std::visit(
      [&]<class T>(const T& list) -> std::optional<MessageValue> {
        if constexpr (is_sequence<T> && !std::same_as<T, MessageValue::Members>) {
          if (index >= list.size()) return std::nullopt;
          if constexpr (std::same_as<T, MessageValue::List>)
            return list[index];
          else
            return MessageValue{typename T::value_type(list[index])};
        } else {
          return std::nullopt;
        }
      },
      value.content);
}

}  // namespace

std::optional<MessageValue> find_part(const MessageValue& value, std::string_view path) {
  if (path.empty()) return value;
  if (path.starts_with('[')) {
    const std::optional<std::size_t> index = take_index(path);
    const std::optional<MessageValue> part = index ? element(value, *index) : std::nullopt;
    return part ? find_part(*part, path) : std::nullopt;
  }
  const auto* members = std::get_if<MessageValue::Members>(&value.content);
  if (members == nullptr) return std::nullopt;
  const std::string_view name = take_name(path);
  for (const MessageValue::Member& member : *members)
    if (member.field->name == name) return find_part(member.value, path);
  return std::nullopt;
}

std::optional<double> as_number(const MessageValue& value) {
  return std::visit(
      []<class T>(const T& number) -> std::optional<double> {
        if constexpr (std::same_as<T, std::byte>)
          return std::to_integer<int>(number);
        else if constexpr (Primitive<T>)
          return static_cast<double>(number);
        else
          return std::nullopt;
      },
      value.content);
}

}  // namespace tandem
