// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "messages/dynamic_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/utf8.h"
#include "messages/dynamic.h"

namespace tandem {

namespace {

using Kind = Document::Kind;

// Says where in the message and why; caught where the text came in.
struct Refusal {
  std::string reason;
};

std::string join(const std::string& path, std::string_view name) {
  return path.empty() ? std::string(name) : fmt::format("{}.{}", path, name);
}

[[noreturn]] void refuse(const std::string& path, std::string_view reason) {
  throw Refusal{path.empty() ? std::string(reason) : fmt::format("{}: {}", path, reason)};
}

// The document in a few words, for a sentence.
std::string shown(const Document& document) {
  constexpr std::size_t longest = 40;
  switch (document.kind) {
    case Kind::nothing:
      return "nothing";
    case Kind::list:
      return fmt::format("a list of {}", document.list.size());
    case Kind::members:
      return "a group of fields";
    case Kind::text:
    case Kind::literal:
    case Kind::plain:
      break;
  }
  const std::string_view start = first_characters(document.text, longest);
  return fmt::format("'{}{}'", start, start.size() < document.text.size() ? "..." : "");
}

bool is_bare(const Document& document) {
  return document.kind == Kind::literal || document.kind == Kind::plain;
}

std::optional<bool> parse_bool(std::string_view text) {
  for (const std::string_view word : {"true", "True", "TRUE", "yes", "Yes", "on", "On"})
    if (text == word) return true;
  for (const std::string_view word : {"false", "False", "FALSE", "no", "No", "off", "Off"})
    if (text == word) return false;
  return std::nullopt;
}

template <class T>
T parse_integer(const Document& document, const std::string& path) {
  std::string_view digits = document.text;
  const bool is_negative = digits.starts_with('-');
  if (is_negative || digits.starts_with('+')) digits.remove_prefix(1);
  const bool is_hex = digits.starts_with("0x") || digits.starts_with("0X");
  if (is_hex) digits.remove_prefix(2);

  std::uint64_t size = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), size, is_hex ? 16 : 10);
  const bool is_whole =
      !digits.empty() && digits.front() != '-' && end == digits.data() + digits.size();
  if (!is_bare(document) || !is_whole || error == std::errc::invalid_argument)
    refuse(path, fmt::format("must be a whole number, is {}", shown(document)));

  constexpr auto largest = static_cast<std::uint64_t>(std::numeric_limits<T>::max());
  constexpr std::uint64_t lowest = std::is_signed_v<T> ? largest + 1 : 0;
  if (error == std::errc::result_out_of_range || size > (is_negative ? lowest : largest))
    refuse(path, fmt::format("must be from {} to {}, is {}", std::numeric_limits<T>::min(),
                             std::numeric_limits<T>::max(), document.text));
  return static_cast<T>(is_negative ? 0 - size : size);
}

std::optional<double> parse_special(std::string_view text) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const std::string_view word : {"NaN", "nan", ".nan", ".NaN", ".NAN"})
    if (text == word) return std::numeric_limits<double>::quiet_NaN();
  const bool is_negative = text.starts_with('-');
  if (is_negative || text.starts_with('+')) text.remove_prefix(1);
  for (const std::string_view word : {"Infinity", "inf", ".inf", ".Inf", ".INF"})
    if (text == word) return is_negative ? -infinity : infinity;
  return std::nullopt;
}

template <class T>
T parse_float(const Document& document, const std::string& path) {
  const bool is_leaf = is_bare(document) || document.kind == Kind::text;
  if (const auto special = is_leaf ? parse_special(document.text) : std::nullopt)
    return static_cast<T>(*special);

  std::string_view digits = document.text;
  if (digits.starts_with('+')) digits.remove_prefix(1);
  T number{};
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const bool is_whole = end == digits.data() + digits.size() && std::isfinite(number);
  if (!is_bare(document) || !is_whole || error == std::errc::invalid_argument)
    refuse(path, fmt::format("must be a number, is {}", shown(document)));
  if (error == std::errc::result_out_of_range) {
    // too small is zero to every reader, too large is a mistake
    const long double wide = std::strtold(document.text.c_str(), nullptr);
    if (std::abs(wide) > 1.0L)
      refuse(path, fmt::format("must be a number of {} bits, {} is too large", 8 * sizeof(T),
                               document.text));
    number = static_cast<T>(wide);
  }
  return number;
}

template <class T>
T parse_scalar(const Document& document, const FieldDescription& field, const std::string& path) {
  if constexpr (std::same_as<T, bool>) {
    const std::optional<bool> value = is_bare(document) ? parse_bool(document.text) : std::nullopt;
    if (!value) refuse(path, fmt::format("must be true or false, is {}", shown(document)));
    return *value;
  } else if constexpr (std::same_as<T, std::string>) {
    if (document.kind != Kind::text && document.kind != Kind::plain)
      refuse(path, fmt::format("must be text, is {}", shown(document)));
    if (field.text_capacity > 0 && document.text.size() > field.text_capacity)
      refuse(path, fmt::format("must have at most {} bytes, has {}", field.text_capacity,
                               document.text.size()));
    return document.text;
  } else if constexpr (std::same_as<T, std::byte>) {
    return std::byte{parse_integer<std::uint8_t>(document, path)};
  } else if constexpr (std::floating_point<T>) {
    return parse_float<T>(document, path);
  } else {
    return parse_integer<T>(document, path);
  }
}

void set_message(MessageValue& value, const TypeDescription& type, const Document& document,
                 const std::string& path);

void check_length(const Document& document, const FieldDescription& field,
                  const std::string& path) {
  if (document.kind != Kind::list)
    refuse(path, fmt::format("must be a list, is {}", shown(document)));
  const std::size_t length = document.list.size();
  if (field.container == FieldContainer::array && length != field.capacity)
    refuse(path, fmt::format("must be a list of {}, is one of {}", field.capacity, length));
  if (field.container == FieldContainer::bounded && length > field.capacity)
    refuse(path, fmt::format("must be a list of {} at most, is one of {}", field.capacity, length));
}

MessageValue make_list(const FieldDescription& field, const Document& document,
                       const std::string& path) {
  check_length(document, field, path);
  const auto element_path = [&](std::size_t i) { return fmt::format("{}[{}]", path, i); };
  if (field.kind == FieldKind::message) {
    MessageValue::List list(document.list.size(), default_value(*field.message));
    for (std::size_t i = 0; i < list.size(); ++i)
      set_message(list[i], *field.message, document.list[i], element_path(i));
    return {std::move(list)};
  }
  return with_type_of(field.kind, [&]<class T>() {
    std::vector<T> values;
    values.reserve(document.list.size());
    for (std::size_t i = 0; i < document.list.size(); ++i)
      values.push_back(parse_scalar<T>(document.list[i], field, element_path(i)));
    return MessageValue{std::move(values)};
  });
}

void set_field(MessageValue& value, const FieldDescription& field, const Document& document,
               const std::string& path) {
  if (field.container != FieldContainer::none)
    value = make_list(field, document, path);
  else if (field.kind == FieldKind::message)
    set_message(value, *field.message, document, path);
  else
    value = with_type_of(field.kind, [&]<class T>() {
      return MessageValue{parse_scalar<T>(document, field, path)};
    });
}

std::string names_of(const TypeDescription& type) {
  if (type.fields.empty()) return "it has none";
  std::string names;
  for (const FieldDescription& field : type.fields)
    names += (names.empty() ? "it has " : ", ") + field.name;
  return names;
}

void set_message(MessageValue& value, const TypeDescription& type, const Document& document,
                 const std::string& path) {
  if (document.kind == Kind::nothing) return;
  if (document.kind != Kind::members)
    refuse(path, fmt::format("must be the fields of {}, is {}", type.name, shown(document)));
  auto& members = std::get<MessageValue::Members>(value.content);
  for (const Document::Member& given : document.members) {
    const auto found = std::ranges::find(
        members, given.name, [](const auto& member) -> auto& { return member.field->name; });
    if (found == members.end())
      refuse(path, fmt::format("{} has no field '{}'; {}", type.name, given.name, names_of(type)));
    set_field(found->value, *found->field, given.content, join(path, given.name));
  }
}

}  // namespace

Result<MessageValue> from_document(const TypeDescription& type, const Document& document) {
  MessageValue value = default_value(type);
  try {
    set_message(value, type, document, "");
  } catch (const Refusal& refusal) {
    return Error{refusal.reason};
  }
  return value;
}

Result<MessageValue> from_json(const TypeDescription& type, std::string_view json) {
  const Result<Document> document = parse_json(json);
  if (!document) return Error{"the text " + document.error()};
  return from_document(type, *document);
}

Result<MessageValue> from_yaml(const TypeDescription& type, std::string_view yaml) {
  const Result<Document> document = parse_yaml(yaml);
  if (!document) return Error{"the text " + document.error()};
  return from_document(type, *document);
}

}  // namespace tandem
