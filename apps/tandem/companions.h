// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>
#include <thread>
#include <vector>

namespace tandem {

// Processes of this program that belong to a run: they end with it, however it ends. Start them
// before there is any other thread.
class Companions {
 public:
  Companions() = default;
  ~Companions();
  Companions(const Companions&) = delete;
  Companions& operator=(const Companions&) = delete;

  // `tandem` with these arguments.
  void start(const std::vector<std::string>& arguments);
  // From here on one that ends before the run is told of.
  void watch();

 private:
  struct Child {
    pid_t pid = 0;
    std::string name;
    bool has_ended = false;
  };
  void look(std::stop_token stop);

  std::vector<Child> children_;
  std::jthread watcher_;
};

}  // namespace tandem
