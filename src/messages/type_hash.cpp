// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "messages/type_hash.h"

#include <fmt/format.h>
#include <openssl/sha.h>

#include <array>
#include <map>
#include <string_view>

namespace tandem {

namespace {

using References = std::map<std::string_view, const TypeDescription*>;  // in the order of the hash

void collect(const TypeDescription& description, References& references) {
  for (const FieldDescription& field : description.fields)
    if (field.message != nullptr && references.emplace(field.message->name, field.message).second)
      collect(*field.message, references);
}

int type_id(const FieldDescription& field) {
  constexpr int bounded_string = 21;
  const int kind = field.text_capacity > 0 ? bounded_string : static_cast<int>(field.kind);
  return kind + static_cast<int>(field.container);
}

// The spaces are part of what is hashed.
std::string to_json(const FieldDescription& field) {
  return fmt::format(
      R"({{"name": "{}", "type": {{"type_id": {}, "capacity": {}, "string_capacity": {}, )"
      R"("nested_type_name": "{}"}}}})",
      field.name, type_id(field), field.capacity, field.text_capacity,
      field.message == nullptr ? "" : field.message->name);
}

std::string to_json(const TypeDescription& description) {
  std::string fields;
  for (const FieldDescription& field : description.fields) {
    if (!fields.empty()) fields += ", ";
    fields += to_json(field);
  }
  // an empty message is hashed with the byte that stands for it on the wire
  if (fields.empty())
    fields = to_json({.name = "structure_needs_at_least_one_member", .kind = FieldKind::uint8});
  return fmt::format(R"({{"type_name": "{}", "fields": [{}]}})", description.name, fields);
}

std::string sha256(std::string_view text) {
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
  SHA256(reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest.data());
  std::string hex;
  for (const unsigned char byte : digest) hex += fmt::format("{:02x}", byte);
  return hex;
}

}  // namespace

std::string type_hash(const TypeDescription& description) {
  References references;
  collect(description, references);
  std::string referenced;
  for (const auto& [name, reference] : references) {
    if (!referenced.empty()) referenced += ", ";
    referenced += to_json(*reference);
  }
  return "RIHS01_" +
         sha256(fmt::format(R"({{"type_description": {}, "referenced_type_descriptions": [{}]}})",
                            to_json(description), referenced));
}

}  // namespace tandem
