// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "listing.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tandem {

void add_listing_options(Command command, ListingOptions& options, const std::string& what) {
  command.flag("-t,--show-types", options.shows_types, "Also their types");
  command.flag(fmt::format("-c,--count-{}", what), options.only_counts, "Only how many");
  command.flag(fmt::format("--include-hidden-{},--all,-a", what), options.has_hidden,
               "Also those for machines, of which a part starts with '_'");
}

std::vector<NamedTypes> shown(std::vector<NamedTypes> all, const ListingOptions& options) {
  return options.has_hidden ? all : without_hidden(std::move(all));
}

void print_listing(Output& out, const std::vector<NamedTypes>& entries,
                   const ListingOptions& options) {
  if (options.only_counts) return out.line(fmt::format("{}", entries.size()));
  std::string text;
  for (const NamedTypes& entry : entries)
    text += options.shows_types ? fmt::format("{} [{}]\n", entry.name, fmt::join(entry.types, ", "))
                                : entry.name + '\n';
  out.print(text);
}

void print_with_type(Output& out, const std::vector<NamedTypes>& entries, const std::string& type,
                     const ListingOptions& options) {
  std::vector<NamedTypes> found;
  for (const NamedTypes& entry : entries)
    if (std::ranges::find(entry.types, type) != entry.types.end()) found.push_back(entry);
  print_listing(out, found, options);
}

}  // namespace tandem
