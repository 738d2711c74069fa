// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "messages/cdr.h"
#include "messages/message_value.h"

namespace tandem {

// Writes a message by its values, with the steps that a typed message would take.
template <class Sink>
void write_value(Sink& sink, const MessageValue::Members& message);

template <class Sink>
void write_field(Sink& sink, const MessageValue::Member& member) {
  const bool has_length = member.field->container == FieldContainer::sequence ||
                          member.field->container == FieldContainer::bounded;
  std::visit(
      [&]<class T>(const T& value) {
        if constexpr (std::same_as<T, MessageValue::Members>) {
          write_value(sink, value);
        } else if constexpr (is_sequence<T>) {
          if (has_length) sink.number(static_cast<std::uint32_t>(value.size()));
          if constexpr (std::same_as<T, MessageValue::List>)
            for (const MessageValue& element : value)
              write_value(sink, std::get<MessageValue::Members>(element.content));
          else
            write_elements(sink, value);
        } else {
          write_cdr(sink, value);
        }
      },
      member.value.content);
}

template <class Sink>
void write_value(Sink& sink, const MessageValue::Members& message) {
  for (const MessageValue::Member& member : message) write_field(sink, member);
  if (message.empty()) sink.number(std::uint8_t{0});
}

}  // namespace tandem
