// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <deque>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tandem {

// What is made of the lines that a child says.
struct ChildVoice {
  bool is_heard = true;        // on standard error, as it comes
  std::size_t kept_lines = 5;  // of its last words
};

// Another program that this one has started. It ends when the thread ends that started it, however
// that ends; what it says goes to standard error line by line unless told otherwise, and its last
// words are kept. Ctrl-C at the terminal is not for it.
class ChildProcess {
 public:
  // `title` is for people: "navigator of emaros". Throws std::runtime_error when there can be no
  // more processes; a binary that cannot be run ends at once, with exit code 127.
  ChildProcess(std::string title, const std::filesystem::path& binary,
               const std::vector<std::string>& arguments, const ChildVoice& voice = {});
  ~ChildProcess();  // asks it to end, and ends it when it does not listen
  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&&) = delete;

  const std::string& title() const { return title_; }
  // Passes on what it said since the last time.
  void hear();
  // "signal 9" once it has ended by itself, the first time that somebody asks.
  std::optional<std::string> take_end();
  std::string last_words() const;
  const std::deque<std::string>& last_lines() const { return last_lines_; }
  // It shall end; the destructor waits for it.
  void ask_to_end();
  // It ends at once, without a last word.
  void kill_now();
  // The same, and it is gone when this returns.
  void kill_for_good();

 private:
  void say(std::string line);

  std::string title_;
  ChildVoice voice_;
  pid_t pid_ = 0;  // 0: gone
  int pipe_ = -1;
  std::string unfinished_;
  std::deque<std::string> last_lines_;
};

}  // namespace tandem
