// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <linux/close_range.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <utility>

#include "base/log.h"

namespace tandem {

namespace {

using namespace std::chrono_literals;

constexpr auto patience = 3s;
constexpr std::size_t longest_line = 1000;

}  // namespace

ChildProcess::ChildProcess(std::string title, const std::filesystem::path& binary,
                           const std::vector<std::string>& arguments, const ChildVoice& voice)
    : title_(std::move(title)), voice_(voice) {
  // everything is made before there are two of us: other threads may hold locks
  std::vector<std::string> words{binary.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("too many files are open");

  const pid_t parent = getpid();
  pid_ = fork();
  if (pid_ < 0) {
    close(ends[0]);
    close(ends[1]);
    throw std::runtime_error("cannot start another process");
  }
  if (pid_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) _exit(1);  // it was gone before
    setpgid(0, 0);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    dup2(open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
    dup2(ends[1], STDOUT_FILENO);
    dup2(ends[1], STDERR_FILENO);
    // sockets of ours, of which the page's would stay open for as long as the child lives
    close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
    execv(pointers[0], pointers.data());
    _exit(127);
  }
  close(ends[1]);
  pipe_ = ends[0];
  fcntl(pipe_, F_SETFL, O_NONBLOCK);
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : title_(std::move(other.title_)),
      voice_(other.voice_),
      pid_(std::exchange(other.pid_, 0)),
      pipe_(std::exchange(other.pipe_, -1)),
      unfinished_(std::move(other.unfinished_)),
      last_lines_(std::move(other.last_lines_)) {}

ChildProcess::~ChildProcess() {
  ask_to_end();
  const auto end = std::chrono::steady_clock::now() + patience;
  while (pid_ > 0 && waitpid(pid_, nullptr, WNOHANG) == 0) {
    hear();  // who waits for a reader does not end
    if (std::chrono::steady_clock::now() > end) {
      log(LogLevel::warning, fmt::format("{} does not end and is killed", title_));
      kill(pid_, SIGKILL);
      waitpid(pid_, nullptr, 0);
      break;
    }
    std::this_thread::sleep_for(5ms);
  }
  if (pipe_ >= 0) close(pipe_);
}

void ChildProcess::ask_to_end() {
  if (pid_ > 0) kill(pid_, SIGTERM);
}

void ChildProcess::kill_now() {
  if (pid_ > 0) kill(pid_, SIGKILL);
}

void ChildProcess::kill_for_good() {
  kill_now();
  hear();
  if (pid_ > 0) waitpid(std::exchange(pid_, 0), nullptr, 0);
}

void ChildProcess::hear() {
  std::array<char, 4096> bytes{};
  for (ssize_t count = 0; pipe_ >= 0 && (count = read(pipe_, bytes.data(), bytes.size())) > 0;) {
    unfinished_.append(bytes.data(), static_cast<std::size_t>(count));
    for (std::size_t end = 0; (end = unfinished_.find('\n')) != std::string::npos;) {
      say(unfinished_.substr(0, end));
      unfinished_.erase(0, end + 1);
    }
    if (unfinished_.size() > longest_line) say(std::exchange(unfinished_, {}));
  }
}

void ChildProcess::say(std::string line) {
  if (line.empty()) return;
  if (voice_.is_heard) log(LogLevel::info, fmt::format("{}: {}", title_, line));
  last_lines_.push_back(std::move(line));
  if (last_lines_.size() > voice_.kept_lines) last_lines_.pop_front();
}

std::optional<std::string> ChildProcess::take_end() {
  int how = 0;
  if (pid_ <= 0 || waitpid(pid_, &how, WNOHANG) == 0) return std::nullopt;
  pid_ = 0;
  hear();
  if (!unfinished_.empty()) say(std::exchange(unfinished_, {}));
  return WIFSIGNALED(how) ? fmt::format("signal {}", WTERMSIG(how))
                          : fmt::format("exit code {}", WEXITSTATUS(how));
}

std::string ChildProcess::last_words() const {
  return fmt::format("{}", fmt::join(last_lines_, "\n"));
}

}  // namespace tandem
