// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/log.h"
#include "bench.h"
#include "commands.h"

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

void run_benches(const std::string& name, const std::optional<std::string>& json_file) {
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
  const auto name = std::make_shared<std::string>();
  const auto json_file = std::make_shared<std::optional<std::string>>();
  std::vector<std::string> names{"all"};
  std::string description = "One of: all";
  for (const Bench& bench : benches()) {
    names.emplace_back(bench.name);
    description += fmt::format(", {}", bench.name);
  }
  command->add_option("NAME", *name, description)->required()->check(CLI::IsMember(names));
  command->add_option("--json", *json_file, "Write the results to this file too");
  // how a bench starts a second process of this program
  const auto part = std::make_shared<std::string>();
  const auto domain = std::make_shared<int>(0);
  command->add_option("--part", *part)->group("");
  command->add_option("--domain", *domain)->group("");
  command->callback([=] {
    if (part->empty())
      run_benches(*name, *json_file);
    else
      play_ros_part(*part, *domain);
  });
}

}  // namespace tandem
