// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "command.h"

#include <CLI/CLI.hpp>
#include <chrono>
#include <utility>

#include "base/log.h"

namespace tandem {

namespace {

template <class Time>  // Duration, or optional of it
CLI::Option* add_seconds(CLI::App& app, const std::string& names, Time& value,
                         const std::string& help) {
  constexpr double longest_s = 1e9;  // 30 years, which fit into nanoseconds
  const auto set = [&value](double seconds) {
    value = std::chrono::duration_cast<Duration>(std::chrono::duration<double>(seconds));
  };
  return app.add_option_function<double>(names, set, help)
      ->check(CLI::Range(0.0, longest_s).description(""))
      ->type_name("SECONDS");
}

}  // namespace

void fail(std::string_view sentence) {
  log(LogLevel::error, sentence);
  throw CommandEnd{1};
}

void reject(std::string_view sentence) {
  log(LogLevel::error, sentence);
  throw CommandEnd{2};
}

Argument& Argument::optional() {
  option_->required(false);
  return *this;
}

Argument& Argument::excludes(const Argument& other) {
  option_->excludes(other.option_);
  return *this;
}

Argument& Argument::group(const std::string& title) {
  option_->group(title);
  return *this;
}

Command Command::group(const std::string& name, const std::string& description) {
  CLI::App* app = app_.add_subcommand(name, description);
  app->require_subcommand(1);
  return Command(*app);
}

Command Command::add(const std::string& name, const std::string& description) {
  return Command(*app_.add_subcommand(name, description));
}

Argument Command::argument(const std::string& name, std::string& value, const std::string& help) {
  return Argument(app_.add_option(name, value, help)->required()->type_name(""));
}

Argument Command::argument(const std::string& name, std::vector<std::string>& values,
                           const std::string& help) {
  return Argument(app_.add_option(name, values, help)->required()->type_name(""));
}

Argument Command::flag(const std::string& names, bool& value, const std::string& help) {
  return Argument(app_.add_flag(names, value, help));
}

Argument Command::text(const std::string& names, std::string& value, const std::string& help) {
  return Argument(app_.add_option(names, value, help));
}

Argument Command::texts(const std::string& names, std::vector<std::string>& values,
                        const std::string& help) {
  return Argument(app_.add_option(names, values, help));
}

Argument Command::choice(const std::string& names, std::string& value,
                         const std::vector<std::string>& choices, const std::string& help) {
  return Argument(
      app_.add_option(names, value, help)->check(CLI::IsMember(choices))->type_name(""));
}

template <class Number>
Argument Command::number(const std::string& names, Number& value, const NumberRange& range,
                         const std::string& help) {
  return Argument(app_.add_option(names, value, help)
                      ->check(CLI::Range(range.min, range.max).description(""))
                      ->type_name("N"));
}
template Argument Command::number(const std::string&, int&, const NumberRange&, const std::string&);
template Argument Command::number(const std::string&, std::size_t&, const NumberRange&,
                                  const std::string&);
template Argument Command::number(const std::string&, double&, const NumberRange&,
                                  const std::string&);
template Argument Command::number(const std::string&, std::optional<int>&, const NumberRange&,
                                  const std::string&);
template Argument Command::number(const std::string&, std::optional<std::size_t>&,
                                  const NumberRange&, const std::string&);
template Argument Command::number(const std::string&, std::optional<double>&, const NumberRange&,
                                  const std::string&);

Argument Command::seconds(const std::string& names, Duration& value, const std::string& help) {
  return Argument(add_seconds(app_, names, value, help));
}

Argument Command::seconds(const std::string& names, std::optional<Duration>& value,
                          const std::string& help) {
  return Argument(add_seconds(app_, names, value, help));
}

void Command::on_run(std::function<void()> run) {
  app_.callback([run = std::move(run)] {
    try {
      run();
    } catch (const CommandEnd& end) {
      throw CLI::RuntimeError(end.exit_code);
    }
  });
}

}  // namespace tandem
