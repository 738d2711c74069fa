// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace re2 {
class RE2;
}

namespace tandem {

// A regular expression that takes time in proportion to the text, whatever a person wrote and
// whatever text a network sends. Copies share it; any thread may use it.
class Pattern {
 public:
  enum class Syntax {
    perl,   // \d, (?i), (?P<name>...); no look-around and no back-references
    posix,  // extended regular expressions
  };

  // Why it is none, or is too large, as a sentence.
  static Result<Pattern> compile(std::string_view expression, Syntax syntax = Syntax::perl);

  // Anywhere in the text.
  bool is_in(std::string_view text) const;
  // The first group where it first matches, or the whole match of a pattern without groups. Nothing
  // where it does not match, or where the match left the group out.
  std::optional<std::string> find_in(std::string_view text) const;

 private:
  explicit Pattern(std::shared_ptr<const re2::RE2> expression);

  std::shared_ptr<const re2::RE2> expression_;
};

}  // namespace tandem
