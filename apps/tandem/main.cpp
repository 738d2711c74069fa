// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <exception>
#include <string>

#include "base/log.h"
#include "commands.h"

namespace {

bool is_command(const CLI::App& app, const std::string& name) {
  const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
  return std::ranges::any_of(commands,
                             [&](const auto* command) { return command->get_name() == name; });
}

}  // namespace

// tandem: one program, one subcommand per task.
int main(int argc, char** argv) {
  CLI::App app("Tandem: a mixed-reality environment for robot-in-the-loop testing", "tandem");
  app.set_version_flag("--version", TANDEM_VERSION);
  app.require_subcommand(1);
  app.failure_message(CLI::FailureMessage::simple);
  tandem::add_run_command(app);
  tandem::add_check_command(app);
  tandem::add_bench_command(app);

  // CLI11 would only say that a command is missing
  if (argc > 1 && argv[1][0] != '-' && !is_command(app, argv[1])) {
    tandem::log(tandem::LogLevel::error, std::string("there is no command '") + argv[1] +
                                             "'; there are run, check and bench");
    return 2;
  }

  try {
    app.parse(argc, argv);
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
