// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include "base/log.h"
#include "commands.h"
#include "middleware/ros_arguments.h"
#include "network_commands.h"

namespace {

// Names the commands added since the last time, for the help.
void title_group(CLI::App& app, const char* title) {
  for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    if (command->get_group() == "Subcommands") command->group(title);
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

// "run, check and bench"
std::string spoken(const std::vector<std::string>& names) {
  std::string sentence = names.front();
  for (std::size_t i = 1; i < names.size(); ++i)
    sentence += (i + 1 < names.size() ? ", " : " and ") + names[i];
  return sentence;
}

// CLI11 would only say that a command is missing, for `tandem`, `tandem walk` and `tandem message
// walk` alike.
std::optional<std::string> why_no_command(const CLI::App& app, int argc, char** argv) {
  const CLI::App* level = &app;
  std::string path = "tandem";
  for (int i = 1; i == argc || argv[i][0] != '-'; ++i) {
    const std::vector<std::string> names = command_names(*level);
    if (names.empty()) break;
    if (i == argc) return path + " needs a command; there are " + spoken(names);
    if (std::ranges::count(names, argv[i]) == 0)
      return std::string("there is no command '") + argv[i] + "'; there are " + spoken(names);
    level = level->get_subcommand(argv[i]);
    path += std::string(" ") + argv[i];
  }
  return {};
}

std::vector<std::string> given_ros_arguments;

bool is_node(const std::string& command) {
  return command == "run" || command == "gate" || command == "plant";
}

// What is CLI11's to read, last first as it wants it. Behind commands that are nodes, the arguments
// of those are taken out.
std::vector<std::string> own_arguments(int argc, char** argv) {
  std::vector<std::string> own(argv + 1, argv + argc);
  if (!own.empty() && is_node(own.front())) {
    tandem::CommandLine line = tandem::split_command_line(own);
    own = std::move(line.own);
    given_ros_arguments = std::move(line.ros);
  }
  std::ranges::reverse(own);
  return own;
}

// Tools name things as they are in the network, as those of ROS 2 do.
bool has_useless_ros_arguments(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  return !words.empty() && words.front() != "run" && std::ranges::count(words, "--ros-args") > 0;
}

int run(CLI::App& app, int argc, char** argv) {
  if (const auto sentence = why_no_command(app, argc, argv)) {
    tandem::log(tandem::LogLevel::error, *sentence);
    return 2;
  }
  if (has_useless_ros_arguments(argc, argv)) {
    tandem::log(tandem::LogLevel::error,
                "--ros-args are for tandem run; the tools take names as they are in the network");
    return 2;
  }
  try {
    app.parse(own_arguments(argc, argv));
    return 0;
  } catch (const CLI::RuntimeError& ended) {
    return ended.get_exit_code();
  } catch (const CLI::ParseError& error) {
    // help and version are "errors" with exit code 0; everything else is wrong usage
    return app.exit(error) == 0 ? 0 : 2;
  } catch (const std::exception& error) {
    tandem::log(tandem::LogLevel::error, error.what());
    return 1;
  }
}

// All of ours is closed by now. A destructor of Fast DDS would sleep for 0.1 s, which is long for
// `tandem topic list`; the address sanitizer needs the usual way, to look for leaks.
[[noreturn]] void leave(int exit_code) {
  std::fflush(nullptr);
#ifdef __SANITIZE_ADDRESS__
  std::exit(exit_code);
#else
  std::_Exit(exit_code);
#endif
}

}  // namespace

namespace tandem {

const std::vector<std::string>& ros_arguments() { return given_ros_arguments; }

}  // namespace tandem

// tandem: one program, one subcommand per task.
int main(int argc, char** argv) {
  CLI::App app("Tandem: a mixed-reality environment for robot-in-the-loop testing", "tandem");
  app.set_version_flag("--version", TANDEM_VERSION);
  app.require_subcommand(1);
  app.failure_message(CLI::FailureMessage::simple);

  tandem::add_run_command(app);
  tandem::add_gate_command(app);
  tandem::add_plant_command(app);
  tandem::add_check_command(app);
  tandem::add_snap_command(app);
  tandem::add_map_command(app);
  tandem::add_bench_command(app);
  title_group(app, "Simulate");
  tandem::add_topic_command(tandem::Command(app));
  tandem::add_node_command(tandem::Command(app));
  tandem::add_service_command(tandem::Command(app));
  tandem::add_action_command(tandem::Command(app));
  tandem::add_param_command(tandem::Command(app));
  tandem::add_message_command(app);
  title_group(app, "Look into a ROS 2 network");

  leave(run(app, argc, argv));
}
