// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "test_places.h"

namespace tandem::testing_dds {

// A running cyclone_peer, on the loopback device alone.
class CycloneProcess {
 public:
  explicit CycloneProcess(int domain) {
    int to_child[2], from_child[2];
    if (pipe2(to_child, O_CLOEXEC) != 0 || pipe2(from_child, O_CLOEXEC) != 0) std::abort();
    const std::string domain_text = std::to_string(domain);
    const std::string program = program_beside_test("cyclone_peer");
    child_ = fork();
    if (child_ == 0) {
      dup2(to_child[0], STDIN_FILENO);
      dup2(from_child[1], STDOUT_FILENO);
      setenv("CYCLONEDDS_URI",
             "<Domain><General><Interfaces><NetworkInterface name=\"lo\" multicast=\"true\"/>"
             "</Interfaces><AllowMulticast>true</AllowMulticast></General>"
             "<Discovery><ParticipantIndex>auto</ParticipantIndex>"
             "<MaxAutoParticipantIndex>50</MaxAutoParticipantIndex></Discovery></Domain>",
             1);
      execl(program.c_str(), "cyclone_peer", domain_text.c_str(), nullptr);
      _exit(127);
    }
    close(to_child[0]);
    close(from_child[1]);
    input_ = to_child[1];
    reading_ = std::jthread([this, output = from_child[0]] { read_lines(output); });
  }
  ~CycloneProcess() { leave(); }
  CycloneProcess(const CycloneProcess&) = delete;
  CycloneProcess& operator=(const CycloneProcess&) = delete;

  void tell(const std::string& line) {
    const std::string text = line + "\n";
    if (write(input_, text.data(), text.size()) < 0) std::perror("cyclone_peer");
  }

  // How often it wrote this line so far.
  int count(const std::string& line) const {
    const std::lock_guard lock(mutex_);
    return static_cast<int>(std::count(lines_.begin(), lines_.end(), line));
  }
  std::vector<std::string> lines() const {
    const std::lock_guard lock(mutex_);
    return lines_;
  }

  // Leaves as a peer should; true when it ended well.
  bool leave() {
    if (child_ <= 0) return is_well_;
    close(input_);
    reading_.join();
    int status = 0;
    waitpid(child_, &status, 0);
    child_ = -1;
    is_well_ = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    return is_well_;
  }

  // Is gone without a word.
  void die() {
    kill(child_, SIGKILL);
    leave();
  }

 private:
  void read_lines(int output) {
    std::string line;
    char buffer[4096];
    for (ssize_t size = 0; (size = read(output, buffer, sizeof buffer)) > 0;) {
      for (const char letter : std::string_view(buffer, static_cast<std::size_t>(size))) {
        if (letter != '\n') {
          line += letter;
          continue;
        }
        const std::lock_guard lock(mutex_);
        lines_.push_back(std::move(line));
        line.clear();
      }
    }
    close(output);
  }

  pid_t child_ = -1;
  int input_ = -1;
  bool is_well_ = false;
  mutable std::mutex mutex_;
  std::vector<std::string> lines_;
  std::jthread reading_;
};

}  // namespace tandem::testing_dds
