// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "bench_list.h"
#include "measure.h"

namespace tandem {

namespace {

constexpr const char* one_step = "1ms";

BenchRow row(const std::string& what, const ChildRun& run, double target) {
  if (!run.is_ok) return failed(what, "did not start");
  return {.what = what,
          .value = run.wall_s,
          .unit = "s",
          .target = target,
          .note = fmt::format("{:.2f} s CPU, {:.0f} MB", run.cpu_s, run.peak_memory_mb)};
}

}  // namespace

std::vector<BenchRow> bench_start() {
  std::vector<BenchRow> rows;
  rows.push_back(row("push", run_tandem("push", one_step), 1));

  // a cache of its own, so that the first start really is one
  std::error_code error;
  std::string folder =
      (std::filesystem::temp_directory_path(error) / "tandem-bench-XXXXXX").string();
  if (error || !mkdtemp(folder.data())) {
    rows.push_back(failed("lunar", "no temporary folder"));
    return rows;
  }
  const ChildRun first = run_tandem("lunar", one_step, {.cache_folder = folder});
  const ChildRun second = run_tandem("lunar", one_step, {.cache_folder = folder});
  std::filesystem::remove_all(folder);
  rows.push_back(row("lunar, first time", first, 5));
  rows.push_back(row("lunar, with its cache", second, 1.5));
  rows.push_back({.what = "lunar, peak memory",
                  .value = std::max(first.peak_memory_mb, second.peak_memory_mb),
                  .unit = "MB",
                  .target = 700,
                  .note = {}});
  return rows;
}

}  // namespace tandem
