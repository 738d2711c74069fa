// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "messages/message_value.h"
#include "messages/type_description.h"

namespace tandem {

// Messages of types that are known only at run time, for tools: bytes to values, values to text and
// back. Anything may come in; what is wrong with it comes back as a sentence.

Result<MessageValue> decode_cdr(const TypeDescription& type, std::span<const std::byte> cdr);
std::vector<std::byte> encode_cdr(const MessageValue& message);

// The message as it is before anybody sets a field.
MessageValue default_value(const TypeDescription& type);

// One line. NaN and the infinities are the strings "NaN", "Infinity" and "-Infinity".
std::string to_json(const MessageValue& value);

// How much of long messages to show; the defaults are those of `ros2 topic echo`.
struct YamlStyle {
  std::size_t longest = 128;  // elements of a list, characters of a text; then "..."
  bool shows_lists = true;    // otherwise their type and length only
  bool shows_texts = true;
};
inline constexpr std::size_t unlimited = static_cast<std::size_t>(-1);

// Lines in the style of `ros2 topic echo`.
std::string to_yaml(const MessageValue& value, const YamlStyle& style = {});

// Fields that the text does not name keep their defaults; fields that the type does not have,
// numbers that do not fit and lists of the wrong length are errors.
Result<MessageValue> from_json(const TypeDescription& type, std::string_view json);
Result<MessageValue> from_yaml(const TypeDescription& type, std::string_view yaml);

}  // namespace tandem
