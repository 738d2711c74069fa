// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "keyboard.h"

#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <atomic>
#include <utility>

namespace tandem {

namespace {

termios saved_settings;
std::atomic<bool> are_keys_single = false;

void use_single_keys() {
  termios settings = saved_settings;
  settings.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);  // Ctrl-C stays a signal
  settings.c_cc[VMIN] = 0;
  settings.c_cc[VTIME] = 0;
  tcsetattr(STDIN_FILENO, TCSANOW, &settings);
  are_keys_single = true;
}

bool is_our_terminal() { return isatty(STDIN_FILENO) && tcgetpgrp(STDIN_FILENO) == getpgrp(); }

// A shell that stopped and continued us has set its own mode.
void use_single_keys_again() {
  termios now;
  if (tcgetattr(STDIN_FILENO, &now) == 0 && (now.c_lflag & ICANON) && is_our_terminal())
    use_single_keys();
}

}  // namespace

void restore_terminal() {
  if (are_keys_single.exchange(false)) tcsetattr(STDIN_FILENO, TCSANOW, &saved_settings);
}

Keyboard::Keyboard(std::function<void(char)> on_key) {
  if (!is_our_terminal() || tcgetattr(STDIN_FILENO, &saved_settings) != 0) return;
  use_single_keys();

  reader_ = std::jthread([on_key = std::move(on_key)](std::stop_token stop) {
    while (!stop.stop_requested()) {
      pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
      use_single_keys_again();
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
  restore_terminal();
}

}  // namespace tandem
