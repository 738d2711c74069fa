// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>

#include "base/time.h"

namespace tandem {

// The pictures of a source that are not looked at, and why that is so: what people are told when no
// other ones come.
class PictureRefusals {
 public:
  // True when it is for a reason that none was before; of many reasons only the first are told.
  bool add_unusable(const std::string& why, SimTime now);
  // Whether one is older than one that was looked at already, so that it is left out.
  bool is_old(SimTime stamp, SimTime newest, SimTime now);

  // One was looked at.
  void forget() { text_.clear(); }

  // While none is.
  std::string text(SimTime now) const;
  std::uint64_t unusable() const { return unusable_; }
  std::uint64_t old() const { return old_; }

 private:
  std::uint64_t unusable_ = 0, old_ = 0;
  std::set<std::string, std::less<>> reasons_;
  std::string text_;  // about the last of all
  SimTime last_{};
};

}  // namespace tandem
