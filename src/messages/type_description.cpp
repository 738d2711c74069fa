// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "messages/type_description.h"

#include <fmt/format.h>

namespace tandem {

namespace {

// "linear, angular" -> {"linear", "angular"}
std::vector<std::string> split_names(std::string_view names) {
  std::vector<std::string> result;
  while (!names.empty()) {
    const std::size_t end = names.find(',');
    std::string_view name = names.substr(0, end);
    while (name.starts_with(' ')) name.remove_prefix(1);
    while (name.ends_with(' ')) name.remove_suffix(1);
    result.emplace_back(name);
    names.remove_prefix(end == std::string_view::npos ? names.size() : end + 1);
  }
  return result;
}

}  // namespace

std::string_view to_string(FieldKind kind) {
  switch (kind) {
    case FieldKind::message:
      return "message";
    case FieldKind::int8:
      return "int8";
    case FieldKind::uint8:
      return "uint8";
    case FieldKind::int16:
      return "int16";
    case FieldKind::uint16:
      return "uint16";
    case FieldKind::int32:
      return "int32";
    case FieldKind::uint32:
      return "uint32";
    case FieldKind::int64:
      return "int64";
    case FieldKind::uint64:
      return "uint64";
    case FieldKind::float32:
      return "float32";
    case FieldKind::float64:
      return "float64";
    case FieldKind::boolean:
      return "bool";
    case FieldKind::byte:
      return "byte";
    case FieldKind::string:
      return "string";
  }
  return "?";
}

std::string type_of(const FieldDescription& field) {
  std::string element(field.kind == FieldKind::message ? field.message->name
                                                       : to_string(field.kind));
  if (field.text_capacity > 0) element += fmt::format("<={}", field.text_capacity);
  switch (field.container) {
    case FieldContainer::none:
      break;
    case FieldContainer::array:
      return fmt::format("{}[{}]", element, field.capacity);
    case FieldContainer::bounded:
      return fmt::format("{}[<={}]", element, field.capacity);
    case FieldContainer::sequence:
      return fmt::format("{}[]", element);
  }
  return element;
}

TypeDescription make_description(std::string_view name, std::string_view field_names,
                                 std::span<const FieldShape> fields) {
  TypeDescription description;
  description.name = name;
  std::vector<std::string> names = split_names(field_names);
  for (std::size_t i = 0; i < fields.size(); ++i)
    description.fields.push_back(
        {.name = std::move(names[i]),
         .kind = fields[i].kind,
         .container = fields[i].container,
         .capacity = fields[i].capacity,
         .text_capacity = fields[i].text_capacity,
         .message = fields[i].message == nullptr ? nullptr : &fields[i].message()});
  return description;
}

void add_constants(TypeDescription& description, std::string_view names,
                   std::span<const ConstantShape> constants) {
  std::vector<std::string> name = split_names(names);
  for (std::size_t i = 0; i < constants.size(); ++i)
    description.constants.push_back(
        {constants[i].kind, std::move(name[i]), std::to_string(constants[i].value)});
}

}  // namespace tandem
