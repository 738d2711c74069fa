// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string_view>

namespace tandem {

// Standard output of a tool that goes on until somebody has had enough. Lines leave at once, also
// into a pipe; when nobody reads any more (`| head`) the tool is told to stop, and nothing else
// happens.
class Output {
 public:
  explicit Output(std::function<void()> on_closed);

  // The text with a line end.
  void line(std::string_view text);
  // Text as it is.
  void print(std::string_view text);
  bool is_open() const { return is_open_; }

 private:
  std::function<void()> on_closed_;
  bool is_open_ = true;
};

// Writes what is left for standard output. The exit code of a program that would have ended with
// `exit_code`: not 0 where its output could not be written. That is told with a sentence, unless
// the reader has had enough (`| head`).
int finish_output(int exit_code);

// Files that are opened later must not take the numbers of standard input, output and error where
// these are closed.
void hold_standard_files();

}  // namespace tandem
