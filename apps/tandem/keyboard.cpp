// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "keyboard.h"

#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <utility>

namespace tandem {

namespace {

termios saved_settings;

void use_single_keys() {
  termios settings = saved_settings;
  settings.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);  // Ctrl-C stays a signal
  settings.c_cc[VMIN] = 0;
  settings.c_cc[VTIME] = 0;
  tcsetattr(STDIN_FILENO, TCSANOW, &settings);
}

}  // namespace

Keyboard::Keyboard(std::function<void(char)> on_key) {
  const bool is_ours = isatty(STDIN_FILENO) && tcgetpgrp(STDIN_FILENO) == getpgrp();
  if (!is_ours || tcgetattr(STDIN_FILENO, &saved_settings) != 0) return;
  use_single_keys();

  reader_ = std::jthread([on_key = std::move(on_key)](std::stop_token stop) {
    while (!stop.stop_requested()) {
      pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
      if (poll(&input, 1, 50) <= 0) continue;
      char key = 0;
      if (read(STDIN_FILENO, &key, 1) != 1) return;  // the terminal is gone
      on_key(key);
    }
  });
}

Keyboard::~Keyboard() {
  if (!reader_.joinable()) return;
  reader_.request_stop();
  reader_.join();
  tcsetattr(STDIN_FILENO, TCSANOW, &saved_settings);
}

}  // namespace tandem
