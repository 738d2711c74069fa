// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "messages/message_lines.h"

#include <fmt/format.h>

#include "messages/document.h"
#include "messages/dynamic.h"
#include "messages/dynamic_document.h"
#include "messages/hex.h"
#include "messages/registry.h"

namespace tandem {

namespace {

using Kind = Document::Kind;

const Document* member(const Document& line, std::string_view name) {
  for (const auto& [key, value] : line.members)
    if (key == name) return &value;
  return nullptr;
}

struct TypedLine {
  const MessageType* type;
  const Document* content;
};

// The type that the line names, and its member `content`.
Result<TypedLine> look_up(const Document& line, std::string_view content) {
  if (line.kind != Kind::members) return Error{"the line must be an object"};
  const Document* type_name = member(line, "type");
  if (type_name == nullptr || type_name->kind != Kind::text)
    return Error{"the line has no text \"type\""};
  const MessageType* type = find_message_type(type_name->text);
  if (type == nullptr) return Error{fmt::format("there is no message type '{}'", type_name->text)};
  const Document* found = member(line, content);
  if (found == nullptr) return Error{fmt::format("the line has no \"{}\"", content)};
  return TypedLine{type, found};
}

}  // namespace

Result<std::string> encode_line(std::string_view line) {
  const Result<Document> document = parse_json(line);
  if (!document) return Error{"the line " + document.error()};
  const Result<TypedLine> typed = look_up(*document, "fields");
  if (!typed) return Error{typed.error()};
  const Result<MessageValue> message = from_document(typed->type->description(), *typed->content);
  if (!message) return Error{message.error()};
  return fmt::format(R"({{"type": "{}", "cdr_hex": "{}"}})", typed->type->name,
                     to_hex(encode_cdr(*message)));
}

Result<std::string> decode_line(std::string_view line) {
  const Result<Document> document = parse_json(line);
  if (!document) return Error{"the line " + document.error()};
  const Result<TypedLine> typed = look_up(*document, "cdr_hex");
  if (!typed) return Error{typed.error()};
  const auto cdr = from_hex(typed->content->text);
  if (!cdr || typed->content->kind != Kind::text)
    return Error{"\"cdr_hex\" must be pairs of hexadecimal digits"};
  const Result<MessageValue> message = decode_cdr(typed->type->description(), *cdr);
  if (!message) return Error{message.error()};
  return fmt::format(R"({{"type": "{}", "fields": {}}})", typed->type->name, to_json(*message));
}

std::string error_line(std::string_view reason) {
  return fmt::format(R"({{"error": {}}})", to_json(MessageValue{std::string(reason)}));
}

}  // namespace tandem
