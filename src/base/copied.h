// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

namespace tandem {

// Owns one of several kinds of T, or nothing, and is copied with what it owns: by T::copy().
template <typename T>
class Copied {
 public:
  Copied() = default;
  template <typename Kind>
  Copied(std::unique_ptr<Kind> value) : value_(std::move(value)) {}
  Copied(const Copied& other) : value_(other ? other->copy() : nullptr) {}
  Copied(Copied&&) noexcept = default;
  Copied& operator=(const Copied& other) { return *this = Copied(other); }
  Copied& operator=(Copied&&) noexcept = default;
  ~Copied() = default;

  explicit operator bool() const { return value_ != nullptr; }
  T& operator*() const { return *value_; }
  T* operator->() const { return value_.get(); }

 private:
  std::unique_ptr<T> value_;
};

// A Kind of Base that can be copied, as all of its members can.
template <typename Base, typename Kind>
class Copyable final : public Kind {
 public:
  using Kind::Kind;
  std::unique_ptr<Base> copy() const override { return std::make_unique<Copyable>(*this); }
};

}  // namespace tandem
