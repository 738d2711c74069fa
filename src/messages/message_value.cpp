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

// What is between the brackets that the path begins with; nothing if they do not close.
std::optional<std::string_view> take_choice(std::string_view& path) {
  const std::size_t end = path.find(']');
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view choice = path.substr(1, end - 1);
  path.remove_prefix(end + 1);
  return choice;
}

std::optional<std::size_t> as_index(std::string_view choice) {
  std::size_t index = 0;
  const char* const end = choice.data() + choice.size();
  const auto [after, error] = std::from_chars(choice.data(), end, index);
  return error == std::errc() && after == end ? std::optional(index) : std::nullopt;
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

// Of messages that say what they are called: DiagnosticStatus, KeyValue, PointField, ...
std::optional<MessageValue> element(const MessageValue& value, std::string_view name) {
  const auto* list = std::get_if<MessageValue::List>(&value.content);
  if (list == nullptr) return std::nullopt;
  for (const MessageValue& message : *list)
    for (const MessageValue::Member& member : std::get<MessageValue::Members>(message.content)) {
      const auto* text = std::get_if<std::string>(&member.value.content);
      const bool is_name = member.field->name == "key" || member.field->name == "name";
      if (is_name && text != nullptr && *text == name) return message;
    }
  return std::nullopt;
}

}  // namespace

std::optional<MessageValue> find_part(const MessageValue& value, std::string_view path) {
  if (path.empty()) return value;
  if (path.starts_with('[')) {
    const std::optional<std::string_view> choice = take_choice(path);
    if (!choice) return std::nullopt;
    const std::optional<std::size_t> index = as_index(*choice);
    const std::optional<MessageValue> part =
        index ? element(value, *index) : element(value, *choice);
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
