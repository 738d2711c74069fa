// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "messages/dynamic_cdr.h"

#include "messages/dynamic.h"

namespace tandem {

namespace {

MessageValue read_message(CdrReader& reader, const TypeDescription& type);

std::size_t least_element_size(const FieldDescription& field) {
  if (field.kind == FieldKind::message) return field.message->least_size;
  return with_type_of(field.kind, []<class T>() { return least_size<T>; });
}

MessageValue read_list(CdrReader& reader, const FieldDescription& field) {
  const std::size_t count = field.container == FieldContainer::array
                                ? field.capacity
                                : reader.count(least_element_size(field), field.capacity);
  if (field.kind == FieldKind::message) {
    MessageValue::List list;
    list.reserve(count);
    for (std::size_t i = 0; i < count && !reader.has_failed(); ++i)
      list.push_back(read_message(reader, *field.message));
    return {std::move(list)};
  }
  if (field.text_capacity > 0) {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < count && !reader.has_failed(); ++i)
      reader.text(texts.emplace_back(), field.text_capacity);
    return {std::move(texts)};
  }
  return with_type_of(field.kind, [&]<class T>() {
    std::vector<T> values;
    read_elements(reader, values, count);
    return MessageValue{std::move(values)};
  });
}

MessageValue read_field(CdrReader& reader, const FieldDescription& field) {
  if (field.container != FieldContainer::none) return read_list(reader, field);
  if (field.kind == FieldKind::message) return read_message(reader, *field.message);
  if (field.kind == FieldKind::string) {
    std::string text;
    reader.text(text, field.text_capacity);
    return {std::move(text)};
  }
  return with_type_of(field.kind, [&]<class T>() {
    T value{};
    read_cdr(reader, value);
    return MessageValue{std::move(value)};
  });
}

MessageValue read_message(CdrReader& reader, const TypeDescription& type) {
  MessageValue::Members members;
  members.reserve(type.fields.size());
  for (const FieldDescription& field : type.fields)
    members.push_back({&field, read_field(reader, field)});
  if (members.empty()) {
    std::uint8_t nothing{};
    reader.number(nothing);
  }
  return {std::move(members)};
}

}  // namespace

Result<MessageValue> decode_cdr(const TypeDescription& type, std::span<const std::byte> cdr) {
  CdrReader reader(cdr);
  MessageValue message = read_message(reader, type);
  if (reader.has_failed()) return reader.error_in(type.name);
  return message;
}

std::vector<std::byte> encode_cdr(const MessageValue& message) {
  const auto& members = std::get<MessageValue::Members>(message.content);
  std::vector<std::byte> cdr;
  write_encapsulated(cdr, [&](auto& sink) { write_value(sink, members); });
  return cdr;
}

MessageValue default_value(const TypeDescription& type) {
  CdrReader reader(type.default_cdr);
  return read_message(reader, type);
}

}  // namespace tandem
