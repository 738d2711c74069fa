// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/value_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "messages/number_text.h"
#include "tools/quoting.h"

namespace tandem {

namespace {

std::string float_of(double number) {
  if (std::isnan(number)) return "nan";
  if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
  return float_text(number);
}

void add_csv(std::string& out, const MessageValue& value);

template <class T>
void add_csv_content(std::string& out, const T& content) {
  if constexpr (std::same_as<T, MessageValue>) {
    add_csv(out, content);
  } else if constexpr (std::same_as<T, MessageValue::Members>) {
    for (const MessageValue::Member& member : content) add_csv(out, member.value);
  } else if constexpr (is_sequence<T>) {
    for (const typename T::value_type& element : content) add_csv_content(out, element);
  } else {
    if (!out.empty()) out += ',';
    if constexpr (std::same_as<T, std::string>)
      out += in_csv_quotes(content);
    else if constexpr (std::floating_point<T>)
      out += float_of(static_cast<double>(content));
    else if constexpr (std::same_as<T, bool>)
      out += content ? "True" : "False";
    else
      out += integer_text(content);
  }
}

void add_csv(std::string& out, const MessageValue& value) {
  std::visit([&](const auto& content) { add_csv_content(out, content); }, value.content);
}

template <class T>
void add_csv_names(std::string& out, const std::string& name, const T& content) {
  if constexpr (std::same_as<T, MessageValue>) {
    std::visit([&](const auto& inner) { add_csv_names(out, name, inner); }, content.content);
  } else if constexpr (std::same_as<T, MessageValue::Members>) {
    for (const MessageValue::Member& member : content)
      add_csv_names(out, name.empty() ? member.field->name : name + '.' + member.field->name,
                    member.value);
  } else if constexpr (is_sequence<T>) {
    for (std::size_t i = 0; i < content.size(); ++i)
      add_csv_names<typename T::value_type>(out, fmt::format("{}[{}]", name, i), content[i]);
  } else {
    if (!out.empty()) out += ',';
    out += name;
  }
}

void add_python_message(std::string& out, const TypeDescription& type,
                        const MessageValue::Members& members);

template <class T>
void add_python(std::string& out, const FieldDescription& field, const T& content) {
  if constexpr (std::same_as<T, MessageValue>) {
    std::visit([&](const auto& inner) { add_python(out, field, inner); }, content.content);
  } else if constexpr (std::same_as<T, MessageValue::Members>) {
    add_python_message(out, *field.message, content);
  } else if constexpr (is_sequence<T>) {
    out += '[';
    for (std::size_t i = 0; i < content.size(); ++i) {
      if (i > 0) out += ", ";
      add_python<typename T::value_type>(out, field, content[i]);
    }
    out += ']';
  } else if constexpr (std::same_as<T, std::string>) {
    out += in_python_quotes(content);
  } else if constexpr (std::same_as<T, bool>) {
    out += content ? "True" : "False";
  } else if constexpr (std::floating_point<T>) {
    out += float_of(static_cast<double>(content));
  } else {
    out += integer_text(content);
  }
}

void add_python_message(std::string& out, const TypeDescription& type,
                        const MessageValue::Members& members) {
  for (const char c : type.name) out += c == '/' ? '.' : c;
  out += '(';
  for (const MessageValue::Member& member : members) {
    if (out.back() != '(') out += ", ";
    out += member.field->name + '=';
    add_python(out, *member.field, member.value);
  }
  out += ')';
}

std::string names_of(const TypeDescription& type) {
  std::string names;
  for (const FieldDescription& field : type.fields)
    names += (names.empty() ? "" : ", ") + field.name;
  return names.empty() ? "it has none" : "it has " + names;
}

// Such messages in a list can be named by it.
bool has_key(const TypeDescription& type) {
  return std::ranges::any_of(type.fields, [](const FieldDescription& field) {
    return field.name == "key" || field.name == "name";
  });
}

}  // namespace

std::string to_csv(const MessageValue& value) {
  std::string out;
  add_csv(out, value);
  return out;
}

std::string csv_names(const MessageValue& value) {
  std::string out;
  add_csv_names(out, "", value);
  return out;
}

std::string to_python(const TypeDescription& type, const MessageValue& message) {
  std::string out;
  add_python_message(out, type, std::get<MessageValue::Members>(message.content));
  return out;
}

std::optional<std::string> why_no_part(const TypeDescription& type, std::string_view path) {
  const TypeDescription* within = &type;
  const FieldDescription* field = nullptr;
  bool is_list = false;
  while (!path.empty()) {
    if (path.starts_with('[')) {
      const std::size_t end = path.find(']');
      const std::string_view digits = path.substr(1, end == std::string_view::npos ? end : end - 1);
      const bool is_number =
          !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos;
      const bool is_key = is_list && !digits.empty() && within && has_key(*within);
      if (end == std::string_view::npos || (!is_number && !is_key))
        return fmt::format("'{}' should be the number of an element, as in [0]", path);
      if (!is_list) return fmt::format("{} is no list", field == nullptr ? type.name : field->name);
      is_list = false;
      path.remove_prefix(end + 1);
      continue;
    }

    if (path.starts_with('.')) path.remove_prefix(1);
    const std::string_view name = path.substr(0, path.find_first_of(".["));
    path.remove_prefix(name.size());
    if (is_list)
      return fmt::format("{0} is a list; name an element, as in {0}[0].{1}", field->name, name);
    if (within == nullptr)
      return fmt::format("{} is of type {} and has no fields", field->name, type_of(*field));
    const auto found = std::ranges::find(within->fields, name, &FieldDescription::name);
    if (found == within->fields.end())
      return fmt::format("{} has no field '{}'; {}", within->name, name, names_of(*within));
    field = &*found;
    is_list = field->container != FieldContainer::none;
    within = field->message;
  }
  return {};
}

}  // namespace tandem
