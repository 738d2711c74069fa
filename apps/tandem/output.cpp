// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>

#include "base/log.h"

namespace tandem {

namespace {

int write_error = 0;  // the first one, as in errno

}  // namespace

Output::Output(std::function<void()> on_closed) : on_closed_(std::move(on_closed)) {
  // a closed pipe becomes a failed write, so that the network is left in good order
  std::signal(SIGPIPE, SIG_IGN);
}

void Output::line(std::string_view text) { print(std::string(text) + '\n'); }

void Output::print(std::string_view text) {
  if (!is_open_) return;
  const bool is_written =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (is_written) return;
  write_error = errno;
  is_open_ = false;
  if (on_closed_) on_closed_();
}

int finish_output(int exit_code) {
  constexpr int reader_is_gone = 128 + SIGPIPE;  // as shells tell it of who dies of it
  const bool is_written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  if (is_written && write_error == 0) return exit_code;
  const int reason = write_error != 0 ? write_error : errno;
  if (reason == EPIPE) return exit_code == 0 ? reader_is_gone : exit_code;
  log(LogLevel::error, fmt::format("cannot write to standard output: {}", std::strerror(reason)));
  return exit_code == 0 ? 1 : exit_code;
}

void hold_standard_files() {
  // what is closed for writing stays so: writing to a file that is open for reading fails too
  for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(file, F_GETFD) == -1 && errno == EBADF) open("/dev/null", O_RDONLY);
}

}  // namespace tandem
