// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/faults_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "scenario/killable_process.h"
#include "scenario/suggest.h"
#include "scenario/utf8_text.h"

namespace tandem {

namespace {

constexpr std::array<std::string_view, 4> of_twins{"gate", "plant", "track", "guard"};

// All that may run beside a scenario. Processes of Tandem itself belong to runs with --mode twin,
// and are not started again.
std::vector<KillableProcess> processes_beside(const std::vector<RobotConfig>& robots,
                                              const std::vector<ProgramConfig>& programs) {
  std::vector<KillableProcess> processes;
  for (const ProgramConfig& program : programs)
    processes.push_back({.name = process_name(program), .is_started_again = true});
  const auto is_twin = [](const RobotConfig& robot) { return robot.mode == RobotMode::twin; };
  const auto is_guarded = [](const RobotConfig& robot) { return robot.guard.has_value(); };
  if (std::ranges::none_of(robots, is_twin)) return processes;
  for (const std::string_view name : of_twins)
    if (name != "guard" || std::ranges::any_of(robots, is_guarded))
      processes.push_back({.name = std::string(name)});
  return processes;
}

std::string why_no_process(const Fault& fault, std::span<const KillableProcess> processes) {
  if (info_of(fault.kind).subject != FaultSubject::process) return {};
  std::string why = why_no_kill(fault, processes, "runs beside this scenario");
  const bool is_there = std::ranges::count(processes, fault.process, &KillableProcess::name) > 0;
  if (!is_there && fault.process == "guard")
    why += "; 'guard' runs with --mode twin where a robot has a guard";
  else if (!is_there && std::ranges::count(of_twins, fault.process))
    why += fmt::format("; '{}' runs with --mode twin", fault.process);
  return why;
}

}  // namespace

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
  const std::vector<KillableProcess> processes = processes_beside(robots, programs);
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
    if (std::string why = why_no_process(*fault, processes); !why.empty())
      findings.error(item.place, std::move(why));
    if (!fault->name.empty() && !names.insert(fault->name).second)
      findings.error(item.place, fmt::format("there are two faults named '{}'", fault->name));
    plans.push_back({*std::move(fault), item.place});
  }
  return plans;
}

}  // namespace tandem
