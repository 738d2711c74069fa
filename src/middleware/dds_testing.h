// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "middleware/dds_transport.h"

// What tests over DDS share.
namespace tandem::testing_dds {

// A domain that no other test on this machine uses, held until the process ends.
inline int own_domain() {
  static const int domain = [] {
    for (int i = 0;; ++i) {
      const int candidate = 1 + (getpid() + i) % 100;  // above 101 ports may be taken by others
      const std::string name = "/tmp/tandem_test_domain_" + std::to_string(candidate);
      const int file = open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
      if (file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0) return candidate;
      if (file >= 0) close(file);
    }
  }();
  return domain;
}

inline DdsOptions loopback() {
  DdsOptions options;
  options.domain_id = own_domain();
  options.range = DiscoveryRange::localhost;
  options.is_loopback_only = true;
  return options;
}

// Waits until `is_true`; false when it did not become so in time.
template <typename Condition>
bool eventually(Condition is_true, std::chrono::seconds patience = std::chrono::seconds(30)) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (!is_true()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

// A message with one string of any bytes; RTPS may add padding behind it.
inline std::vector<std::byte> to_message(std::string_view text) {
  std::vector<std::byte> bytes{std::byte{0}, std::byte{1}, std::byte{0}, std::byte{0}};
  for (std::size_t i = 0; i < 4; ++i) bytes.push_back(static_cast<std::byte>(text.size() >> 8 * i));
  const auto* letters = reinterpret_cast<const std::byte*>(text.data());
  bytes.insert(bytes.end(), letters, letters + text.size());
  return bytes;
}

inline std::string to_text(const SharedBytes& message) {
  if (message->size() < 8) return "";
  std::size_t size = 0;
  for (std::size_t i = 0; i < 4; ++i)
    size |= std::to_integer<std::size_t>(message->at(4 + i)) << 8 * i;
  return {reinterpret_cast<const char*>(message->data()) + 8, std::min(size, message->size() - 8)};
}

// What is written to standard error as long as this lives; it can be read meanwhile.
class StandardError {
 public:
  StandardError() : file_(std::tmpfile()), shown_(dup(2)) { dup2(fileno(file_), 2); }
  ~StandardError() {
    dup2(shown_, 2);
    close(shown_);
    std::fclose(file_);
  }
  StandardError(const StandardError&) = delete;
  StandardError& operator=(const StandardError&) = delete;

  std::string text() const {
    std::string text(static_cast<std::size_t>(lseek(fileno(file_), 0, SEEK_CUR)), '\0');
    const ssize_t size = pread(fileno(file_), text.data(), text.size(), 0);
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    return text;
  }

 private:
  std::FILE* file_;
  int shown_;
};

// Texts as they arrive.
class Heard {
 public:
  OnMessage writer() {
    return [this](const SharedBytes& message, const MessageInfo& info) {
      const std::lock_guard lock(mutex_);
      texts_.push_back(to_text(message));
      last_ = info;
    };
  }
  std::vector<std::string> texts() const {
    const std::lock_guard lock(mutex_);
    return texts_;
  }
  std::size_t count() const {
    const std::lock_guard lock(mutex_);
    return texts_.size();
  }
  MessageInfo last() const {
    const std::lock_guard lock(mutex_);
    return last_;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> texts_;
  MessageInfo last_;
};

}  // namespace tandem::testing_dds
