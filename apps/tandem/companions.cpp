// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "companions.h"

#include <fmt/format.h>
#include <linux/close_range.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "base/log.h"
#include "killed_processes.h"

namespace tandem {

namespace {

using namespace std::chrono_literals;

constexpr auto patience = 3s;
constexpr auto look_period = 100ms;

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
    if (getppid() != parent) _exit(1);                         // it was gone before
    close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);  // sockets are not for others
    execv("/proc/self/exe", pointers.data());
    _exit(127);
  }
  children_.push_back({.pid = child, .name = arguments.front()});
}

void Companions::watch() {
  watcher_ = std::jthread([this](std::stop_token stop) { look(stop); });
}

void Companions::tell_names(std::shared_ptr<Processes> processes) {
  const std::scoped_lock lock(mutex_);
  processes_ = std::move(processes);
  tell_names();
}

void Companions::tell_names() {
  std::vector<Processes::Process> all;
  for (const Child& child : children_)
    if (!child.has_ended) all.push_back({.name = child.name});
  if (processes_) processes_->set("companions", std::move(all));
}

// Nobody waits for them before the end of the run, so their numbers stay theirs.
void Companions::publish(std::shared_ptr<const Frame> frame) {
  if (children_.empty() || frame->faults == faults_) return;
  faults_ = frame->faults;
  const std::set<std::string> killed = killed_processes(*frame);
  for (const Child& child : children_)
    if (killed.contains(child.name)) kill(child.pid, SIGKILL);
}

void Companions::look(std::stop_token stop) {
  std::mutex sleeping;
  std::condition_variable_any bell;
  std::unique_lock lock(sleeping);
  while (!stop.stop_requested()) {
    for (Child& child : children_) {
      siginfo_t how{};
      if (child.has_ended ||
          waitid(P_PID, static_cast<id_t>(child.pid), &how, WEXITED | WNOHANG | WNOWAIT) != 0 ||
          how.si_pid == 0)
        continue;
      {
        const std::scoped_lock change(mutex_);
        child.has_ended = true;
        tell_names();
      }
      log(LogLevel::error,
          fmt::format("tandem {}, which belongs to this run, has ended before it: {} {}",
                      child.name, how.si_code == CLD_EXITED ? "exit code" : "signal",
                      how.si_status));
    }
    bell.wait_for(lock, stop, look_period, [] { return false; });
  }
}

Companions::~Companions() {
  watcher_ = {};
  for (const Child& child : children_) kill(child.pid, SIGTERM);
  const auto end = std::chrono::steady_clock::now() + patience;
  for (const Child& child : children_) {
    while (waitpid(child.pid, nullptr, WNOHANG) == 0) {
      if (std::chrono::steady_clock::now() > end) {
        kill(child.pid, SIGKILL);
        waitpid(child.pid, nullptr, 0);
        break;
      }
      std::this_thread::sleep_for(5ms);
    }
  }
}

}  // namespace tandem
