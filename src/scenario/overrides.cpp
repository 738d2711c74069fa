// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/overrides.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <string_view>

#include "scenario/suggest.h"

namespace tandem {

namespace {

constexpr std::string_view prefix = "--set ";

void set_place(YamlNode& node, const Place& place) {
  node.place = place;
  for (YamlNode& item : node.items) set_place(item, place);
  for (YamlEntry& entry : node.entries) {
    entry.place = place;
    set_place(entry.value, place);
  }
}

std::vector<std::string> split(std::string_view path) {
  std::vector<std::string> words;
  for (;;) {
    const std::size_t dot = path.find('.');
    words.emplace_back(path.substr(0, dot));
    if (dot == std::string_view::npos) return words;
    path.remove_prefix(dot + 1);
  }
}

YamlNode* find_item(YamlNode& list, std::string_view word, const Place& place, Findings& findings) {
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), index);
  if (error == std::errc{} && end == word.data() + word.size() && index < list.items.size())
    return &list.items[index];

  std::vector<std::string> names;
  for (YamlNode& item : list.items) {
    const YamlNode* name = item.find("name");
    if (!name || !name->is_text()) continue;
    if (name->text == word) return &item;
    names.push_back(name->text);
  }
  findings.error(place, fmt::format("the list has {} items, none is '{}'{}", list.items.size(),
                                    word, suggestion(word, names)));
  return nullptr;
}

// The entries of these have names that the file chooses: a new one by override is a slip.
bool has_chosen_names(std::string_view key) {
  return key == "spawn" || key == "rules" || key == "catalog";
}

// "skid" becomes "{type: skid}"
void expand_type(YamlNode& node) {
  if (!node.is_text()) return;
  const YamlNode type = node;
  node = {YamlNode::Kind::map, type.place, {}, {}, {{"type", type.place, type}}};
}

YamlNode* find_or_add(YamlNode& parent, const std::string& parent_key, const std::string& word,
                      bool is_last, const Place& place, Findings& findings) {
  if (parent.is_list()) return find_item(parent, word, place, findings);
  if (parent_key == "drive") expand_type(parent);
  if (parent.kind == YamlNode::Kind::nothing) {
    parent.kind = YamlNode::Kind::map;
    parent.place = place;
  }
  if (!parent.is_map()) {
    findings.error(place,
                   fmt::format("'{}' is {} and has no '{}'", parent_key, describe(parent), word));
    return nullptr;
  }
  if (YamlNode* known = parent.find(word)) return known;
  if (has_chosen_names(parent_key) && !is_last) {
    std::vector<std::string> names;
    for (const YamlEntry& entry : parent.entries) names.push_back(entry.key);
    findings.error(place,
                   fmt::format("'{}' has no '{}'{}", parent_key, word, suggestion(word, names)));
    return nullptr;
  }
  parent.entries.push_back({word, place, {YamlNode::Kind::nothing, place, {}, {}, {}}});
  return &parent.entries.back().value;
}

}  // namespace

void apply_overrides(YamlNode& root,
                     const std::vector<std::pair<std::string, std::string>>& overrides,
                     Findings& findings) {
  for (const auto& [path, text] : overrides) {
    const Place place{fmt::format("{}{}", prefix, path), 0};
    std::optional<YamlNode> value = parse_yaml(text, place.file, findings);
    if (!value) continue;
    set_place(*value, place);

    YamlNode* node = &root;
    std::string parent_key = "the scenario";
    const std::vector<std::string> words = split(path);
    for (std::size_t i = 0; i < words.size() && node; ++i) {
      if (words[i].empty()) {
        findings.error(place, "expected names with single dots between them");
        node = nullptr;
        break;
      }
      node = find_or_add(*node, parent_key, words[i], i + 1 == words.size(), place, findings);
      parent_key = words[i];
    }
    if (node) *node = std::move(*value);
  }
}

bool is_override(const Place& place) { return place.file.starts_with(prefix); }

void expand_drive(YamlNode& robot) {
  if (YamlNode* drive = robot.find("drive")) expand_type(*drive);
}

}  // namespace tandem
