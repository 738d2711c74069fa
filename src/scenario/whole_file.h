// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "base/findings.h"
#include "base/result.h"
#include "scenario/fields.h"

namespace tandem {

// Reads a YAML file that is one map: what `read` makes of its fields, or nothing after an error was
// reported.
template <typename T>
std::optional<T> read_whole_file(const std::filesystem::path& file, const Section& section,
                                 Findings& findings,
                                 const std::function<std::optional<T>(const Fields&)>& read) {
  const int errors_before = findings.error_count();
  const std::optional<YamlNode> root = read_yaml(file, findings);
  if (!root) return std::nullopt;
  const Fields fields(*root, section, findings);
  if (!fields.is_map()) return std::nullopt;
  std::optional<T> value = read(fields);
  if (findings.error_count() > errors_before) return std::nullopt;
  return value;
}

// Writes a file that is replaced whole or not at all.
std::optional<Error> write_whole_file(const std::filesystem::path& file, const std::string& text);

}  // namespace tandem
