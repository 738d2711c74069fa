// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/discreet.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "scenario/file_names.h"
#include "scenario/schema.h"

namespace tandem {

namespace {

// Words that are in nobody's file alone: Tandem's own keys, and names of what comes with it.
class Vocabulary {
 public:
  explicit Vocabulary(std::string_view known) : known_(known) {
    for (const Section& section : all_sections()) {
      words_.emplace(section.name);
      words_.insert(section.keys.begin(), section.keys.end());
    }
    for (const NamedFile kind : {NamedFile::scenario, NamedFile::world, NamedFile::robot})
      words_.merge(as_set(known_names(kind, "")));
    for (const std::string_view tag : {"sdf", "world", "model", "robot", "link", "joint"})
      words_.emplace(tag);
  }

  bool has(std::string_view words) const {
    const auto is_letter = [](unsigned char c) { return std::isalnum(c) != 0; };
    return std::ranges::none_of(words, is_letter) || words_.contains(std::string(words)) ||
           known_.find(words) != std::string_view::npos;
  }

  // "a, b, c"
  bool has_all(std::string_view list) const {
    while (!list.empty()) {
      const std::size_t end = std::min(list.find(", "), list.size());
      if (!has(list.substr(0, end))) return false;
      list.remove_prefix(std::min(end + 2, list.size()));
    }
    return true;
  }

 private:
  static std::set<std::string> as_set(const std::vector<std::string>& names) {
    return {names.begin(), names.end()};
  }

  std::set<std::string> words_;
  std::string_view known_;
};

bool is_word_end(std::string_view text, std::size_t i) {
  return i >= text.size() || std::isalnum(static_cast<unsigned char>(text[i])) == 0;
}

// Takes "; did you mean 'x'?" and "; expected one of a, b" off the end. Gives back what of it may
// be said.
std::string take_suggestion(std::string_view& message, const Vocabulary& vocabulary) {
  constexpr std::array<std::string_view, 3> beginnings{"; did you mean '", "; expected one of ",
                                                       "; expected "};
  for (const std::string_view beginning : beginnings) {
    const std::size_t start = message.rfind(beginning);
    if (start == std::string_view::npos) continue;
    const std::string_view whole = message.substr(start);
    std::string_view names = whole.substr(beginning.size());
    if (names.ends_with("'?")) names.remove_suffix(2);
    message = message.substr(0, start);
    return vocabulary.has_all(names) ? std::string(whole) : "";
  }
  return "";
}

// "expects a number, is 'secret'" -> "expects a number"
std::string_view without_what_was_found(std::string_view message, const Vocabulary& vocabulary) {
  constexpr std::array<std::string_view, 7> harmless{"nothing",  "a list", "an empty list", "a map",
                                                     "a folder", "empty",  "a list of"};
  for (const std::string_view beginning : {", is ", "; is "}) {
    const std::size_t start = message.find(beginning);
    if (start == std::string_view::npos) continue;
    std::string_view found = message.substr(start + beginning.size());
    const bool is_harmless = std::ranges::any_of(
        harmless, [&](std::string_view words) { return found.starts_with(words); });
    if (found.size() > 1 && found.front() == '\'' && found.back() == '\'')
      found = found.substr(1, found.size() - 2);
    if (found.ends_with("...")) found.remove_suffix(3);  // it was shortened
    if (!is_harmless && !vocabulary.has(found)) message = message.substr(0, start);
  }
  return message;
}

// An end without a beginning: some quotation has the mark of its end in it.
bool has_stray_end(std::string_view message, char open, char close) {
  bool is_inside = false;
  for (std::size_t i = 0; i < message.size(); ++i) {
    const bool is_after_word = i > 0 && !is_word_end(message, i - 1);
    if (is_inside && message[i] == close && is_word_end(message, i + 1))
      is_inside = false;
    else if (!is_inside && message[i] == open && !is_after_word)
      is_inside = true;
    else if (!is_inside && message[i] == close && is_after_word && is_word_end(message, i + 1))
      return true;
  }
  return is_inside;
}

// From the first quotation that is not known up to the last: a quotation may have any character in
// it, also the one that ends it.
std::string without_quotations(std::string_view message, const Vocabulary& vocabulary, char open,
                               char close) {
  const std::size_t last = message.rfind(close);
  const bool is_clear = !has_stray_end(message, open, close);
  std::string text;
  for (std::size_t i = 0; i < message.size();) {
    const bool is_open = message[i] == open && (i == 0 || is_word_end(message, i - 1));
    if (!is_open || last == std::string_view::npos || last <= i) {
      text += message[i++];
      continue;
    }
    const std::size_t end = message.find(close, i + 1);
    const bool is_whole = is_word_end(message, end + 1);
    if (!is_clear || !is_whole || !vocabulary.has(message.substr(i + 1, end - i - 1)))
      return text + open + "..." + close + std::string(message.substr(last + 1));
    text += message.substr(i, end + 1 - i);
    i = end + 1;
  }
  return text;
}

// What libraries say when they cannot read a file may be anything.
std::string_view without_words_of_libraries(std::string_view message) {
  for (const std::string_view mark : {"cannot be read as ", "could not be loaded"}) {
    const std::size_t start = message.find(mark);
    if (start != std::string_view::npos)
      return message.substr(0, message.find(": ", start + mark.size()));
  }
  return message;
}

}  // namespace

std::string discreet_text(const Finding& finding, std::string_view known) {
  const Vocabulary vocabulary(known);
  std::string_view message = finding.message;
  const std::string suggestion = take_suggestion(message, vocabulary);
  message = without_words_of_libraries(without_what_was_found(message, vocabulary));
  // "<mass>: must be positive": an element that was looked for by its name
  const std::size_t colon = message.starts_with('<') ? message.find(">: ") : std::string_view::npos;
  const std::string_view element =
      message.substr(0, colon == std::string_view::npos ? 0 : colon + 1);
  std::string text = without_quotations(message.substr(element.size()), vocabulary, '\'', '\'');
  text = without_quotations(text, vocabulary, '<', '>');
  return to_string({finding.severity, finding.place, std::string(element) + text + suggestion});
}

std::string discreet_reason(const Findings& findings, std::string_view known) {
  const auto& all = findings.all();
  if (all.empty()) return "";
  const auto first = std::ranges::find(all, Severity::error, &Finding::severity);
  return discreet_text(first == all.end() ? all.front() : *first, known);
}

}  // namespace tandem
