// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <condition_variable>
#include <memory>
#include <mutex>

#include "base/log.h"
#include "commands.h"
#include "companion_options.h"
#include "loading.h"
#include "middleware/dds_context.h"
#include "ports/gate/gate_node.h"
#include "stop_signals.h"

namespace tandem {

namespace {

struct GateArguments {
  CompanionArguments common;
  std::optional<std::string> pose_timeout;
  std::optional<std::string> simulator_timeout;
  std::string command_timeout = "500ms";
  std::string clock = "/clock";
  std::optional<std::string> in, out;
  bool is_weak = false;
};

void run_gate(const GateArguments& arguments) {
  const auto robots = chosen_robots(arguments.common);
  if (robots.configs.size() > 1 && (arguments.in || arguments.out))
    reject_command("--in and --out name the topics of one robot: choose it with --robot");
  StopSignals signals;
  std::vector<std::unique_ptr<GateNode>> gates;
  for (const RobotConfig& robot : robots.configs) {
    GateNodeConfig config = gate_config(robot);
    if (arguments.pose_timeout)
      config.gate.pose_timeout = duration_option("--pose-timeout", *arguments.pose_timeout);
    if (arguments.simulator_timeout)
      config.gate.simulator_timeout =
          duration_option("--simulator-timeout", *arguments.simulator_timeout);
    config.gate.command_timeout = duration_option("--command-timeout", arguments.command_timeout);
    config.clock_topic = arguments.clock;
    if (arguments.in) config.command_topic = *arguments.in;
    if (arguments.out) config.output_topic = *arguments.out;
    config.is_weak = arguments.is_weak;
    gates.push_back(std::make_unique<GateNode>(
        config, NodeOptions{.context = program_context(), .arguments = ros_arguments()}));
    log(LogLevel::info,
        fmt::format("gate of {}: poses from {}, loss after {} ms without a pose, {} ms without the "
                    "simulator, {} ms without a command",
                    robot.name, config.pose_topic, config.gate.pose_timeout / 1ms,
                    config.gate.simulator_timeout / 1ms, config.gate.command_timeout / 1ms));
  }
  wait_for_stop(signals.token());
}

}  // namespace

void add_gate_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "gate", "Stand between autonomy and motors: pass commands only while all is well");
  const auto arguments = std::make_shared<GateArguments>();
  add_companion_options(*command, arguments->common);
  command->add_option("--pose-timeout", arguments->pose_timeout,
                      "Close after this long without a newer pose; else the scenario's timeout");
  command->add_option("--simulator-timeout", arguments->simulator_timeout,
                      "Close after this long without the simulator's time going on; else 250ms");
  command
      ->add_option("--command-timeout", arguments->command_timeout,
                   "Close after this long without a command")
      ->capture_default_str();
  command->add_option("--clock", arguments->clock, "Topic that the simulator's time is on")
      ->capture_default_str();
  command->add_option("--in", arguments->in, "Topic of commands instead of the robot's cmd_vel");
  command->add_option("--out", arguments->out,
                      "Topic to the motors instead of the robot's hardware/cmd_vel");
  command->add_flag("--weak", arguments->is_weak,
                    "For a base that only listens to cmd_vel: send zero there while closed");
  command->callback([arguments] { run_gate(*arguments); });
}

}  // namespace tandem
