// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/names.h"

#include <fmt/format.h>

#include <algorithm>

namespace tandem {

namespace {

constexpr std::size_t max_name_length = 247;  // DDS allows 256, of which ROS 2 needs some

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// why one part between slashes is wrong
std::optional<std::string> why_not_a_token(std::string_view token) {
  if (token.empty()) return "has an empty part";
  if (is_digit(token.front())) return fmt::format("has a part that starts with a digit, {}", token);
  const auto wrong =
      std::ranges::find_if(token, [](char c) { return !is_letter(c) && !is_digit(c); });
  if (wrong != token.end())
    return fmt::format("has '{}'; only letters, digits and underscores are allowed", *wrong);
  return std::nullopt;
}

std::optional<std::string> why_not_absolute(std::string_view name) {
  if (!name.starts_with('/')) return "must start with a slash";
  if (name.size() > max_name_length)
    return fmt::format("has {} characters, at most {} are allowed", name.size(), max_name_length);
  while (!name.empty()) {
    name.remove_prefix(1);
    const std::size_t end = std::min(name.find('/'), name.size());
    if (auto reason = why_not_a_token(name.substr(0, end))) return reason;
    name.remove_prefix(end);
  }
  return std::nullopt;
}

Result<std::string> substitute(std::string_view name, const NodeName& node) {
  std::string result;
  while (!name.empty()) {
    const std::size_t open = name.find('{');
    result += name.substr(0, open);
    if (open == std::string_view::npos) break;
    const std::size_t close = name.find('}', open);
    if (close == std::string_view::npos) return Error{"has a '{' without a '}'"};
    const std::string_view key = name.substr(open + 1, close - open - 1);
    if (key == "node")
      result += node.name;
    else if (key == "ns" || key == "namespace")
      result += node.ns == "/" ? std::string_view() : std::string_view(node.ns);
    else
      return Error{fmt::format("has {{{}}}; only {{node}} and {{ns}} are known", key)};
    name.remove_prefix(close + 1);
  }
  return result;
}

bool fits(const RemapRule& rule, RemapRule::Kind kind) {
  return rule.kind == RemapRule::Kind::any || kind == RemapRule::Kind::any || rule.kind == kind;
}

}  // namespace

std::string join_names(std::string_view ns, std::string_view name) {
  return ns.ends_with('/') ? fmt::format("{}{}", ns, name) : fmt::format("{}/{}", ns, name);
}

std::string full_name(const NodeName& node) { return join_names(node.ns, node.name); }

std::optional<std::string> why_not_a_node_name(std::string_view name) {
  std::optional<std::string> reason;
  if (name.empty()) return "a node needs a name";
  if (name.find('/') != std::string_view::npos)
    reason = "has a slash; the part before it is the namespace";
  else
    reason = why_not_a_token(name);
  if (!reason) return std::nullopt;
  return fmt::format("\"{}\" can't be a node's name: it {}", name, *reason);
}

std::optional<std::string> why_not_a_namespace(std::string_view ns) {
  if (ns == "/") return std::nullopt;
  const auto reason = why_not_absolute(ns);
  if (!reason) return std::nullopt;
  return fmt::format("\"{}\" can't be a namespace: it {}", ns, *reason);
}

Result<std::string> expand_name(std::string_view name, const NodeName& node) {
  const auto refuse = [&](std::string_view reason) {
    return Error{fmt::format("\"{}\" can't be a name in the graph: it {}", name, reason)};
  };
  if (name.empty()) return Error{"an empty name can't be a name in the graph"};
  const Result<std::string> substituted = substitute(name, node);
  if (!substituted) return refuse(substituted.error());

  std::string expanded = *substituted;
  if (expanded.starts_with('~')) {
    if (expanded.size() > 1 && expanded[1] != '/') return refuse("has '~' without a slash after");
    expanded = full_name(node) + expanded.substr(1);
  } else if (!expanded.starts_with('/')) {
    expanded = join_names(node.ns, expanded);
  }
  if (const auto reason = why_not_absolute(expanded)) return refuse(*reason);
  return expanded;
}

Result<std::string> resolve_name(std::string_view name, const NodeName& node, RemapRule::Kind kind,
                                 const std::vector<RemapRule>& rules) {
  Result<std::string> expanded = expand_name(name, node);
  if (!expanded) return expanded;
  for (const RemapRule& rule : rules) {
    if (rule.from.starts_with("__") || !fits(rule, kind)) continue;
    if (!rule.node.empty() && rule.node != node.name) continue;
    const Result<std::string> from = expand_name(rule.from, node);
    if (!from) return from;
    if (*from == *expanded) return expand_name(rule.to, node);
  }
  return expanded;
}

Result<NodeName> resolve_node_name(const NodeName& given, const std::vector<RemapRule>& rules) {
  NodeName resolved = given;
  bool has_name = false;
  bool has_ns = false;
  for (const RemapRule& rule : rules) {
    if (!rule.node.empty() && rule.node != given.name) continue;
    if (!has_name && (rule.from == "__node" || rule.from == "__name")) {
      resolved.name = rule.to;
      has_name = true;
    }
    if (!has_ns && rule.from == "__ns") {
      resolved.ns = rule.to;
      has_ns = true;
    }
  }
  if (resolved.ns.empty()) resolved.ns = "/";
  if (!resolved.ns.starts_with('/')) resolved.ns.insert(0, "/");
  if (auto reason = why_not_a_node_name(resolved.name)) return Error{*reason};
  if (auto reason = why_not_a_namespace(resolved.ns)) return Error{*reason};
  return resolved;
}

}  // namespace tandem
