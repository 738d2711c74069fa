// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "virtual_screen.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <utility>

namespace tandem {

namespace {

constexpr int starts_within_ms = 30'000;

std::optional<std::string> find_program(const char* name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (const std::string file = folder + "/" + name; access(file.c_str(), X_OK) == 0) return file;
  return std::nullopt;
}

// The number of its display, which it writes when it can be called.
std::string read_line(int from) {
  std::string line;
  pollfd waiting{from, POLLIN, 0};
  for (char c = 0; poll(&waiting, 1, starts_within_ms) > 0 && read(from, &c, 1) == 1 && c != '\n';)
    line += c;
  return line;
}

}  // namespace

bool VirtualScreen::is_here() { return find_program("Xvfb").has_value(); }

Result<VirtualScreen> VirtualScreen::open(int width, int height) {
  const std::optional<std::string> program = find_program("Xvfb");
  if (!program) return Error{"there is no Xvfb; apt-get install xvfb"};
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return Error{"Xvfb could not be started"};
  const std::string size = fmt::format("{}x{}x24", width, height), told = std::to_string(ends[1]);
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) {
    // whatever ends this program ends its screen too
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127);
    const int nowhere = ::open("/dev/null", O_RDWR);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nowhere, stream);
    fcntl(ends[1], F_SETFD, 0);
    execl(program->c_str(), "Xvfb", "-displayfd", told.c_str(), "-screen", "0", size.c_str(),
          "-nolisten", "tcp", nullptr);
    _exit(127);
  }
  close(ends[1]);
  VirtualScreen screen(child);
  const std::string display = child > 0 ? read_line(ends[0]) : "";
  close(ends[0]);
  if (display.empty()) return Error{"Xvfb did not start"};
  if (const char* before = std::getenv("DISPLAY")) screen.before_ = before;
  setenv("DISPLAY", (":" + display).c_str(), 1);
  return screen;
}

VirtualScreen::VirtualScreen(VirtualScreen&& other) noexcept
    : process_(std::exchange(other.process_, -1)), before_(std::move(other.before_)) {}

VirtualScreen::~VirtualScreen() {
  if (process_ <= 0) return;
  if (before_)
    setenv("DISPLAY", before_->c_str(), 1);
  else
    unsetenv("DISPLAY");
  kill(process_, SIGTERM);
  waitpid(process_, nullptr, 0);
}

}  // namespace tandem
