// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/parameter_yaml.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "middleware/names.h"

namespace tandem {

namespace {

constexpr int max_depth = 32;  // of nested names; deeper files are mistakes or attacks

// quoted text stays text
ParameterValue scalar(const YAML::Node& node) {
  const bool is_quoted = node.Tag() == "!" || node.Tag() == "tag:yaml.org,2002:str";
  if (!is_quoted) {
    bool boolean = false;
    if (YAML::convert<bool>::decode(node, boolean)) return boolean;
    std::int64_t integer = 0;
    if (YAML::convert<std::int64_t>::decode(node, integer)) return integer;
    double number = 0;
    if (YAML::convert<double>::decode(node, number)) return number;
  }
  return node.Scalar();
}

template <class T>
std::optional<ParameterValue> all_of_type(const std::vector<ParameterValue>& values) {
  std::vector<T> list;
  for (const ParameterValue& value : values) {
    const auto* held = std::get_if<T>(&value);
    if (!held) return std::nullopt;
    list.push_back(*held);
  }
  return ParameterValue(std::move(list));
}

Result<ParameterValue> list(const YAML::Node& node) {
  std::vector<ParameterValue> values;
  for (const YAML::Node& element : node) {
    if (!element.IsScalar()) return Error{"a list may hold only booleans, numbers or strings"};
    values.push_back(scalar(element));
  }
  if (values.empty()) return ParameterValue(std::vector<std::string>());
  if (auto booleans = all_of_type<bool>(values)) return *booleans;
  if (auto integers = all_of_type<std::int64_t>(values)) return *integers;
  if (auto strings = all_of_type<std::string>(values)) return *strings;
  for (ParameterValue& value : values)
    if (const auto* integer = std::get_if<std::int64_t>(&value))
      value = static_cast<double>(*integer);
  if (auto doubles = all_of_type<double>(values)) return *doubles;
  return Error{"the elements of a list must be of one type"};
}

std::string place(const YAML::Node& node) { return fmt::format("line {}", node.Mark().line + 1); }

struct FileReader {
  std::vector<YamlParameter> found;

  // Everything below ros__parameters; names are joined by dots.
  std::optional<std::string> read_parameters(const std::string& node, const std::string& prefix,
                                             const YAML::Node& yaml, int depth) {
    if (!yaml.IsMap()) return fmt::format("{}: expected names with values", place(yaml));
    if (depth > max_depth) return fmt::format("{}: nested too deeply", place(yaml));
    for (const auto& entry : yaml) {
      const std::string name = prefix + entry.first.Scalar();
      if (entry.second.IsMap()) {
        if (auto problem = read_parameters(node, name + ".", entry.second, depth + 1))
          return problem;
        continue;
      }
      Result<ParameterValue> value = parameter_from_yaml(entry.second);
      if (!value) return fmt::format("{}: {}: {}", place(entry.second), name, value.error());
      found.push_back({node, name, *std::move(value)});
    }
    return std::nullopt;
  }

  // Namespaces and nodes, down to ros__parameters.
  std::optional<std::string> read_nodes(const std::string& path, const YAML::Node& yaml,
                                        int depth) {
    if (!yaml.IsMap()) return fmt::format("{}: expected the names of nodes", place(yaml));
    if (depth > max_depth) return fmt::format("{}: nested too deeply", place(yaml));
    for (const auto& entry : yaml) {
      const std::string& key = entry.first.Scalar();
      if (key == "ros__parameters") {
        if (path.empty())
          return fmt::format("{}: ros__parameters must stand below a node's name",
                             place(entry.first));
        if (auto problem = read_parameters(path, "", entry.second, depth + 1)) return problem;
        continue;
      }
      const std::string below = key.starts_with('/') ? path + key : path + "/" + key;
      if (!entry.second.IsMap())
        return fmt::format("{}: {}: expected ros__parameters below a node's name",
                           place(entry.first), key);
      if (auto problem = read_nodes(below, entry.second, depth + 1)) return problem;
    }
    return std::nullopt;
  }
};

}  // namespace

Result<ParameterValue> parameter_from_yaml(const YAML::Node& node) {
  if (node.IsSequence()) return list(node);
  if (node.IsScalar()) return scalar(node);
  if (node.IsMap()) return Error{"expected one value or a list, found names with values"};
  return Error{"has no value"};
}

Result<std::vector<YamlParameter>> parameters_of_file(const std::string& path) {
  try {
    FileReader reader;
    const YAML::Node yaml = YAML::LoadFile(path);
    if (yaml.IsNull()) return std::vector<YamlParameter>();
    if (const auto problem = reader.read_nodes("", yaml, 0))
      return Error{fmt::format("{}: {}", path, *problem)};
    return std::move(reader.found);
  } catch (const YAML::BadFile&) {
    return Error{fmt::format("{}: can't be read", path)};
  } catch (const YAML::Exception& exception) {
    return Error{fmt::format("{}: line {}: {}", path, exception.mark.line + 1, exception.msg)};
  }
}

}  // namespace tandem
