// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/faults_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "scenario/suggest.h"
#include "scenario/utf8_text.h"

namespace tandem {

std::optional<Fault> read_fault(const YamlNode& node, Findings& findings) {
  if (!node.is_map()) {
    findings.error(node.place, fmt::format("a fault is a map such as {{kind: latency, delay_s: "
                                           "0.3}}, is {}",
                                           describe(node)));
    return std::nullopt;
  }
  FaultWords words;
  bool is_text = true;
  for (const YamlEntry& entry : node.entries) {
    if (entry.value.is_text()) {
      words.emplace_back(entry.key, entry.value.text);
      continue;
    }
    findings.error(entry.place, fmt::format("'{}' expects a value, is {}", printable(entry.key),
                                            describe(entry.value)));
    is_text = false;
  }
  std::vector<FaultProblem> problems;
  const std::optional<Fault> fault = read_fault(words, problems);
  for (FaultProblem& problem : problems) {
    const auto entry = std::ranges::find(node.entries, problem.word, &YamlEntry::key);
    findings.error(entry == node.entries.end() ? node.place : entry->place,
                   std::move(problem.text));
  }
  return is_text ? fault : std::nullopt;
}

void find_subject(Fault& fault, const Place& place, const std::vector<RobotConfig>& robots,
                  Findings& findings) {
  if (info_of(fault.kind).subject == FaultSubject::process) return;
  if (robots.empty()) return findings.error(place, "a fault needs a robot, and there is none");
  if (fault.robot.empty()) fault.robot = robots.front().name;
  const auto robot = std::ranges::find(robots, fault.robot, &RobotConfig::name);
  if (robot == robots.end()) {
    std::vector<std::string> names;
    for (const RobotConfig& one : robots) names.push_back(one.name);
    return findings.error(place, fmt::format("there is no robot '{}'{}", printable(fault.robot),
                                             suggestion(fault.robot, names)));
  }
  if (const std::string why = why_unfit(fault, *robot); !why.empty())
    findings.error(place, fmt::format("{}: {}", name_of(fault.kind), why));
}

std::vector<FaultPlan> read_faults(const YamlNode& node, const std::vector<RobotConfig>& robots,
                                   const std::vector<ProgramConfig>& programs, Findings& findings) {
  // with --mode twin, processes of Tandem itself belong to a run too
  std::vector<std::string> processes{"gate", "plant", "track", "guard"};
  for (const ProgramConfig& program : programs) processes.push_back(process_name(program));
  std::vector<FaultPlan> plans;
  if (!node.is_list()) {
    findings.error(node.place, fmt::format("'faults' expects a list, is {}", describe(node)));
    return plans;
  }
  if (node.items.size() > most_faults) {
    findings.error(node.place, fmt::format("a world has at most {} faults, here are {}",
                                           most_faults, node.items.size()));
    return plans;
  }
  std::set<std::string> names;
  for (const YamlNode& item : node.items) {
    std::optional<Fault> fault = read_fault(item, findings);
    if (!fault) continue;
    find_subject(*fault, item.place, robots, findings);
    if (!fault->process.empty() && !std::ranges::count(processes, fault->process))
      findings.error(item.place,
                     fmt::format("no process '{}' runs beside this scenario{}",
                                 printable(fault->process), suggestion(fault->process, processes)));
    if (!fault->name.empty() && !names.insert(fault->name).second)
      findings.error(item.place, fmt::format("there are two faults named '{}'", fault->name));
    plans.push_back({*std::move(fault), item.place});
  }
  return plans;
}

}  // namespace tandem
