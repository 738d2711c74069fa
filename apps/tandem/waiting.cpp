// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "waiting.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/log.h"

namespace tandem {

namespace {

constexpr Duration silence = 1s;  // before the person is told what is waited for

// Servers of another type will never answer.
void fail_on_other_type(const GraphView& graph, const Wanted& wanted) {
  const auto types = types_of(wanted.kind.endpoints(graph, wanted.name).offering);
  if (types.empty() || std::ranges::find(types, wanted.type) != types.end()) return;
  fail(fmt::format("{} is served as {}, not as {}", wanted.name, fmt::join(types, ", "),
                   wanted.type));
}

}  // namespace

void wait_for_server(NetworkTool& tool, const std::function<bool(Duration)>& wait,
                     const Wanted& wanted, Duration timeout) {
  const bool is_served_soon = wait(std::min(silence, timeout));
  if (is_served_soon) return;
  if (tool.is_stopped()) throw CommandEnd(1);
  fail_on_other_type(tool.node().graph(), wanted);
  if (timeout > silence) {
    log(LogLevel::info,
        fmt::format("waiting for somebody to serve the {} {}", wanted.kind.name, wanted.name));
    if (wait(timeout - silence)) return;
  }
  if (tool.is_stopped()) throw CommandEnd(1);
  fail_on_other_type(tool.node().graph(), wanted);
  fail(fmt::format("nobody served the {} {} within {} s; --timeout waits longer", wanted.kind.name,
                   wanted.name, seconds(timeout)));
}

}  // namespace tandem
