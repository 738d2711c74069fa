// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>

#include "scenario/fault.h"
#include "scenario/robot_file.h"
#include "scenario/scenario.h"
#include "scenario/suggest.h"
#include "scenario/utf8_text.h"

namespace tandem {

namespace {

constexpr std::size_t longest_word = 200;  // bytes

using Word = std::pair<std::string_view, std::string_view>;
constexpr std::array<Word, 8> common_words{{
    {"kind", "what goes wrong"},
    {"name", "by which it is listed and cleared; found by itself"},
    {"robot", "whose; the first one"},
    {"sensor", "of sensor faults: which one; all that the robot has"},
    {"process", "of process_kill: which one, as in 'navigator of emaros' or 'plant'"},
    {"at", "how long after it was asked for it begins, in a scenario after the episode began; 0s"},
    {"for", "how long it lasts; until it is cleared"},
    {"seed", "of what is random in it; that of the episode"},
}};

std::optional<double> to_number(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_all = error == std::errc{} && end == text.data() + text.size();
  return is_all && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

class WordReader {
 public:
  explicit WordReader(std::vector<FaultProblem>& problems) : problems_(problems) {}

  std::optional<Fault> read(const FaultWords& words) {
    const std::size_t before = problems_.size();
    if (!read_kind(words)) return std::nullopt;
    for (const FaultParameter& parameter : info_->parameters)
      fault_.values.push_back(parameter.standard);
    std::set<std::string_view> seen;
    for (const auto& [word, value] : words) {
      if (!seen.insert(word).second)
        problem(word, fmt::format("'{}' is given twice", printable(word)));
      else if (value.size() > longest_word || !is_printable(value))
        problem(word,
                fmt::format("'{}' has at most {} bytes of text", printable(word), longest_word));
      else
        read_word(word, value);
    }
    check();
    if (problems_.size() > before) return std::nullopt;
    return std::move(fault_);
  }

 private:
  void problem(std::string word, std::string text) {
    problems_.push_back({std::move(word), std::move(text)});
  }

  bool read_kind(const FaultWords& words) {
    std::vector<std::string> names;
    for (const FaultKindInfo& kind : all_fault_kinds()) names.emplace_back(kind.name);
    const auto given = std::ranges::find(words, "kind", &FaultWords::value_type::first);
    if (given == words.end()) {
      problem("", fmt::format("'kind' says what goes wrong: {}", fmt::join(names, ", ")));
      return false;
    }
    const auto found = std::ranges::find(all_fault_kinds(), given->second, &FaultKindInfo::name);
    if (found == all_fault_kinds().end()) {
      problem("kind", fmt::format("there is no fault '{}'{}", printable(given->second),
                                  suggestion(given->second, names)));
      return false;
    }
    info_ = &*found;
    fault_.kind = info_->kind;
    return true;
  }

  void read_word(const std::string& word, const std::string& value) {
    if (word == "kind") return;
    if (word == "name") return read_name(value);
    if (word == "robot" && info_->subject != FaultSubject::process)
      return void(fault_.robot = value);
    if (word == "sensor" && info_->subject == FaultSubject::sensors)
      return void(fault_.sensor = value);
    if (word == "process" && info_->subject == FaultSubject::process)
      return void(fault_.process = value);
    if (word == "at") return void(fault_.delay = read_time(word, value, 0s).value_or(0s));
    if (word == "for") return void(fault_.lasts = read_time(word, value, 1ms));
    if (word == "seed") return read_seed(value);
    read_parameter(word, value);
  }

  void read_name(const std::string& value) {
    if (value == "all") return problem("name", "'all' means all faults, so none has this name");
    if (value.empty() || is_plain_name(value)) return void(fault_.name = value);
    problem("name", "a fault's name has letters, digits and underscores, a letter first");
  }

  std::optional<Duration> read_time(const std::string& word, const std::string& value,
                                    Duration shortest) {
    const std::optional<Duration> time = parse_duration(value);
    if (time && *time >= shortest && *time <= longest_fault) return time;
    problem(word, fmt::format("'{}' expects a time with its unit from {} to 24h, such as 5s, is "
                              "'{}'",
                              word, shortest > 0s ? "1ms" : "0s", printable(value)));
    return std::nullopt;
  }

  void read_seed(const std::string& value) {
    const auto [end, error] =
        std::from_chars(value.data(), value.data() + value.size(), fault_.seed);
    if (error == std::errc{} && end == value.data() + value.size()) return;
    problem("seed", fmt::format("'seed' expects a whole number from 0 to 2^64 - 1, is '{}'",
                                printable(value)));
  }

  void read_parameter(const std::string& word, const std::string& value) {
    const auto& parameters = info_->parameters;
    const auto found = std::ranges::find(parameters, word, &FaultParameter::name);
    if (found == parameters.end()) {
      std::vector<std::string> known{"name", "at", "for", "seed"};
      if (info_->subject != FaultSubject::process) known.emplace_back("robot");
      if (info_->subject == FaultSubject::sensors) known.emplace_back("sensor");
      if (info_->subject == FaultSubject::process) known.emplace_back("process");
      for (const FaultParameter& parameter : parameters) known.emplace_back(parameter.name);
      return problem(word, fmt::format("{} has no '{}'{}", info_->name, printable(word),
                                       suggestion(word, known)));
    }
    const std::optional<double> number = to_number(value);
    if (!number || *number < found->low || *number > found->high)
      return problem(word, fmt::format("'{}' expects a number from {:g} to {:g}, is '{}'", word,
                                       found->low, found->high, printable(value)));
    fault_.values[static_cast<std::size_t>(found - parameters.begin())] = *number;
  }

  void check() {
    if (info_->subject == FaultSubject::process && fault_.process.empty())
      problem("process", "'process' says which one, as in 'navigator of emaros' or 'plant'");
  }

  std::vector<FaultProblem>& problems_;
  const FaultKindInfo* info_ = nullptr;
  Fault fault_;
};

}  // namespace

std::span<const Word> common_fault_words() { return common_words; }

std::optional<Fault> read_fault(const FaultWords& words, std::vector<FaultProblem>& problems) {
  return WordReader(problems).read(words);
}

Result<Fault> read_fault(const FaultWords& words) {
  std::vector<FaultProblem> problems;
  std::optional<Fault> fault = read_fault(words, problems);
  if (!fault) return Error{problems.front().text};
  return *std::move(fault);
}

FaultWords words_of(const Fault& fault) {
  FaultWords words{{"kind", std::string(name_of(fault.kind))}};
  const auto add = [&](std::string_view word, std::string value) {
    if (!value.empty()) words.emplace_back(word, std::move(value));
  };
  add("name", fault.name);
  add("robot", fault.robot);
  add("sensor", fault.sensor);
  add("process", fault.process);
  if (fault.delay > 0s) add("at", fmt::format("{}ns", fault.delay.count()));
  if (fault.lasts) add("for", fmt::format("{}ns", fault.lasts->count()));
  if (fault.seed != 0) add("seed", fmt::format("{}", fault.seed));
  const auto& parameters = info_of(fault.kind).parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    add(parameters[i].name, fmt::format("{}", fault.values[i]));
  return words;
}

}  // namespace tandem
