// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "messages/type_description.h"

namespace tandem {

// The content of a field, or of a whole message, whose type is known only at run time. Numbers keep
// the type they have in the definition, and lists of numbers lie as close as in a typed message.
struct MessageValue {
  struct Member;
  using Members = std::vector<Member>;     // a message, in the order of its definition
  using List = std::vector<MessageValue>;  // of messages

  std::variant<bool, std::byte, std::int8_t, std::uint8_t, std::int16_t, std::uint16_t,
               std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, float, double, std::string,
               std::vector<bool>, std::vector<std::byte>, std::vector<std::int8_t>,
               std::vector<std::uint8_t>, std::vector<std::int16_t>, std::vector<std::uint16_t>,
               std::vector<std::int32_t>, std::vector<std::uint32_t>, std::vector<std::int64_t>,
               std::vector<std::uint64_t>, std::vector<float>, std::vector<double>,
               std::vector<std::string>, Members, List>
      content;
};

struct MessageValue::Member {
  const FieldDescription* field;
  MessageValue value;
};

// The part at "pose.position.x" or "ranges[3]"; nothing if there is none.
std::optional<MessageValue> find_part(const MessageValue& value, std::string_view path);

// A number or bool as a double; nothing for all else.
std::optional<double> as_number(const MessageValue& value);

// Calls `use.operator()<T>()` with the C++ type of a field that is not a message.
template <class Use>
decltype(auto) with_type_of(FieldKind kind, Use&& use) {
  switch (kind) {
    case FieldKind::boolean:
      return use.template operator()<bool>();
    case FieldKind::byte:
      return use.template operator()<std::byte>();
    case FieldKind::int8:
      return use.template operator()<std::int8_t>();
    case FieldKind::uint8:
      return use.template operator()<std::uint8_t>();
    case FieldKind::int16:
      return use.template operator()<std::int16_t>();
    case FieldKind::uint16:
      return use.template operator()<std::uint16_t>();
    case FieldKind::int32:
      return use.template operator()<std::int32_t>();
    case FieldKind::uint32:
      return use.template operator()<std::uint32_t>();
    case FieldKind::int64:
      return use.template operator()<std::int64_t>();
    case FieldKind::uint64:
      return use.template operator()<std::uint64_t>();
    case FieldKind::float32:
      return use.template operator()<float>();
    case FieldKind::float64:
      return use.template operator()<double>();
    case FieldKind::string:
    case FieldKind::message:
      break;
  }
  return use.template operator()<std::string>();
}

}  // namespace tandem
