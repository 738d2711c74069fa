// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "measure.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>

#include "simulation/load_scenario.h"

namespace tandem {

double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double machine_load() {
  double load = -1;
  getloadavg(&load, 1);
  return load;
}

ChildRun run_tandem(const std::string& scenario, const std::string& duration,
                    const ChildOptions& options) {
  std::string stats = "/tmp/tandem-bench-stats-XXXXXX";
  const int stats_file = mkstemp(stats.data());
  if (stats_file < 0) return {};
  close(stats_file);
  std::vector<std::string> arguments{"run",        shipped(scenario), "--headless", "--no-program",
                                     "--duration", duration,          "--stats",    stats};
  for (const auto* more : {&options.speed, &options.more_arguments})
    arguments.insert(arguments.end(), more->begin(), more->end());
  const std::string domain = std::to_string(options.ros_domain.value_or(0));
  std::vector<char*> words{const_cast<char*>("tandem")};
  for (const std::string& argument : arguments)
    words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);

  const double start = wall_seconds();
  const pid_t child = fork();
  if (child < 0) return {};
  if (child == 0) {
    if (!options.cache_folder.empty()) setenv("XDG_CACHE_HOME", options.cache_folder.c_str(), 1);
    if (options.ros_domain) {
      setenv("ROS_DOMAIN_ID", domain.c_str(), 1);
      setenv("ROS_LOCALHOST_ONLY", "1", 1);
      setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST", 1);
    }
    const int nowhere = open("/dev/null", O_RDWR);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nowhere, stream);
    execv("/proc/self/exe", words.data());
    _exit(127);
  }

  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  const auto seconds_of = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  ChildRun run{.is_ok = WIFEXITED(status) && WEXITSTATUS(status) == 0,
               .wall_s = wall_seconds() - start,
               .cpu_s = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime)};
  std::ifstream in(stats);
  const auto json = nlohmann::json::parse(in, nullptr, /*allow_exceptions=*/false);
  run.is_ok = run.is_ok && json.is_object() && json.contains("peak_memory_mb");
  if (run.is_ok) {
    run.real_time_factor = json["real_time_factor"].get<double>();
    run.peak_memory_mb = json["peak_memory_mb"].get<double>();
    run.readings = json["sensors"]["readings"].get<double>();
  }
  unlink(stats.c_str());
  return run;
}

std::string shipped(const std::string& scenario) {
  return (scenario_folders().back() / (scenario + ".yaml")).string();
}

std::shared_ptr<const Scenario> load_shipped(const std::string& scenario,
                                             const ScenarioOptions& options) {
  Findings findings;
  auto loaded = load_checked_scenario(shipped(scenario), options, findings);
  for (const Finding& finding : findings.all())
    if (finding.severity == Severity::error) fmt::print(stderr, "{}\n", to_string(finding));
  return loaded;
}

}  // namespace tandem
