// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <thread>

namespace tandem {

// Puts the terminal back as it was before any Keyboard; also for a process that ends at once.
void restore_terminal();

// Reads single keys from the terminal while it lives, and puts the terminal back after that. Does
// nothing where standard input is no terminal or belongs to another job.
class Keyboard {
 public:
  explicit Keyboard(std::function<void(char)> on_key);
  ~Keyboard();

  bool is_active() const { return reader_.joinable(); }

 private:
  std::jthread reader_;
};

}  // namespace tandem
