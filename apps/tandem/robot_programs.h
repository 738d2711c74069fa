// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "child_process.h"
#include "simulation/frame.h"

namespace tandem {

// The robot programs of the world that runs, each a process of its own. Those of another world end
// when it is loaded, and all end with the run; one that ends before is told of.
class RobotPrograms final : public Sink {
 public:
  explicit RobotPrograms(std::vector<std::string> ros_arguments);
  ~RobotPrograms() override;

  void publish(std::shared_ptr<const Frame> frame) override;

 private:
  void run(std::stop_token stop);
  void start(const Scenario& scenario);
  void watch();

  const std::vector<std::string> ros_arguments_;
  std::optional<std::uint64_t> generation_;  // of the world that was told of last

  std::mutex mutex_;
  std::condition_variable_any bell_;
  std::shared_ptr<const Scenario> next_;  // null: nothing new

  std::vector<ChildProcess> children_;  // of the thread
  std::jthread thread_;
};

}  // namespace tandem
