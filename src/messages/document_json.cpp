// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "messages/document_builder.h"

namespace tandem {

namespace {

using Kind = Document::Kind;

// The names and types are those that nlohmann's parser calls.
struct Handler {
  DocumentBuilder builder;

  bool null() { return builder.leaf(Kind::nothing, {}); }
  bool boolean(bool value) { return builder.leaf(Kind::literal, value ? "true" : "false"); }
  bool number_integer(std::int64_t value) {
    return builder.leaf(Kind::literal, std::to_string(value));
  }
  bool number_unsigned(std::uint64_t value) {
    return builder.leaf(Kind::literal, std::to_string(value));
  }
  bool number_float(double, const std::string& text) { return builder.leaf(Kind::literal, text); }
  bool string(std::string& text) { return builder.leaf(Kind::text, std::move(text)); }
  bool binary(std::vector<std::uint8_t>&) { return false; }  // JSON text has none
  bool start_object(std::size_t) { return builder.begin(Kind::members); }
  bool key(std::string& name) { return builder.key(std::move(name)); }
  bool end_object() { return end(); }
  bool start_array(std::size_t) { return builder.begin(Kind::list); }
  bool end_array() { return end(); }
  bool parse_error(std::size_t position, const std::string& token,
                   const nlohmann::json::exception& error) {
    constexpr int number_overflow = 406;
    builder.error = error.id == number_overflow
                        ? fmt::format("has the number {}, which is too large", token)
                        : fmt::format("is not JSON from character {} on", position);
    return false;
  }

 private:
  bool end() {
    builder.end();
    return true;
  }
};

}  // namespace

Result<Document> parse_json(std::string_view text) {
  Handler handler;
  if (!nlohmann::json::sax_parse(text, &handler)) return Error{handler.builder.error};
  return handler.builder.take();
}

}  // namespace tandem
