// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/parameter_text.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "messages/number_text.h"
#include "tools/quoting.h"

namespace tandem {

namespace {

// How one language writes what a parameter can hold.
struct Language {
  const char* yes;
  const char* no;
  const char* not_a_number;
  const char* infinity;
  bool needs_point;  // before an exponent: YAML 1.1 takes 1e-05 for text
  std::string (*quoted)(std::string_view element);
};

std::string quoted_element(std::string_view text);
constexpr Language python{"True", "False", "nan", "inf", false, in_python_quotes};
constexpr Language yaml{"true", "false", ".nan", ".inf", true, quoted_element};

std::string text_in(const Language& language, bool value) {
  return value ? language.yes : language.no;
}
std::string text_in(const Language&, std::int64_t value) { return fmt::format("{}", value); }
std::string text_in(const Language&, std::byte value) {
  return fmt::format("{}", std::to_integer<int>(value));
}
std::string text_in(const Language& language, double value) {
  if (std::isnan(value)) return language.not_a_number;
  if (std::isinf(value)) return (value < 0 ? "-" : "") + std::string(language.infinity);
  std::string text = float_text(value);
  const std::size_t exponent = text.find('e');
  if (language.needs_point && exponent != std::string::npos && text.find('.') > exponent)
    text.insert(exponent, ".0");
  return text;
}
std::string text_in(const Language& language, const std::string& value) {
  return language.quoted(value);
}

template <class T>
std::string list_in(const Language& language, const std::vector<T>& values) {
  std::vector<std::string> texts;
  for (const auto& value : values) texts.push_back(text_in(language, static_cast<T>(value)));
  return fmt::format("[{}]", fmt::join(texts, ", "));
}

std::string value_in(const Language& language, const ParameterValue& value) {
  return std::visit(
      [&]<class T>(const T& held) -> std::string {
        if constexpr (std::same_as<T, std::monostate>)
          return "";
        else if constexpr (is_sequence<T>)
          return list_in(language, held);
        else
          return text_in(language, held);
      },
      value);
}

bool reads_as(const std::string& yaml_text, const ParameterValue& value) {
  const Result<ParameterValue> read = parse_parameter_value(yaml_text);
  return read && *read == value;
}

// Texts have quotes only where a reader would take them for something else.
std::string quoted_scalar(const std::string& text) {
  return reads_as(text, text) ? text : in_yaml_quotes(text);
}

std::string quoted_element(std::string_view element) {
  const std::string text(element);
  const ParameterValue alone = std::vector{text};
  return reads_as('[' + text + ']', alone) ? text : in_yaml_quotes(text);
}

std::string yaml_of(const ParameterValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return quoted_scalar(*text);
  return value_in(yaml, value);
}

// "camera.rate" stands as rate under camera, unless camera is a parameter itself.
class Group {
 public:
  void add(std::string_view name, const ParameterValue& value) {
    const std::size_t dot = name.find('.');
    const std::string first(name.substr(0, dot));
    if (dot == std::string_view::npos || values_.contains(first))
      values_[std::string(name)] = yaml_of(value);
    else
      groups_[first].add(name.substr(dot + 1), value);
  }

  void write(std::string& out, std::size_t indent) const {
    for (const auto& [name, text] : values_)
      out += fmt::format("{:{}}{}: {}\n", "", indent, quoted_scalar(name), text);
    for (const auto& [name, group] : groups_) {
      out += fmt::format("{:{}}{}:\n", "", indent, quoted_scalar(name));
      group.write(out, indent + 2);
    }
  }

 private:
  std::map<std::string, std::string> values_;
  std::map<std::string, Group> groups_;
};

template <class Range>
std::string range_lines(const Range& range) {
  const auto text = [](auto number) {
    if constexpr (std::floating_point<decltype(number)>)
      return float_text(number);
    else
      return integer_text(number);
  };
  return fmt::format("    Min value: {}\n    Max value: {}\n    Step: {}\n", text(range.from_value),
                     text(range.to_value), text(range.step));
}

}  // namespace

std::string value_sentence(const ParameterValue& value) {
  constexpr std::array beginnings{
      "Parameter not set.",  "Boolean value is: ", "Integer value is: ",   "Double value is: ",
      "String value is: ",   "Byte values are: ",  "Boolean values are: ", "Integer values are: ",
      "Double values are: ", "String values are: "};
  return beginnings[value.index()] + value_text(value);
}

std::string value_text(const ParameterValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  return value_in(python, value);
}

std::string parameter_type_name(std::uint8_t type) {
  constexpr std::array names{"not set",      "boolean",     "integer",       "double",
                             "string",       "byte array",  "boolean array", "integer array",
                             "double array", "string array"};
  return type < names.size() ? names[type] : "unknown";
}

std::string to_text(const rcl_interfaces::msg::ParameterDescriptor& descriptor) {
  std::string text = fmt::format("Parameter name: {}\n  Type: {}\n", descriptor.name,
                                 parameter_type_name(descriptor.type));
  if (!descriptor.description.empty())
    text += fmt::format("  Description: {}\n", descriptor.description);
  text += "  Constraints:\n";
  if (descriptor.read_only) text += "    Read only: true\n";
  if (!descriptor.floating_point_range.empty())
    text += range_lines(descriptor.floating_point_range.front());
  if (!descriptor.integer_range.empty()) text += range_lines(descriptor.integer_range.front());
  if (!descriptor.additional_constraints.empty())
    text += fmt::format("    Additional constraints: {}\n", descriptor.additional_constraints);
  return text;
}

std::string parameter_file(const std::string& node,
                           const std::map<std::string, ParameterValue>& parameters) {
  Group all;
  for (const auto& [name, value] : parameters) all.add(name, value);
  std::string text = fmt::format("{}:\n  ros__parameters:\n", node);
  all.write(text, 4);
  return text;
}

}  // namespace tandem
