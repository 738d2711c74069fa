// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/time.h"
#include "scenario/scenario.h"

namespace tandem {

// What `gate` and `plant` have in common: a scenario, and which of its robots they are for.
struct CompanionArguments {
  std::string scenario;
  std::vector<std::string> robots;
  std::vector<std::string> settings;
  bool leaves_out_warnings = false;  // about the scenario: who started it has told them
};

void add_companion_options(CLI::App& command, CompanionArguments& arguments);

struct ChosenRobots {
  std::shared_ptr<const Scenario> scenario;
  std::vector<RobotConfig> configs;
  std::uint64_t seed = 1;
  TfTopics tf = TfTopics::shared;
};
// The robots that were named, or all twins, or all robots where none is a twin. Ends the command
// with a sentence when there is none.
ChosenRobots chosen_robots(const CompanionArguments& arguments);

Duration duration_option(const std::string& option, const std::string& text);
[[noreturn]] void reject_command(const std::string& message);
void wait_for_stop(std::stop_token stop);

}  // namespace tandem
