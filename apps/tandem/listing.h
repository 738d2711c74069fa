// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "command.h"
#include "output.h"
#include "tools/graph_queries.h"

namespace tandem {

// Options of the commands that list names with their types.
struct ListingOptions {
  bool shows_types = false;
  bool only_counts = false;
  bool has_hidden = false;
};
// `what` as in "topics".
void add_listing_options(Command command, ListingOptions& options, const std::string& what);

std::vector<NamedTypes> shown(std::vector<NamedTypes> all, const ListingOptions& options);
// One line each: "/scan" or "/scan [sensor_msgs/msg/LaserScan]"; or only how many.
void print_listing(Output& out, const std::vector<NamedTypes>& entries,
                   const ListingOptions& options);

// The names of those that have this type: what the commands `find` print.
void print_with_type(Output& out, const std::vector<NamedTypes>& entries, const std::string& type,
                     const ListingOptions& options);

}  // namespace tandem
