// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "stats_file.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

namespace tandem {

namespace {

double milliseconds(Duration duration) { return seconds(duration) * 1000; }

nlohmann::ordered_json summary(const DurationHistogram& times) {
  return {{"mean_ms", milliseconds(times.mean())},
          {"p99_ms", milliseconds(times.quantile(0.99))},
          {"max_ms", milliseconds(times.max())}};
}

double cpu_seconds(const rusage& usage) {
  const auto seconds_of = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
}

// Of this program alone: what getrusage tells also counts the process that started it.
double peak_memory_mb() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) return std::stod(line.substr(6)) / 1024;
  return 0;
}

}  // namespace

void write_stats(std::ostream& out, const Simulation& simulation, const RunReport& report) {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const StepTimes& times = simulation.times();
  const double wall = seconds(report.wall);
  const nlohmann::ordered_json stats{
      {"scenario", simulation.scenario().name},
      {"steps", report.steps},
      {"world_changes", report.world_changes},
      {"step_s", seconds(simulation.scenario().step)},
      {"simulated_s", seconds(report.simulated)},
      {"wall_s", wall},
      {"real_time_factor", wall > 0 ? seconds(report.simulated) / wall : 0},
      {"slipped_s", seconds(report.slipped)},
      {"interrupted", report.is_interrupted},
      {"cpu_s", cpu_seconds(usage)},
      {"step", summary(times.whole)},
      {"stages",
       {{"edits", summary(times.edits)},
        {"twins", summary(times.twins)},
        {"robots", summary(times.robots)},
        {"physics", summary(times.physics)},
        {"paint", summary(times.paint)},
        {"frame", summary(times.frame)},
        {"sensors", summary(times.sensors)}}},
      {"sensors", {{"readings", report.readings}, {"dropped_pictures", report.dropped_pictures}}},
      {"peak_memory_mb", peak_memory_mb()},
      {"state_hash", fmt::format("{:016x}", report.state_hash)}};
  out << stats.dump(2) << '\n';
}

}  // namespace tandem
