// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <stdexcept>
#include <string>
#include <vector>

#include "middleware/dds_testing.h"
#include "test_places.h"

namespace tandem {

// The program in peer/, in a process of its own and in the test's network. Ends with this object.
class TestPeer {
 public:
  explicit TestPeer(const std::vector<std::string>& arguments = {}) {
    std::array<int, 2> to_peer{};
    std::array<int, 2> from_peer{};
    if (pipe2(to_peer.data(), O_CLOEXEC) != 0 || pipe2(from_peer.data(), O_CLOEXEC) != 0)
      throw std::runtime_error("no pipes");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, to_peer[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, from_peer[1], STDOUT_FILENO);

    std::vector<std::string> words{program_beside_test("middleware_peer")};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<std::string> variables{"ROS_DOMAIN_ID=" + std::to_string(testing_dds::own_domain()),
                                       "ROS_LOCALHOST_ONLY=1"};
    for (char** variable = environ; *variable; ++variable)
      if (!std::string_view(*variable).starts_with("ROS_")) variables.emplace_back(*variable);
    const int failure = posix_spawn(&process_, words[0].c_str(), &actions, nullptr,
                                    pointers(words).data(), pointers(variables).data());
    posix_spawn_file_actions_destroy(&actions);
    close(to_peer[0]);
    close(from_peer[1]);
    input_ = to_peer[1];
    std::array<char, 6> ready{};
    const bool is_ready = failure == 0 && read(from_peer[0], ready.data(), ready.size()) == 6;
    close(from_peer[0]);
    if (!is_ready) throw std::runtime_error("the peer did not start");
  }
  ~TestPeer() { leave(); }
  TestPeer(const TestPeer&) = delete;
  TestPeer& operator=(const TestPeer&) = delete;

  // In good order; returns when the process has ended, with its exit status.
  int leave() {
    if (input_ >= 0) close(std::exchange(input_, -1));
    return wait();
  }
  // Hears and says nothing for a while, as a program in a debugger.
  void freeze() { ::kill(process_, SIGSTOP); }
  void thaw() { ::kill(process_, SIGCONT); }
  // In the middle of whatever it does.
  void kill() {
    if (process_ > 0) ::kill(process_, SIGKILL);
    wait();
  }

 private:
  static std::vector<char*> pointers(std::vector<std::string>& words) {
    std::vector<char*> result;
    for (std::string& word : words) result.push_back(word.data());
    result.push_back(nullptr);
    return result;
  }
  int wait() {
    int status = 0;
    if (process_ > 0) waitpid(std::exchange(process_, -1), &status, 0);
    return status;
  }

  pid_t process_ = -1;
  int input_ = -1;
};

}  // namespace tandem
