// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/parameter_value.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <yaml-cpp/yaml.h>

#include <array>
#include <utility>

#include "messages/rcl_interfaces.h"
#include "middleware/parameter_yaml.h"

namespace tandem {

std::string_view type_name(const ParameterValue& value) {
  constexpr std::array<std::string_view, std::variant_size_v<ParameterValue>> names{
      "not set",    "boolean",       "integer",       "double",       "string",
      "byte array", "boolean array", "integer array", "double array", "string array"};
  return names[value.index()];
}

namespace {

// with a point or an exponent, so that it reads as a double
std::string text_of(double value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_not_of("-0123456789") == std::string::npos) text += ".0";
  return text;
}
std::string text_of(bool value) { return value ? "true" : "false"; }
std::string text_of(std::int64_t value) { return fmt::format("{}", value); }
std::string text_of(const std::string& value) { return value; }
std::string text_of(std::byte value) {
  return fmt::format("0x{:02x}", static_cast<unsigned>(value));
}

template <class T>
std::string text_of(const std::vector<T>& values) {
  std::vector<std::string> texts;
  for (const auto& value : values) texts.push_back(text_of(static_cast<T>(value)));
  return fmt::format("[{}]", fmt::join(texts, ", "));
}

}  // namespace

std::string to_string(const ParameterValue& value) {
  return std::visit(
      [](const auto& held) -> std::string {
        if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>)
          return "not set";
        else
          return text_of(held);
      },
      value);
}

Result<ParameterValue> as_type_of(const ParameterValue& like, ParameterValue value) {
  if (like.index() == value.index()) return value;
  if (std::holds_alternative<double>(like))
    if (const auto* integer = std::get_if<std::int64_t>(&value))
      return ParameterValue(static_cast<double>(*integer));
  if (std::holds_alternative<std::vector<double>>(like))
    if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&value))
      return ParameterValue(std::vector<double>(integers->begin(), integers->end()));
  // an empty list in YAML has no type; the parser calls it a list of strings
  if (const auto* strings = std::get_if<std::vector<std::string>>(&value);
      strings && strings->empty() && like.index() > 4) {
    ParameterValue empty = like;
    std::visit(
        [](auto& held) {
          if constexpr (requires { held.clear(); }) held.clear();
        },
        empty);
    return empty;
  }
  return Error{fmt::format("is of type {}, not {}", type_name(like), type_name(value))};
}

Result<ParameterValue> parse_parameter_value(const std::string& yaml) {
  try {
    return parameter_from_yaml(YAML::Load(yaml));
  } catch (const YAML::Exception& exception) {
    return Error{fmt::format("\"{}\" is not YAML: {}", yaml, exception.msg)};
  }
}

rcl_interfaces::msg::ParameterValue to_message(const ParameterValue& value) {
  rcl_interfaces::msg::ParameterValue message;
  message.type = static_cast<std::uint8_t>(value.index());
  const auto copy = [&]<class T>(T& field) {
    if (const auto* held = std::get_if<T>(&value)) field = *held;
  };
  copy(message.bool_value);
  copy(message.integer_value);
  copy(message.double_value);
  copy(message.string_value);
  copy(message.byte_array_value);
  copy(message.bool_array_value);
  copy(message.integer_array_value);
  copy(message.double_array_value);
  copy(message.string_array_value);
  return message;
}

Result<ParameterValue> from_message(const rcl_interfaces::msg::ParameterValue& message) {
  switch (message.type) {
    case 0:
      return ParameterValue();
    case 1:
      return ParameterValue(message.bool_value);
    case 2:
      return ParameterValue(message.integer_value);
    case 3:
      return ParameterValue(message.double_value);
    case 4:
      return ParameterValue(message.string_value);
    case 5:
      return ParameterValue(message.byte_array_value);
    case 6:
      return ParameterValue(message.bool_array_value);
    case 7:
      return ParameterValue(message.integer_array_value);
    case 8:
      return ParameterValue(message.double_array_value);
    case 9:
      return ParameterValue(message.string_array_value);
    default:
      return Error{fmt::format("parameters of type {} do not exist", message.type)};
  }
}

}  // namespace tandem
