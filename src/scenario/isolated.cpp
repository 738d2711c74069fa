// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/isolated.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <exception>
#include <optional>

namespace tandem {

namespace {

void write_all(int handle, const std::string& bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count = ::write(handle, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    done += static_cast<std::size_t>(count);
  }
}

// What the other process does. Its end, whatever it is, must not be seen on the terminal.
[[noreturn]] void work_and_exit(const std::function<std::string()>& work, int output) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTERM, SIGINT, SIGPIPE})
    ::signal(signal, SIG_DFL);
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  // a file may ask for any amount of memory; sanitizers reserve terabytes of addresses themselves
  const rlimit memory{rlim_t{8} << 30, rlim_t{8} << 30};
  ::setrlimit(RLIMIT_AS, &memory);
#endif
  const int nowhere = ::open("/dev/null", O_WRONLY);
  ::dup2(nowhere, STDOUT_FILENO);
  ::dup2(nowhere, STDERR_FILENO);
  try {
    write_all(output, work());
    ::_exit(0);
  } catch (const std::exception&) {
    ::_exit(1);
  }
}

// Everything until the other side closes; nothing when that takes too long.
std::optional<std::string> read_all(int handle, std::chrono::steady_clock::time_point deadline) {
  std::string bytes;
  std::array<char, 1 << 16> chunk{};
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        deadline - std::chrono::steady_clock::now());
    if (left.count() <= 0) return {};
    pollfd waiting{handle, POLLIN, 0};
    const int ready = ::poll(&waiting, 1, static_cast<int>(left.count()) + 1);
    if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
    const ssize_t count = ::read(handle, chunk.data(), chunk.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return bytes;
    bytes.append(chunk.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace

Result<std::string> run_isolated(const std::function<std::string()>& work, Duration limit) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return Error{"no pipe could be made"};
  const pid_t child = ::fork();
  if (child < 0) {
    ::close(ends[0]);
    ::close(ends[1]);
    return Error{"no process could be started"};
  }
  if (child == 0) {
    ::close(ends[0]);
    work_and_exit(work, ends[1]);
  }
  ::close(ends[1]);
  auto bytes = read_all(ends[0], std::chrono::steady_clock::now() + limit);
  ::close(ends[0]);
  if (!bytes) ::kill(child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!bytes)
    return Error{
        fmt::format("took longer than {} s", std::chrono::duration<double>(limit).count())};
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return Error{"ended in a crash"};
  return *std::move(bytes);
}

}  // namespace tandem
