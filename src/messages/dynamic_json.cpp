// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "messages/dynamic.h"
#include "messages/number_text.h"

namespace tandem {

namespace {

void append(std::string& out, const MessageValue& value);

void append(std::string& out, const std::string& text) {
  out += '"';
  for (const char c : valid_utf8(text)) {
    switch (c) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\t':
        out += "\\t";
        break;
      case '\r':
        out += "\\r";
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20)
          out += fmt::format("\\u{:04x}", static_cast<int>(c));
        else
          out += c;
    }
  }
  out += '"';
}

template <Primitive T>
void append(std::string& out, T number) {
  if constexpr (std::floating_point<T>) {
    if (std::isnan(number))
      out += "\"NaN\"";
    else if (std::isinf(number))
      out += number > 0 ? "\"Infinity\"" : "\"-Infinity\"";
    else
      out += float_text(static_cast<double>(number));
  } else {
    out += integer_text(number);
  }
}

void append(std::string& out, const MessageValue::Members& members) {
  out += '{';
  for (const MessageValue::Member& member : members) {
    if (&member != &members.front()) out += ", ";
    append(out, member.field->name);
    out += ": ";
    append(out, member.value);
  }
  out += '}';
}

template <class T>
void append(std::string& out, const std::vector<T>& list) {
  out += '[';
  bool is_first = true;
  for (const T& element : list) {
    if (!std::exchange(is_first, false)) out += ", ";
    append(out, element);
  }
  out += ']';
}

void append(std::string& out, const MessageValue& value) {
  std::visit([&](const auto& content) { append(out, content); }, value.content);
}

}  // namespace

std::string to_json(const MessageValue& value) {
  std::string out;
  append(out, value);
  return out;
}

}  // namespace tandem
