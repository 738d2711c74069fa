// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "messages/type_name.h"

#include <fmt/format.h>

namespace tandem {

std::string dds_type_name(std::string_view ros_name) {
  const std::size_t last = ros_name.rfind('/');
  if (last == std::string_view::npos) return fmt::format("dds_::{}_", ros_name);
  std::string scope;
  for (const char c : ros_name.substr(0, last))
    scope += c == '/' ? std::string("::") : std::string(1, c);
  return fmt::format("{}::dds_::{}_", scope, ros_name.substr(last + 1));
}

std::string ros_type_name(std::string_view dds_name) {
  constexpr std::string_view mark = "::dds_::";
  const std::size_t at = dds_name.find(mark);
  if (at == std::string_view::npos || !dds_name.ends_with('_')) return std::string(dds_name);

  std::string name;
  for (std::string_view scope = dds_name.substr(0, at); !scope.empty();) {
    const std::size_t end = scope.find("::");
    name += fmt::format("{}/", scope.substr(0, end));
    scope.remove_prefix(end == std::string_view::npos ? scope.size() : end + 2);
  }
  const std::string_view type = dds_name.substr(at + mark.size());
  return name.append(type.substr(0, type.size() - 1));
}

}  // namespace tandem
