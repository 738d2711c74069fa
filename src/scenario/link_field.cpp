// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/link_field.h"

#include <fmt/format.h>

#include <algorithm>

#include "scenario/suggest.h"

namespace tandem {

std::string read_link(const Fields& fields, const Model& model) {
  std::string link = model.links.empty() ? "" : model.links.front().name;
  if (!fields.read("link", link) || model.links.empty()) return link;
  std::vector<std::string> names;
  for (const Link& known : model.links) names.push_back(known.name);
  for (const NamedFrame& frame : model.frames) names.push_back(frame.name);
  if (std::ranges::find(names, link) == names.end())
    fields.findings().error(
        fields.place_of("link"),
        fmt::format("model '{}' has no link '{}'{}", model.name, link, suggestion(link, names)));
  return link;
}

}  // namespace tandem
