// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "messages/definition.h"

#include <fmt/format.h>

#include <map>

#include "messages/dynamic.h"

namespace tandem {

namespace {

// What a field is before anybody sets it, if that is not nothing.
std::string default_text(const MessageValue& value) {
  return std::visit(
      [&]<class T>(const T& content) -> std::string {
        if constexpr (std::same_as<T, MessageValue::Members> || is_sequence<T>)
          return "";
        else
          return content == T{} ? "" : " " + to_json(value);
      },
      value.content);
}

// "geometry_msgs/msg/Point[]" -> "geometry_msgs/Point[]", as it stands in .msg files
std::string type_in_file(const FieldDescription& field) {
  std::string type = type_of(field);
  if (const std::size_t at = type.find("/msg/"); at != std::string::npos) type.erase(at, 4);
  return type;
}

std::string text(const TypeDescription& type, const std::string& indent, bool is_expanded) {
  std::string lines;
  for (const ConstantDescription& constant : type.constants)
    lines += fmt::format("{}{} {}={}\n", indent, to_string(constant.kind), constant.name,
                         constant.value);
  const MessageValue defaults = default_value(type);
  for (const auto& [field, value] : std::get<MessageValue::Members>(defaults.content)) {
    lines +=
        fmt::format("{}{} {}{}\n", indent, type_in_file(*field), field->name, default_text(value));
    if (is_expanded && field->message != nullptr)
      lines += text(*field->message, indent + "\t", is_expanded);
  }
  return lines;
}

using References = std::map<std::string_view, const TypeDescription*>;

void collect(const TypeDescription& type, References& references) {
  for (const FieldDescription& field : type.fields)
    if (field.message != nullptr && references.emplace(field.message->name, field.message).second)
      collect(*field.message, references);
}

}  // namespace

std::string definition(const TypeDescription& type) { return text(type, "", false); }

std::string expanded_definition(const TypeDescription& type) { return text(type, "", true); }

std::string full_definition(const TypeDescription& type) {
  References references;
  collect(type, references);
  std::string full = definition(type);
  for (const auto& [name, reference] : references) {
    std::string short_name(name);
    if (const std::size_t at = short_name.find("/msg/"); at != std::string::npos)
      short_name.erase(at, 4);
    full += fmt::format("{:=<80}\nMSG: {}\n{}", "", short_name, definition(*reference));
  }
  return full;
}

}  // namespace tandem
