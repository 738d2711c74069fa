// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>

#include "commands.h"
#include "counted.h"
#include "loading.h"
#include "mission_files.h"
#include "missions/mission_script.h"
#include "ports/ros/ros_checks.h"
#include "simulation/load_scenario.h"

namespace tandem {

namespace {

// Prints the findings on one file; true when a run could start from it.
bool check(const std::string& name,
           const std::vector<std::pair<std::string, std::string>>& overrides) {
  Findings findings;
  const ScenarioOptions options{.overrides = overrides, .checks = ros_checks()};
  const bool is_usable = is_mission_file(name)
                             ? check_mission_file(name, options, findings).has_value()
                             : load_checked_scenario(name, options, findings) != nullptr;
  for (const Finding& finding : findings.all()) fmt::print("{}\n", to_string(finding));

  std::string verdict =
      is_usable ? "ok" : counted(static_cast<std::size_t>(findings.error_count()), "error");
  if (findings.warning_count() > 0)
    verdict += ", " + counted(static_cast<std::size_t>(findings.warning_count()), "warning");
  fmt::print("{}: {}\n", name, verdict);
  return is_usable;
}

}  // namespace

void add_check_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "check",
      "Look for mistakes in scenario, mission, world and robot files (yaml, sdf, world, urdf)");
  const auto files = std::make_shared<std::vector<std::string>>();
  command
      ->add_option("FILE", *files,
                   "Files, folders of missions, or names of scenarios that came with Tandem")
      ->required();
  const auto settings = std::make_shared<std::vector<std::string>>();
  add_settings_option(*command, *settings);
  command->callback([files, settings] {
    const auto overrides = parse_settings(*settings);
    bool are_usable = true;
    for (const std::string& file : *files) {
      const std::vector<std::filesystem::path> below = missions_below(file);
      for (const auto& each : below) are_usable &= check(each.string(), overrides);
      if (below.empty()) are_usable &= check(file, overrides);
    }
    if (!are_usable) throw CLI::RuntimeError(1);
  });
}

}  // namespace tandem
