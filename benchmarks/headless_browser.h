// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>

#include "base/result.h"

namespace tandem {

// A chromium without a screen and without a GPU, which shows one page at 1280 by 720 for as long as
// this lives. Its profile is a folder of its own that goes with it.
class HeadlessBrowser {
 public:
  // $CHROMIUM, or a chromium of the PATH; nothing when there is none.
  static std::optional<std::string> find();

  // `link` is opened by the program that find() found.
  static Result<HeadlessBrowser> open(const std::string& program, const std::string& link);
  ~HeadlessBrowser();
  HeadlessBrowser(HeadlessBrowser&& other) noexcept;
  HeadlessBrowser& operator=(HeadlessBrowser&&) = delete;

  bool is_running() const;
  // Of all of its processes so far.
  double cpu_seconds() const;

 private:
  HeadlessBrowser(pid_t process, std::filesystem::path profile);

  pid_t process_ = -1;  // also the group and the session of all that it starts
  std::filesystem::path profile_;
};

}  // namespace tandem
