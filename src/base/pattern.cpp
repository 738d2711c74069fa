// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "base/pattern.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <array>
#include <utility>

namespace tandem {

Pattern::Pattern(std::shared_ptr<const re2::RE2> expression) : expression_(std::move(expression)) {}

Result<Pattern> Pattern::compile(std::string_view expression, Syntax syntax) {
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(1 << 20);  // what repeats of repeats may grow to
  if (syntax == Syntax::posix) {
    options.set_posix_syntax(true);
    options.set_longest_match(true);
  }
  auto compiled = std::make_shared<const re2::RE2>(
      re2::StringPiece(expression.data(), expression.size()), options);
  if (!compiled->ok())
    return Error{fmt::format("'{}' is no regular expression: {}", expression, compiled->error())};
  return Pattern(std::move(compiled));
}

bool Pattern::is_in(std::string_view text) const {
  return expression_->Match({text.data(), text.size()}, 0, text.size(), re2::RE2::UNANCHORED,
                            nullptr, 0);
}

std::optional<std::string> Pattern::find_in(std::string_view text) const {
  std::array<re2::StringPiece, 2> found;  // the match, then its first group
  const int wanted = expression_->NumberOfCapturingGroups() > 0 ? 2 : 1;
  if (!expression_->Match({text.data(), text.size()}, 0, text.size(), re2::RE2::UNANCHORED,
                          found.data(), wanted))
    return std::nullopt;
  const re2::StringPiece& value = found[static_cast<std::size_t>(wanted - 1)];
  if (!value.data()) return std::nullopt;
  return std::string(value.data(), value.size());
}

}  // namespace tandem
