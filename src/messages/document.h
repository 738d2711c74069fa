// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace tandem {

// What a person or a program wrote as JSON or YAML, before anybody knows what it should be. Numbers
// stay text, so that no digit is lost.
struct Document {
  enum class Kind {
    nothing,  // null, or no text at all
    text,     // in quotes
    literal,  // a number or bool of JSON
    plain,    // YAML without quotes: text, number or bool, as the field has it
    list,
    members,
  };

  struct Member;

  Kind kind = Kind::nothing;
  std::string text;
  std::vector<Document> list;
  std::vector<Member> members;  // no name twice
};

struct Document::Member {
  std::string name;
  Document content;
};

Result<Document> parse_json(std::string_view text);
// Refuses more values than `max_yaml_values`, which is room for a picture of 640 by 480.
constexpr int max_yaml_values = 1'000'000;
Result<Document> parse_yaml(std::string_view text);

}  // namespace tandem
