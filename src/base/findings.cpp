// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "base/findings.h"

#include <fmt/format.h>

namespace tandem {

std::string to_string(const Finding& finding) {
  const std::string_view kind = finding.severity == Severity::error ? "error" : "warning";
  if (finding.place.line <= 0)
    return fmt::format("{}: {}: {}", finding.place.file, kind, finding.message);
  return fmt::format("{}:{}: {}: {}", finding.place.file, finding.place.line, kind,
                     finding.message);
}

void Findings::error(Place place, std::string message) {
  all_.push_back({Severity::error, std::move(place), std::move(message)});
  ++error_count_;
}

void Findings::warn(Place place, std::string message) {
  all_.push_back({Severity::warning, std::move(place), std::move(message)});
}

}  // namespace tandem
