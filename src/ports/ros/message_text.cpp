// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/message_text.h"

#include "messages/dynamic.h"

namespace tandem {

namespace {

const MessageValue* lone_value(const MessageValue& message) {
  const auto* members = std::get_if<MessageValue::Members>(&message.content);
  if (!members || members->size() != 1) return nullptr;
  return &members->front().value;
}

}  // namespace

Result<std::string> message_text(const MessageType& type, std::span<const std::byte> message) {
  const Result<MessageValue> decoded = decode_cdr(type.description(), message);
  if (!decoded) return Error{decoded.error()};
  if (const MessageValue* value = lone_value(*decoded)) {
    if (const auto* text = std::get_if<std::string>(&value->content)) return *text;
    if (as_number(*value)) return to_json(*value);
  }
  return to_yaml(*decoded);
}

}  // namespace tandem
