// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "fault_commands.h"
#include "messages/time.h"

namespace tandem {

namespace {

using tandem_msgs::srv::ListFaults;

std::string when(const tandem_msgs::msg::Fault& fault, SimTime now) {
  const SimTime end = to_time(fault.end);
  if (!fault.active) return fmt::format("begins in {:.1f} s", seconds(to_time(fault.start) - now));
  if (end == SimTime{}) return "until it is cleared";
  return fmt::format("for {:.1f} s more", seconds(end - now));
}

void list(const FaultOptions& options) {
  const auto answer = ask_run<ListFaults>(options, "/tandem/list_faults", {});
  const SimTime now = to_time(answer.stamp);
  if (answer.faults.empty()) fmt::print("nothing goes wrong on purpose\n");
  for (const tandem_msgs::msg::Fault& fault : answer.faults) {
    std::string of;
    for (const std::string* part : {&fault.robot, &fault.sensor, &fault.process})
      if (!part->empty()) of += (of.empty() ? " of " : "/") + *part;
    for (const auto& [key, value] : fault.values) of += fmt::format(", {} {}", key, value);
    fmt::print("{}: {}{}; {}, {} hits\n", fault.name, fault.kind, of, when(fault, now), fault.hits);
  }
  if (!answer.processes.empty())
    fmt::print("process_kill can kill: {}\n", fmt::join(answer.processes, ", "));
}

}  // namespace

void add_fault_list(Command fault) {
  Command command = fault.add("list", "What goes wrong on purpose in the run");
  const auto options = std::make_shared<FaultOptions>();
  add_fault_options(command, *options);
  command.on_run([options] { list(*options); });
}

}  // namespace tandem
