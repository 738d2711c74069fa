// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/message_template.h"

#include <algorithm>
#include <utility>

#include "messages/builtin_interfaces.h"
#include "messages/document.h"
#include "messages/dynamic_document.h"
#include "messages/std_msgs.h"
#include "messages/time.h"

namespace tandem {

namespace {

using Place = std::vector<std::size_t>;

bool is_word(const Document& document, std::string_view word) {
  const bool is_text =
      document.kind == Document::Kind::plain || document.kind == Document::Kind::text;
  return is_text && document.text == word;
}

// Takes "now" and "auto" out of the document and notes where they were.
void take_stamps(const TypeDescription& type, Document& document, Place place,
                 std::vector<Place>& stamps) {
  if (document.kind != Document::Kind::members) return;
  for (auto& [name, content] : document.members) {
    const auto field = std::ranges::find(type.fields, name, &FieldDescription::name);
    if (field == type.fields.end() || field->message == nullptr ||
        field->container != FieldContainer::none)
      continue;
    Place inner = place;
    inner.push_back(static_cast<std::size_t>(field - type.fields.begin()));
    const bool is_time = field->message->name == builtin_interfaces::msg::Time::type_name;
    const bool is_header = field->message->name == std_msgs::msg::Header::type_name;
    if (is_time && is_word(content, "now")) {
      content = {};
      stamps.push_back(inner);
    } else if (is_header && is_word(content, "auto")) {
      content = {};
      inner.push_back(0);
      stamps.push_back(inner);
    } else {
      take_stamps(*field->message, content, inner, stamps);
    }
  }
}

MessageValue& member_at(MessageValue& value, const Place& place) {
  MessageValue* inner = &value;
  for (const std::size_t index : place)
    inner = &std::get<MessageValue::Members>(inner->content)[index].value;
  return *inner;
}

}  // namespace

Result<MessageTemplate> MessageTemplate::from_yaml(const TypeDescription& type,
                                                   std::string_view yaml) {
  Result<Document> parsed = parse_yaml(yaml);
  if (!parsed) return Error{"the text " + parsed.error()};
  Document document = *std::move(parsed);
  MessageTemplate made;
  take_stamps(type, document, {}, made.stamps_);
  Result<MessageValue> value = from_document(type, document);
  if (!value) return Error{value.error()};
  made.value_ = *std::move(value);
  return made;
}

MessageValue MessageTemplate::value(Duration now) const {
  MessageValue value = value_;
  const builtin_interfaces::msg::Time time = to_message_time(now);
  for (const Place& place : stamps_) {
    auto& stamp = std::get<MessageValue::Members>(member_at(value, place).content);
    stamp[0].value.content = time.sec;
    stamp[1].value.content = time.nanosec;
  }
  return value;
}

}  // namespace tandem
