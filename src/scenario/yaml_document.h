// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/findings.h"
#include "scenario/source_file.h"

namespace tandem {

struct YamlEntry;

// A value of a YAML file with the place it was written at. Anchors, aliases and merge keys are
// resolved, so that a reader sees plain values only.
struct YamlNode {
  enum class Kind { nothing, text, list, map };

  Kind kind = Kind::nothing;
  Place place;
  std::string text;  // of a scalar, as written
  std::vector<YamlNode> items;
  std::vector<YamlEntry> entries;

  const YamlNode* find(std::string_view key) const;
  YamlNode* find(std::string_view key);
  bool is_map() const { return kind == Kind::map; }
  bool is_list() const { return kind == Kind::list; }
  bool is_text() const { return kind == Kind::text; }
};

struct YamlEntry {
  std::string key;
  Place place;
  YamlNode value;
};

// "a map", "a list", "nothing" or "'text'", for sentences that say what was found.
std::string describe(const YamlNode& node);

// Everything wrong with the text goes to `findings`; nothing is returned only after an error was
// reported. Bounded in size, depth and nodes, so that no file can take long.
std::optional<YamlNode> parse_yaml(std::string_view text, const std::string& file,
                                   Findings& findings);
std::optional<YamlNode> read_yaml(const SourceFile& file, Findings& findings);

// `over` laid over `base`: maps key by key, everything else replaced.
YamlNode merged(YamlNode base, const YamlNode& over);

}  // namespace tandem
