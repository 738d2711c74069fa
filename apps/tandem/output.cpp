// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "output.h"

#include <csignal>
#include <cstdio>
#include <string>
#include <utility>

namespace tandem {

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
  is_open_ = false;
  if (on_closed_) on_closed_();
}

}  // namespace tandem
