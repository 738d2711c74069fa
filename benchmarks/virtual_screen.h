// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

#include "base/result.h"

namespace tandem {

// An X server whose screen nobody sees (Xvfb), for as long as this lives. DISPLAY names it for
// windows that are opened in this process meanwhile.
class VirtualScreen {
 public:
  // Whether there is an Xvfb in the PATH.
  static bool is_here();
  static Result<VirtualScreen> open(int width, int height);
  ~VirtualScreen();
  VirtualScreen(VirtualScreen&& other) noexcept;
  VirtualScreen& operator=(VirtualScreen&&) = delete;

 private:
  explicit VirtualScreen(pid_t process) : process_(process) {}

  pid_t process_ = -1;
  std::optional<std::string> before_;  // DISPLAY
};

}  // namespace tandem
