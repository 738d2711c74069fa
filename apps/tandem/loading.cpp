// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "loading.h"

#include <fmt/format.h>

#include "base/log.h"
#include "ports/ros/ros_checks.h"
#include "simulation/load_scenario.h"

namespace tandem {

namespace {

std::string in_shell(const std::string& word) {
  constexpr const char* plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_=.,:/+-";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char letter : word)
    quoted += letter == '\'' ? std::string("'\\''") : std::string{letter};
  return quoted + "'";
}

// What finds the same as loading did.
std::string check_command_of(const std::string& name, const ScenarioOptions& options) {
  std::string command = "tandem check " + in_shell(name);
  for (const auto& [key, value] : options.overrides)
    command += " --set " + in_shell(key + "=" + value);
  return command;
}

}  // namespace

std::shared_ptr<const Scenario> load_or_exit(const std::string& name,
                                             const ScenarioOptions& options, Warnings warnings) {
  Findings findings;
  ScenarioOptions checked = options;
  checked.checks = ros_checks();
  auto scenario = load_checked_scenario(name, checked, findings);
  if (!scenario) {
    for (const Finding& finding : findings.all())
      if (finding.severity == Severity::error) fmt::print(stderr, "{}\n", to_string(finding));
    throw CLI::RuntimeError(1);
  }
  const int count = findings.warning_count();
  if (count > 0 && warnings == Warnings::counted)
    log(LogLevel::warning,
        fmt::format("{} {} about {}; {} listed by: {}", count, count == 1 ? "warning" : "warnings",
                    name, count == 1 ? "it is" : "they are", check_command_of(name, options)));
  return scenario;
}

void add_settings_option(CLI::App& command, std::vector<std::string>& settings) {
  command
      .add_option("--set", settings,
                  "KEY=VALUE: replace a value of the scenario file, such as "
                  "spawn.boxes.count=3000")
      ->allow_extra_args(false);
}

std::vector<std::pair<std::string, std::string>> parse_settings(
    const std::vector<std::string>& settings) {
  std::vector<std::pair<std::string, std::string>> overrides;
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0) {
      log(LogLevel::error,
          fmt::format("--set takes KEY=VALUE such as spawn.boxes.count=3000; not '{}'", setting));
      throw CLI::RuntimeError(2);
    }
    overrides.emplace_back(setting.substr(0, equals), setting.substr(equals + 1));
  }
  return overrides;
}

}  // namespace tandem
