// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "child_process.h"
#include "laboratory/program_commands.h"
#include "ports/desk/processes.h"
#include "simulation/frame.h"

namespace tandem {

// The robot programs of the world that runs, each a process of its own. Those of another world end
// when it is loaded, and all end with the run; one that ends before is told of. One that a fault
// kills is started again when the fault is over.
class RobotPrograms final : public Sink {
 public:
  // `processes` is told which there are; it may be null.
  explicit RobotPrograms(std::vector<std::string> ros_arguments,
                         std::shared_ptr<Processes> processes = {});
  ~RobotPrograms() override;

  void publish(std::shared_ptr<const Frame> frame) override;

 private:
  void run(std::stop_token stop);
  struct Program {
    ProgramCommand command;
    std::optional<ChildProcess> process;  // nothing: it could not be started
    bool is_killed = false;               // by a fault that is not over
    bool has_ended = false;               // by itself
  };

  void start(const Scenario& scenario);
  static void start(Program& program);
  void watch();
  void follow(const std::set<std::string>& killed);
  void tell_names();
  void end_all();

  const std::vector<std::string> ros_arguments_;
  const std::shared_ptr<Processes> processes_;
  std::optional<std::uint64_t> generation_;  // of the world that was told of last

  std::mutex mutex_;
  std::condition_variable_any bell_;
  std::shared_ptr<const Scenario> next_;       // null: nothing new
  std::set<std::string> killed_;               // by faults, now
  std::deque<std::set<std::string>> to_do_;    // what killed_ was since the thread looked
  std::shared_ptr<const FaultStates> faults_;  // that this is by; of the simulation's thread

  std::vector<Program> programs_;  // of the thread
  std::jthread thread_;
};

}  // namespace tandem
