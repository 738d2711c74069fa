// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "companions.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <stdexcept>
#include <thread>

namespace tandem {

namespace {

using namespace std::chrono_literals;

constexpr auto patience = 3s;

}  // namespace

void Companions::start(const std::vector<std::string>& arguments) {
  std::vector<std::string> words{"tandem"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);

  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("cannot start another process");
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) _exit(1);  // it was gone before
    execv("/proc/self/exe", pointers.data());
    _exit(127);
  }
  children_.push_back(child);
}

Companions::~Companions() {
  for (const pid_t child : children_) kill(child, SIGTERM);
  const auto end = std::chrono::steady_clock::now() + patience;
  for (const pid_t child : children_) {
    while (waitpid(child, nullptr, WNOHANG) == 0) {
      if (std::chrono::steady_clock::now() > end) {
        kill(child, SIGKILL);
        waitpid(child, nullptr, 0);
        break;
      }
      std::this_thread::sleep_for(5ms);
    }
  }
}

}  // namespace tandem
