// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/yaml_document.h"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <map>
#include <sstream>
#include <utility>

#include "base/utf8.h"
#include "scenario/utf8_text.h"

namespace tandem {

namespace {

constexpr std::size_t max_nodes = 100'000;  // 10,000 commands with all their values
constexpr std::size_t max_depth = 64;
constexpr std::string_view merge_key = "<<";

struct Refused {
  int line;
  std::string message;
};

// Builds the tree from the parser's events. Copies that aliases make count as nodes, which is what
// stops an alias bomb.
class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(const std::string& file, Findings& findings) : file_(file), findings_(findings) {}

  YamlNode take() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    add(make(mark, YamlNode::Kind::nothing), anchor);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    refuse_tag(mark, tag);
    YamlNode node = make(mark, YamlNode::Kind::text);
    node.text = value;
    // "?" is the tag of what was written without quotes
    if (tag == "?" && (value == "~" || value == "null")) node.kind = YamlNode::Kind::nothing;
    is_plain_ = tag == "?";
    add(std::move(node), anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchored_.find(anchor);
    if (found == anchored_.end())
      throw Refused{mark.line + 1, "this alias stands inside the value it refers to"};
    count(found->second.nodes, mark.line + 1);
    is_plain_ = false;
    attach(YamlNode(found->second.node), found->second.nodes);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(mark, tag, anchor, YamlNode::Kind::list);
  }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(mark, tag, anchor, YamlNode::Kind::map);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapEnd() override { close(); }

 private:
  struct Open {
    YamlNode node;
    YAML::anchor_t anchor = 0;
    std::size_t nodes = 1;
    std::optional<std::pair<std::string, Place>> key;  // of the entry whose value comes next
    std::vector<YamlNode> merges;                      // values of "<<"
    bool next_is_merge = false;
  };
  struct Anchored {
    YamlNode node;
    std::size_t nodes;
  };

  YamlNode make(const YAML::Mark& mark, YamlNode::Kind kind) {
    YamlNode node;
    node.kind = kind;
    node.place = {file_, mark.line + 1};
    return node;
  }

  void refuse_tag(const YAML::Mark& mark, const std::string& tag) {
    if (tag.empty() || tag == "?" || tag == "!" || tag.starts_with("tag:yaml.org,2002:")) return;
    findings_.error({file_, mark.line + 1}, fmt::format("the tag '{}' means nothing here", tag));
  }

  void count(std::size_t nodes, int line) {
    count_ += nodes;
    if (count_ > max_nodes)
      throw Refused{line, fmt::format("more than {} values, aliases counted as what they stand for",
                                      max_nodes)};
  }

  void open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
            YamlNode::Kind kind) {
    refuse_tag(mark, tag);
    if (open_.size() >= max_depth)
      throw Refused{mark.line + 1, fmt::format("nested more than {} levels deep", max_depth)};
    count(1, mark.line + 1);
    open_.push_back({make(mark, kind), anchor, 1, {}, {}, false});
  }

  void close() {
    Open done = std::move(open_.back());
    open_.pop_back();
    merge_and_check(done);
    is_plain_ = false;
    remember(done.anchor, done.node, done.nodes);
    attach(std::move(done.node), done.nodes);
  }

  void add(YamlNode node, YAML::anchor_t anchor) {
    count(1, node.place.line);
    remember(anchor, node, 1);
    attach(std::move(node), 1);
  }

  void remember(YAML::anchor_t anchor, const YamlNode& node, std::size_t nodes) {
    if (anchor == 0) return;
    count(nodes, node.place.line);
    anchored_.insert_or_assign(anchor, Anchored{node, nodes});
  }

  // the finished value becomes an item, a key or the value of the key before it
  void attach(YamlNode node, std::size_t nodes) {
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    Open& parent = open_.back();
    parent.nodes += nodes;
    if (parent.node.is_list()) {
      parent.node.items.push_back(std::move(node));
    } else if (parent.next_is_merge) {
      parent.merges.push_back(std::move(node));
      parent.next_is_merge = false;
    } else if (parent.key) {
      auto [key, place] = std::move(*parent.key);
      parent.key.reset();
      parent.node.entries.push_back({std::move(key), std::move(place), std::move(node)});
    } else if (node.is_text() && is_plain_ && node.text == merge_key) {
      parent.next_is_merge = true;
    } else {
      if (!node.is_text())
        findings_.error(node.place, fmt::format("a key must be a word, is {}", describe(node)));
      parent.key = {node.text, node.place};
    }
  }

  void merge_and_check(Open& done) {
    std::map<std::string, int, std::less<>> first_line;
    std::erase_if(done.node.entries, [&](const YamlEntry& entry) {
      const auto [known, is_new] = first_line.emplace(entry.key, entry.place.line);
      if (!is_new)
        findings_.error(entry.place, fmt::format("'{}' is given twice, first in line {}", entry.key,
                                                 known->second));
      return !is_new;
    });

    for (const YamlNode& merge : done.merges) {
      const bool is_list = merge.is_list();
      for (std::size_t i = 0; i < (is_list ? merge.items.size() : 1); ++i) {
        const YamlNode& source = is_list ? merge.items[i] : merge;
        if (!source.is_map()) {
          findings_.error(source.place, fmt::format("'<<' expects a map, is {}", describe(source)));
          continue;
        }
        // what is written in the map itself wins over what is merged in
        for (const YamlEntry& entry : source.entries)
          if (first_line.emplace(entry.key, entry.place.line).second)
            done.node.entries.push_back(entry);
      }
    }
  }

  const std::string& file_;
  Findings& findings_;
  YamlNode root_;
  std::vector<Open> open_;
  std::map<YAML::anchor_t, Anchored> anchored_;
  std::size_t count_ = 0;
  bool is_plain_ = false;  // the last value was a word without quotes
};

}  // namespace

const YamlNode* YamlNode::find(std::string_view key) const {
  for (const YamlEntry& entry : entries)
    if (entry.key == key) return &entry.value;
  return nullptr;
}

YamlNode* YamlNode::find(std::string_view key) {
  return const_cast<YamlNode*>(std::as_const(*this).find(key));
}

std::string describe(const YamlNode& node) {
  switch (node.kind) {
    case YamlNode::Kind::nothing:
      return "nothing";
    case YamlNode::Kind::list:
      return node.items.empty() ? "an empty list" : "a list";
    case YamlNode::Kind::map:
      return "a map";
    case YamlNode::Kind::text:
      break;
  }
  constexpr std::size_t shown = 60;
  const std::string_view start = first_characters(node.text, shown);
  return fmt::format("'{}{}'", printable(start), start.size() < node.text.size() ? "..." : "");
}

std::optional<YamlNode> parse_yaml(std::string_view text, const std::string& file,
                                   Findings& findings) {
  const int errors_before = findings.error_count();
  TreeBuilder builder(file, findings);
  try {
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    parser.HandleNextDocument(builder);
    YamlNode root = builder.take();
    TreeBuilder next(file, findings);
    if (parser.HandleNextDocument(next))
      findings.error(next.take().place, "a second document begins here, expected only one");
    if (findings.error_count() > errors_before) return std::nullopt;
    if (root.place.file.empty()) root.place = {file, 0};
    return root;
  } catch (const Refused& refused) {
    findings.error({file, refused.line}, refused.message);
  } catch (const YAML::Exception& exception) {
    findings.error({file, exception.mark.line + 1},
                   fmt::format("this is not YAML: {}", printable(exception.msg)));
  }
  return std::nullopt;
}

std::optional<YamlNode> read_yaml(const SourceFile& file, Findings& findings) {
  const std::optional<std::string> text = read_text_file(file, findings);
  if (!text) return std::nullopt;
  return parse_yaml(*text, file.path.string(), findings);
}

YamlNode merged(YamlNode base, const YamlNode& over) {
  if (!base.is_map() || !over.is_map()) return over;
  for (const YamlEntry& entry : over.entries) {
    if (YamlNode* known = base.find(entry.key)) {
      *known = merged(std::move(*known), entry.value);
    } else {
      base.entries.push_back(entry);
    }
  }
  base.place = over.place;
  return base;
}

}  // namespace tandem
