// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "loading.h"

#include <fmt/format.h>

#include <CLI/Error.hpp>

#include "base/log.h"

namespace tandem {

std::shared_ptr<const Scenario> load_or_exit(const std::string& name,
                                             const ScenarioOptions& options) {
  Findings findings;
  auto scenario = load_scenario(name, options, findings);
  if (!scenario) {
    for (const Finding& finding : findings.all())
      if (finding.severity == Severity::error) fmt::print(stderr, "{}\n", to_string(finding));
    throw CLI::RuntimeError(1);
  }
  if (const int count = findings.warning_count(); count > 0)
    log(LogLevel::warning,
        fmt::format("{} {} about {}; 'tandem check {}' lists {}", count,
                    count == 1 ? "warning" : "warnings", name, name, count == 1 ? "it" : "them"));
  return scenario;
}

}  // namespace tandem
