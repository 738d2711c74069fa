// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace tandem {

// The processes that belong to a run, so that people can be told which ones a fault may kill. Who
// starts them says so. Any thread.
class Processes {
 public:
  struct Process {
    std::string name;               // "navigator of emaros", "plant"
    bool is_started_again = false;  // when the fault that killed it is over
  };

  // All that this one has started and that still belong to the run.
  void set(const std::string& starter, std::vector<Process> processes) {
    const std::lock_guard lock(mutex_);
    processes_[starter] = std::move(processes);
  }
  std::vector<Process> all() const {
    const std::lock_guard lock(mutex_);
    std::vector<Process> all;
    for (const auto& [starter, processes] : processes_)
      all.insert(all.end(), processes.begin(), processes.end());
    return all;
  }
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (Process& process : all()) names.push_back(std::move(process.name));
    return names;
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::vector<Process>> processes_;  // by who started them
};

}  // namespace tandem
