// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/message_text.h"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <variant>

#include "messages/dynamic.h"

namespace tandem {

namespace {

const MessageValue* lone_value(const MessageValue& message) {
  const auto* members = std::get_if<MessageValue::Members>(&message.content);
  if (!members || members->size() != 1) return nullptr;
  return &members->front().value;
}

std::optional<std::string> short_text(const MessageValue& value) {
  if (const auto* text = std::get_if<std::string>(&value.content)) return *text;
  if (as_number(value)) return to_json(value);
  return std::nullopt;
}

}  // namespace

Result<std::string> message_text(const MessageType& type, std::span<const std::byte> message) {
  const Result<MessageValue> decoded = decode_cdr(type.description(), message);
  if (!decoded) return Error{decoded.error()};
  if (const MessageValue* value = lone_value(*decoded))
    if (auto text = short_text(*value)) return *std::move(text);
  return to_yaml(*decoded);
}

Result<std::string> part_text(const MessageType& type, std::span<const std::byte> message,
                              std::string_view path) {
  const Result<MessageValue> decoded = decode_cdr(type.description(), message);
  if (!decoded) return Error{decoded.error()};
  const std::optional<MessageValue> part = find_part(*decoded, path);
  if (!part) return Error{fmt::format("the message has no '{}'", path)};
  if (auto text = short_text(*part)) return *std::move(text);
  return to_yaml(*part);
}

}  // namespace tandem
