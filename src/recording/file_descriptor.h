// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unistd.h>

#include <utility>

namespace tandem {

// An open file, until it goes.
class FileDescriptor {
 public:
  explicit FileDescriptor(int value) : value_(value) {}
  ~FileDescriptor() { close(); }
  FileDescriptor(FileDescriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }

  int value() const { return value_; }
  bool is_open() const { return value_ >= 0; }
  // False when the system says that what was written may not be there.
  bool close() { return !is_open() || ::close(std::exchange(value_, -1)) == 0; }

 private:
  int value_;
};

}  // namespace tandem
