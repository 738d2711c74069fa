// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tandem {

// One measured figure beside the one to reach.
struct BenchRow {
  std::string what;
  double value = 0;
  std::string unit;
  std::optional<double> target;
  bool is_smaller_better = true;
  std::string note;
  // What somebody else published for the same, in the same unit.
  std::optional<double> peer = {};
  bool is_failed = false;  // nothing was measured; the note says why
};

inline BenchRow failed(std::string what, std::string why) {
  return {.what = std::move(what), .note = "FAILED: " + std::move(why), .is_failed = true};
}

// A question about speed or memory that `tandem bench NAME` answers within a minute.
struct Bench {
  std::string_view name;
  std::string_view question;
  std::vector<BenchRow> (*measure)();
};

// Every bench there is. Adding one is a file here and a line in bench.cpp.
const std::vector<Bench>& benches();

// What a second process that the bench `ros` starts does; returns when its standard input ends.
void play_ros_part(const std::string& part, int domain);

}  // namespace tandem
