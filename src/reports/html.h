// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/markup.h"

namespace tandem::reports {

// Bytes as an address that needs no request.
std::string data_uri(std::string_view media_type, std::string_view bytes);

// Less than this is what is left of a sum, and no measurement.
inline constexpr double nothing = 1e-12;
// A value for people: four digits that count, "-" for what is no number.
std::string number_text(double value);
// With its unit.
std::string value_text(double value, std::string_view unit);
// The name of a figure: "emaros.path_length" -> "emaros: path length"
std::string figure_text(std::string_view name);
// "3.42 s", "2:05.3 min", "1:02:05 h"
std::string time_text(double seconds);

// A table of texts that are HTML already; a column that begins with # has numbers.
std::string table(const std::vector<std::string>& columns,
                  const std::vector<std::vector<std::string>>& rows,
                  std::string_view css_class = "");

// A part of a page with its heading; nothing where there is no content.
std::string section(std::string_view id, std::string_view title, const std::string& content);

// A whole page: nothing in it asks anybody for anything.
std::string page(std::string_view title, const std::string& body);

}  // namespace tandem::reports
