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
#include "output.h"
#include "test_command.h"

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
  return command == "run" || command == "gate" || command == "guard" || command == "plant" ||
         command == "track";
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

// "tandem topic echo": the command that was given, as far as there is one.
std::string path_of(const CLI::App& app) {
  const auto given = app.get_subcommands();
  return given.empty() ? app.get_name() : app.get_name() + " " + path_of(*given.front());
}

// What is wrong with the words behind a command. CLI11 has a style of its own for each mistake.
std::string usage_sentence(const CLI::App& app, const CLI::ParseError& error) {
  const std::string text = error.what();
  const std::size_t colon = text.find(": ");
  const std::string name = text.substr(0, colon);
  const std::string rest = colon == std::string::npos ? "" : text.substr(colon + 2);
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    // the first is wrong for sure; CLI11 names all of them, the last first
    const auto words = app.remaining(true);
    return "'" + (words.empty() ? rest : words.front()) + "' is not expected here";
  }
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr && !rest.empty())
    return name + " needs a value";
  const std::size_t excludes = text.find(" excludes ");
  if (excludes != std::string::npos)
    return text.substr(0, excludes) + " and " + text.substr(excludes + 10) + " exclude each other";
  const std::size_t equals = rest.find(" = ");
  if (text.starts_with("Could not convert: ") && equals != std::string::npos)
    return rest.substr(0, equals) + " cannot be '" + rest.substr(equals + 3) + "'";
  if (rest.starts_with("takes ")) return name + " " + rest;
  return text;
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
    if (error.get_exit_code() == 0) return app.exit(error);
    tandem::log(tandem::LogLevel::error,
                usage_sentence(app, error) + "; '" + path_of(app) + " --help' tells what it takes");
    return 2;
  } catch (const std::exception& error) {
    // output that could not be written is told of when all is over
    if (std::ferror(stdout) == 0) tandem::log(tandem::LogLevel::error, error.what());
    return 1;
  }
}

// All of ours is closed by now. A destructor of Fast DDS would sleep for 0.1 s, which is long for
// `tandem topic list`; the address sanitizer needs the usual way, to look for leaks.
[[noreturn]] void leave(int exit_code) {
  exit_code = tandem::finish_output(exit_code);
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
  tandem::hold_standard_files();
  CLI::App app("Tandem: a mixed-reality environment for robot-in-the-loop testing", "tandem");
  app.set_version_flag("--version", TANDEM_VERSION);
  app.require_subcommand(1);
  app.failure_message(CLI::FailureMessage::simple);

  tandem::add_run_command(app);
  tandem::add_gate_command(app);
  tandem::add_guard_command(app);
  tandem::add_plant_command(app);
  tandem::add_track_command(app);
  tandem::add_test_command(tandem::Command(app));
  tandem::add_replay_command(app);
  tandem::add_report_command(app);
  tandem::add_check_command(app);
  tandem::add_snap_command(app);
  tandem::add_calibrate_command(app);
  tandem::add_map_command(app);
  tandem::add_fault_command(tandem::Command(app));
  tandem::add_bench_command(app);
  title_group(app, "Simulate");
  tandem::add_topic_command(tandem::Command(app));
  tandem::add_node_command(tandem::Command(app));
  tandem::add_service_command(tandem::Command(app));
  tandem::add_action_command(tandem::Command(app));
  tandem::add_param_command(tandem::Command(app));
  tandem::add_record_command(tandem::Command(app));
  tandem::add_bag_command(tandem::Command(app));
  tandem::add_message_command(app);
  title_group(app, "Look into a ROS 2 network");

  leave(run(app, argc, argv));
}
