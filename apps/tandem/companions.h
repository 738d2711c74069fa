// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "ports/desk/processes.h"
#include "simulation/frame.h"

namespace tandem {

// Processes of this program that belong to a run: they end with it, however it ends, or before when
// a fault kills them. Start them before there is any other thread.
class Companions final : public Sink {
 public:
  Companions() = default;
  ~Companions() override;
  Companions(const Companions&) = delete;
  Companions& operator=(const Companions&) = delete;

  // `tandem` with these arguments.
  void start(const std::vector<std::string>& arguments);
  // From here on one that ends before the run is told of.
  void watch();
  // From here on faults may kill them, as long as they are there.
  void tell_names(std::shared_ptr<Processes> processes);
  void publish(std::shared_ptr<const Frame> frame) override;

 private:
  struct Child {
    pid_t pid = 0;
    std::string name;
    bool has_ended = false;
  };
  void look(std::stop_token stop);
  void tell_names();

  std::vector<Child> children_;
  std::mutex mutex_;  // of what both the watcher and others touch: who has ended, and who is told
  std::shared_ptr<Processes> processes_;
  std::shared_ptr<const FaultStates> faults_;  // of the frame before
  std::jthread watcher_;
};

}  // namespace tandem
