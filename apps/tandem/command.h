// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace tandem {

// How a command ends that did not do what was asked: thrown, and becomes the exit code.
struct CommandEnd {
  int exit_code = 1;
};

// Ends the command with exit code 1 and a sentence: what was asked for could not be done.
[[noreturn]] void fail(std::string_view sentence);
// The same with exit code 2: what was asked for makes no sense.
[[noreturn]] void reject(std::string_view sentence);

template <class T>
T value_or_fail(Result<T> result) {
  if (!result) fail(result.error());
  return *std::move(result);
}
template <class T>
T value_or_reject(Result<T> result) {
  if (!result) reject(result.error());
  return *std::move(result);
}

// Something that a person can say after a command.
class Argument {
 public:
  explicit Argument(CLI::Option* option) : option_(option) {}

  Argument& optional();
  Argument& excludes(const Argument& other);
  Argument& group(const std::string& title);  // in the help; empty hides it

 private:
  CLI::Option* option_;
};

struct OptionRange {
  double min = 0;
  double max = 0;
};

// A command of the command line with its arguments. The door to CLI11, which takes 6 s to compile
// wherever it is included. What arguments are written to must live as long as the program.
class Command {
 public:
  explicit Command(CLI::App& app) : app_(app) {}

  // A command that only holds others.
  Command group(const std::string& name, const std::string& description);
  Command add(const std::string& name, const std::string& description);

  // By their place; required unless made optional.
  Argument argument(const std::string& name, std::string& value, const std::string& help);
  Argument argument(const std::string& name, std::vector<std::string>& values,
                    const std::string& help);

  // By their names: "-v,--verbose".
  Argument flag(const std::string& names, bool& value, const std::string& help);
  Argument text(const std::string& names, std::string& value, const std::string& help);
  Argument texts(const std::string& names, std::vector<std::string>& values,
                 const std::string& help);
  Argument choice(const std::string& names, std::string& value,
                  const std::vector<std::string>& choices, const std::string& help);
  // int, std::size_t, double, or optional of these
  template <class Number>
  Argument number(const std::string& names, Number& value, const OptionRange& range,
                  const std::string& help);
  // A time in seconds, as ROS 2's tools take it: "--timeout 0.5".
  Argument seconds(const std::string& names, Duration& value, const std::string& help);
  Argument seconds(const std::string& names, std::optional<Duration>& value,
                   const std::string& help);

  void on_run(std::function<void()> run);

 private:
  CLI::App& app_;
};

}  // namespace tandem
