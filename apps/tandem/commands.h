// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace tandem {

// Each adds one subcommand. A command reports how it went by throwing CLI::RuntimeError with the
// exit code, or by returning for 0.
void add_run_command(CLI::App& app);
void add_gate_command(CLI::App& app);
void add_guard_command(CLI::App& app);
void add_plant_command(CLI::App& app);
void add_track_command(CLI::App& app);
void add_replay_command(CLI::App& app);
void add_report_command(CLI::App& app);
void add_check_command(CLI::App& app);
void add_snap_command(CLI::App& app);
void add_calibrate_command(CLI::App& app);
void add_map_command(CLI::App& app);
void add_bench_command(CLI::App& app);
void add_message_command(CLI::App& app);

// What followed --ros-args on the command line, for the command that takes part in ROS 2 as a node.
const std::vector<std::string>& ros_arguments();

}  // namespace tandem
