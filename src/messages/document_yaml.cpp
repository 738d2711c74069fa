// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <sstream>

#include "messages/document_builder.h"

namespace tandem {

namespace {

using Kind = Document::Kind;

struct Stop {};  // ends yaml-cpp's parser; the reason is with the builder

// The names and types are those that yaml-cpp's parser calls.
class Handler : public YAML::EventHandler {
 public:
  DocumentBuilder builder;

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {
    check_no_key_due();
    builder.leaf(Kind::nothing, {});
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    refuse(fmt::format("has an alias in line {}; write the value out", mark.line + 1));
  }
  void OnScalar(const YAML::Mark&, const std::string& tag, YAML::anchor_t,
                const std::string& value) override {
    if (builder.is_key_due()) {
      check(builder.key(value));
      return;
    }
    const bool is_quoted = tag == "!" || tag == "tag:yaml.org,2002:str";
    builder.leaf(is_quoted ? Kind::text : Kind::plain, value);
  }
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {
    begin(Kind::list);
  }
  void OnSequenceEnd() override { builder.end(); }
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {
    begin(Kind::members);
  }
  void OnMapEnd() override { builder.end(); }

 private:
  void begin(Kind kind) {
    check_no_key_due();
    check(builder.begin(kind));
  }
  // yaml-cpp also takes a bracket that is never closed for a name
  void check_no_key_due() {
    if (builder.is_key_due()) refuse("has a name that is not text; is a bracket left open?");
  }
  void check(bool is_fine) {
    if (!is_fine) throw Stop{};
  }
  void refuse(std::string reason) {
    builder.error = std::move(reason);
    throw Stop{};
  }
};

// yaml-cpp keeps all of a list in brackets before it tells of its first element, at 360 bytes each:
// what is too long must not reach it.
bool has_too_many_values(std::string_view text) {
  constexpr std::ptrdiff_t most = max_yaml_values;
  if (text.size() <= static_cast<std::size_t>(most)) return false;
  return std::ranges::count_if(text, [](char c) { return c == ',' || c == '\n'; }) >= most;
}

}  // namespace

Result<Document> parse_yaml(std::string_view text) {
  if (has_too_many_values(text))
    return Error{fmt::format("has more than {} values, too many for YAML", max_yaml_values)};
  Handler handler;
  try {
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    if (!parser.HandleNextDocument(handler)) return Document{};
    if (parser.HandleNextDocument(handler)) return Error{"goes on after the message"};
  } catch (const Stop&) {
    return Error{handler.builder.error};
  } catch (const YAML::Exception& error) {
    return Error{fmt::format("is not YAML in line {}: {}", error.mark.line + 1, error.msg)};
  }
  return handler.builder.take();
}

}  // namespace tandem
