// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "base/utf8.h"
#include "messages/dynamic.h"
#include "messages/flow_yaml.h"
#include "messages/number_text.h"

namespace tandem {

namespace {

// Whether a reader of YAML would take the bare text for something else than text.
bool looks_like_other(std::string_view text) {
  constexpr std::array<std::string_view, 14> words{
      "true", "false", "yes", "no", "on", "off", "null", "y", "n", "nan", "inf", "~", "none", "<<"};
  std::string lower;
  for (const char c : text) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (const std::string_view word : words)
    if (lower == word) return true;
  const bool starts_like_number = lower.find_first_of("0123456789+.") == 0;
  return starts_like_number &&
         lower.find_first_not_of("0123456789abcdefx+-._:inot") == std::string::npos;
}

bool is_plain(std::string_view text) {
  constexpr std::string_view letters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_/.";
  constexpr std::string_view inner = "-+ ,;()<>=\"'";  // harmless behind a letter
  if (text.empty() || letters.find(text.front()) == std::string_view::npos) return false;
  for (const char c : text)
    if (letters.find(c) == std::string_view::npos && inner.find(c) == std::string_view::npos)
      return false;
  return !text.ends_with(' ') && !looks_like_other(text);
}

std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      out += {'\\', c};
    else if (c == '\n')
      out += "\\n";
    else if (c == '\t')
      out += "\\t";
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      out += fmt::format("\\x{:02x}", static_cast<int>(c));
    else
      out += c;
  }
  return out + '"';
}

std::string in_single_quotes(std::string_view text) {
  std::string single = "'";
  for (const char c : text) single += c == '\'' ? std::string("''") : std::string(1, c);
  return single + "'";
}

std::string text_of(std::string_view raw, const YamlStyle& style) {
  if (!style.shows_texts) return fmt::format("'<string length: <{}>>'", raw.size());
  const std::string_view start = first_characters(raw, style.longest);
  std::string text = valid_utf8(start);
  if (start.size() < raw.size()) text += "...";

  if (is_plain(text)) return text;
  for (const char c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) return in_quotes(text);
  return in_single_quotes(text);
}

std::string float_of(double number) {
  if (std::isnan(number)) return ".nan";
  if (std::isinf(number)) return number > 0 ? ".inf" : "-.inf";
  std::string text = float_text(number);
  // YAML 1.1 takes 1e-05 for text
  const std::size_t exponent = text.find('e');
  if (exponent != std::string::npos && text.find('.') == std::string::npos)
    text.insert(exponent, ".0");
  return text;
}

template <class T>
std::string scalar_of(const T& value, const YamlStyle& style) {
  if constexpr (std::same_as<T, std::string>)
    return text_of(value, style);
  else if constexpr (std::floating_point<T>)
    return float_of(static_cast<double>(value));
  else
    return integer_text(value);
}

std::string length_of(const FieldDescription& field, std::size_t length) {
  return fmt::format("'<{}, length: {}>'", type_of(field), length);
}

// What stands behind "name:" or alone, with its line end; `indent` is that of the name.
class Writer {
 public:
  Writer(std::string& out, const YamlStyle& style) : out_(out), style_(style) {}

  void members(const MessageValue::Members& members, std::size_t indent) {
    for (const MessageValue::Member& member : members) {
      out_.append(indent, ' ');
      out_ += member.field->name + ':';
      value(member.value, member.field, indent);
    }
  }

  void value(const MessageValue& value, const FieldDescription* field, std::size_t indent) {
    std::visit(
        [&]<class T>(const T& content) {
          if constexpr (std::same_as<T, MessageValue::Members>)
            nested(content, indent);
          else if constexpr (is_sequence<T>)
            list(content, field, indent);
          else
            line(scalar_of(content, style_));
        },
        value.content);
  }

 private:
  void line(std::string_view text) {
    if (!out_.empty() && out_.back() == ':') out_ += ' ';
    out_ += text;
    out_ += '\n';
  }

  void nested(const MessageValue::Members& content, std::size_t indent) {
    if (content.empty()) return line("{}");
    const bool is_named = !out_.empty() && out_.back() == ':';
    if (is_named) out_ += '\n';
    members(content, is_named ? indent + 2 : indent);
  }

  template <class T>
  void list(const std::vector<T>& content, const FieldDescription* field, std::size_t indent) {
    if (!style_.shows_lists && field != nullptr) return line(length_of(*field, content.size()));
    if (content.empty()) return line("[]");
    if (!out_.empty() && out_.back() == ':') out_ += '\n';
    std::size_t shown = 0;
    for (const T& element : content) {
      if (shown++ == style_.longest) {
        item("'...'", indent);
        break;
      }
      if constexpr (std::same_as<T, MessageValue>)
        item(std::get<MessageValue::Members>(element.content), indent);
      else
        item(scalar_of<T>(element, style_), indent);
    }
  }

  void item(std::string_view scalar, std::size_t indent) {
    out_.append(indent, ' ');
    out_ += "- ";
    line(scalar);
  }

  void item(const MessageValue::Members& message, std::size_t indent) {
    if (message.empty()) return item("{}", indent);
    const std::size_t start = out_.size();
    members(message, indent + 2);
    out_[start + indent] = '-';
  }

  std::string& out_;
  const YamlStyle& style_;
};

// "{x: 1.0, y: [1, 2]}"
class FlowWriter {
 public:
  FlowWriter(std::string& out, const YamlStyle& style) : out_(out), style_(style) {}

  void value(const MessageValue& value, const FieldDescription* field) {
    std::visit(
        [&]<class T>(const T& content) {
          if constexpr (std::same_as<T, MessageValue::Members>)
            members(content);
          else if constexpr (is_sequence<T>)
            list(content, field);
          else
            scalar(content);
        },
        value.content);
  }

 private:
  void members(const MessageValue::Members& members) {
    out_ += '{';
    for (const MessageValue::Member& member : members) {
      if (out_.back() != '{') out_ += ", ";
      out_ += member.field->name + ": ";
      value(member.value, member.field);
    }
    out_ += '}';
  }

  template <class T>
  void list(const std::vector<T>& content, const FieldDescription* field) {
    if (!style_.shows_lists && field != nullptr) {
      out_ += length_of(*field, content.size());
      return;
    }
    out_ += '[';
    std::size_t shown = 0;
    for (const T& element : content) {
      if (shown > 0) out_ += ", ";
      if (shown++ == style_.longest) {
        out_ += "'...'";
        break;
      }
      if constexpr (std::same_as<T, MessageValue>)
        value(element, nullptr);
      else
        scalar<T>(element);
    }
    out_ += ']';
  }

  template <class T>
  void scalar(const T& content) {
    const std::string text = scalar_of<T>(content, style_);
    // a comma would end a bare text here
    const bool is_torn =
        text.find(',') != std::string::npos && text.front() != '\'' && text.front() != '"';
    out_ += is_torn ? in_single_quotes(text) : text;
  }

  std::string& out_;
  const YamlStyle& style_;
};

}  // namespace

std::string to_flow_yaml(const MessageValue& value, const YamlStyle& style) {
  std::string out;
  FlowWriter(out, style).value(value, nullptr);
  return out + '\n';
}

std::string to_yaml(const MessageValue& value, const YamlStyle& style) {
  std::string out;
  Writer(out, style).value(value, nullptr, 0);
  return out;
}

}  // namespace tandem
