// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/killable_process.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "scenario/suggest.h"
#include "scenario/utf8_text.h"

namespace tandem {

std::string why_no_kill(const Fault& fault, std::span<const KillableProcess> processes,
                        std::string_view common) {
  if (processes.empty()) return fmt::format("no process {}", common);
  const auto found = std::ranges::find(processes, fault.process, &KillableProcess::name);
  if (found == processes.end()) {
    std::vector<std::string> names;
    for (const KillableProcess& process : processes) names.push_back(process.name);
    return fmt::format("no process '{}' {}{}", printable(fault.process), common,
                       suggestion(fault.process, names));
  }
  if (fault.lasts && !found->is_started_again)
    return fmt::format("'{}' is not started again, so its fault has no end; leave out 'for'",
                       fault.process);
  return {};
}

}  // namespace tandem
