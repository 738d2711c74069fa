// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace tandem {

struct Error {
  std::string message;
};

// A value, or why there is none. The subset of std::expected we use, so that C++23 is an alias
// away.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::move(value)) {}
  Result(Error error) : content_(std::move(error)) {}

  explicit operator bool() const { return std::holds_alternative<T>(content_); }
  const T& operator*() const& { return std::get<T>(content_); }
  T&& operator*() && { return std::get<T>(std::move(content_)); }
  const T* operator->() const { return &std::get<T>(content_); }
  const std::string& error() const { return std::get<Error>(content_).message; }

 private:
  std::variant<T, Error> content_;
};

}  // namespace tandem
