// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <concepts>
#include <utility>

#include "base/log.h"

namespace tandem {

namespace {

template <class Number>
constexpr bool is_whole = std::integral<Number>;
template <class Number>
constexpr bool is_whole<std::optional<Number>> = is_whole<Number>;

// What is wrong with the words that a person wrote, or nothing. CLI11 would show six digits behind
// every point.
template <class Number>
CLI::Validator in_range(const OptionRange& range) {
  return {[range](const std::string& text) -> std::string {
            double number = 0;
            const char* const end = text.data() + text.size();
            const auto [used, error] = std::from_chars(text.data(), end, number);
            const bool is_number = error == std::errc{} && used == end;
            const bool has_right_form = !is_whole<Number> || number == std::floor(number);
            if (is_number && has_right_form && number >= range.min && number <= range.max)
              return "";
            return fmt::format("takes a {}number from {} to {}; not '{}'",
                               is_whole<Number> ? "whole " : "", range.min, range.max, text);
          },
          ""};
}

template <class Time>  // Duration, or optional of it
CLI::Option* add_seconds(CLI::App& app, const std::string& names, Time& value,
                         const std::string& help) {
  constexpr double longest_s = 1e9;  // 30 years, which fit into nanoseconds
  const auto set = [&value](double seconds) {
    value = std::chrono::duration_cast<Duration>(std::chrono::duration<double>(seconds));
  };
  return app.add_option_function<double>(names, set, help)
      ->check(in_range<double>({0, longest_s}))
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
  return Argument(app_.add_option(names, value, help)
                      ->check({[choices](const std::string& text) -> std::string {
                                 if (std::ranges::count(choices, text) > 0) return "";
                                 return fmt::format("takes one of {}; not '{}'",
                                                    fmt::join(choices, ", "), text);
                               },
                               fmt::format("{{{}}}", fmt::join(choices, ","))})
                      ->type_name(""));
}

template <class Number>
Argument Command::number(const std::string& names, Number& value, const OptionRange& range,
                         const std::string& help) {
  return Argument(
      app_.add_option(names, value, help)->check(in_range<Number>(range))->type_name("N"));
}
template Argument Command::number(const std::string&, int&, const OptionRange&, const std::string&);
template Argument Command::number(const std::string&, std::size_t&, const OptionRange&,
                                  const std::string&);
template Argument Command::number(const std::string&, double&, const OptionRange&,
                                  const std::string&);
template Argument Command::number(const std::string&, std::optional<int>&, const OptionRange&,
                                  const std::string&);
template Argument Command::number(const std::string&, std::optional<std::size_t>&,
                                  const OptionRange&, const std::string&);
template Argument Command::number(const std::string&, std::optional<double>&, const OptionRange&,
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
