// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>

#include "base/log.h"
#include "bench.h"
#include "commands.h"
#include "latency_bench.h"
#include "programs_bench.h"

namespace tandem {

namespace {

bool is_reached(const BenchRow& row) {
  if (row.is_failed) return false;
  return !row.target ||
         (row.is_smaller_better ? row.value <= *row.target : row.value >= *row.target);
}

void print_table(const Bench& bench, const std::vector<BenchRow>& rows) {
  fmt::print("{}: {}\n", bench.name, bench.question);
  for (const BenchRow& row : rows) {
    const std::string target =
        row.target ? fmt::format("{} {:g} {}", row.is_smaller_better ? "<=" : ">=", *row.target,
                                 is_reached(row) ? "reached" : "MISSED")
                   : std::string();
    if (row.is_failed) {
      fmt::print("  {:<44} {}\n", row.what, row.note);
      continue;
    }
    const std::string peer =
        row.peer ? fmt::format("{:.2f} of a peer's {:g}; ", row.value / *row.peer, *row.peer) : "";
    fmt::print("  {:<44} {:>10.4g} {:<10} {:<18} {}{}\n", row.what, row.value, row.unit, target,
               peer, row.note);
  }
}

nlohmann::ordered_json to_json(const Bench& bench, const std::vector<BenchRow>& rows) {
  nlohmann::ordered_json json{{"bench", bench.name}, {"rows", nlohmann::ordered_json::array()}};
  for (const BenchRow& row : rows) {
    nlohmann::ordered_json entry{{"what", row.what}};
    if (!row.is_failed) {
      entry["value"] = row.value;
      entry["unit"] = row.unit;
    }
    if (row.target) {
      entry["target"] = *row.target;
      entry["reached"] = is_reached(row);
    }
    if (row.peer && !row.is_failed) {
      entry["peer"] = *row.peer;
      entry["ratio_to_peer"] = row.value / *row.peer;
    }
    if (!row.note.empty()) entry["note"] = row.note;
    json["rows"].push_back(std::move(entry));
  }
  return json;
}

struct BenchArguments {
  std::string name;
  std::optional<std::string> json_file;
  std::optional<std::string> seeds;
  std::optional<std::string> mode;
  std::vector<std::string> only;
  std::vector<std::string> scenarios;
  bool tells = false;
};

// "1..10", or one number.
std::pair<std::uint64_t, std::uint64_t> parse_seeds(const std::string& text) {
  static const std::regex form("([0-9]{1,9})(?:\\.\\.([0-9]{1,9}))?");
  std::smatch parts;
  if (std::regex_match(text, parts, form)) {
    const std::uint64_t first = std::stoull(parts[1]);
    const std::uint64_t last = parts[2].matched ? std::stoull(parts[2]) : first;
    if (first <= last) return {first, last};
  }
  log(LogLevel::error, fmt::format("--seeds takes seeds such as 1..10, or one; not '{}'", text));
  throw CLI::RuntimeError(2);
}

// Among all benches robot programs have one short turn.
ProgramsChoice parse_choice(const BenchArguments& arguments) {
  const bool is_short = arguments.name == "all";
  const auto [first, last] = parse_seeds(arguments.seeds.value_or(is_short ? "1" : "1..10"));
  const std::string mode = arguments.mode.value_or(is_short ? "virtual" : "both");
  return {.first_seed = first,
          .last_seed = last,
          .is_virtual = mode != "twin",
          .is_twin = mode != "virtual",
          .tells = arguments.tells,
          .only = arguments.only};
}

void run_benches(const BenchArguments& arguments) {
  const std::string& name = arguments.name;
  const std::optional<std::string>& json_file = arguments.json_file;
  std::ofstream out;
  if (json_file) {
    out.open(*json_file);
    if (!out) {
      log(LogLevel::error, fmt::format("--json: cannot write '{}'", *json_file));
      throw CLI::RuntimeError(2);
    }
  }

  bool is_complete = true;
  nlohmann::ordered_json results = nlohmann::ordered_json::array();
  programs_choice() = parse_choice(arguments);
  if (!arguments.scenarios.empty()) latency_choice() = arguments.scenarios;
  for (const Bench& bench : benches()) {
    if (name != "all" && name != bench.name) continue;
    const std::vector<BenchRow> rows = bench.measure();
    print_table(bench, rows);
    results.push_back(to_json(bench, rows));
    is_complete = is_complete && std::ranges::none_of(rows, &BenchRow::is_failed);
  }
  if (json_file) out << results.dump(2) << '\n';
  if (json_file && !out.flush()) {
    log(LogLevel::error, fmt::format("--json: writing '{}' failed", *json_file));
    throw CLI::RuntimeError(1);
  }
  if (!is_complete) throw CLI::RuntimeError(1);
}

}  // namespace

void add_bench_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("bench", "Measure speed and memory on this machine");
  const auto arguments = std::make_shared<BenchArguments>();
  std::vector<std::string> names{"all"};
  std::string description = "One of: all";
  for (const Bench& bench : benches()) {
    names.emplace_back(bench.name);
    description += fmt::format(", {}", bench.name);
  }
  command->add_option("NAME", arguments->name, description)
      ->required()
      ->check(CLI::IsMember(names));
  command->add_option("--json", arguments->json_file, "Write the results to this file too");
  command->add_option("--seeds", arguments->seeds, "Of programs: with which seeds, such as 1..10");
  command->add_option("--mode", arguments->mode, "Of programs: with which robots")
      ->check(CLI::IsMember({"virtual", "twin", "both"}));
  command->add_option("--only", arguments->only, "Of programs: which, with commas between them")
      ->delimiter(',')
      ->check(CLI::IsMember(program_names()));
  command
      ->add_option("--scenarios", arguments->scenarios,
                   "Of latency: which, with commas between them")
      ->delimiter(',')
      ->check(CLI::IsMember(latency_scenarios()));
  command->add_flag("--tell", arguments->tells,
                    "Of programs: tell each state of a mission, where and why");
  // how a bench starts a second process of this program
  const auto part = std::make_shared<std::string>();
  const auto domain = std::make_shared<int>(0);
  command->add_option("--part", *part)->group("");
  command->add_option("--domain", *domain)->group("");
  command->callback([=] {
    if (part->empty())
      run_benches(*arguments);
    else
      play_ros_part(*part, *domain);
  });
}

}  // namespace tandem
