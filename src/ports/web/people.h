// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>

#include "ports/web/server.h"
#include "ports/web/wire.h"

namespace tandem::web {

// Who is in the world with a headset, so that people see each other. What is seen of them is as
// they say: it moves nothing, so who may only look is seen too.
class People {
 public:
  using Clock = std::chrono::steady_clock;

  void set(PageId page, const Presence& presence, Clock::time_point now);
  void forget(PageId page);
  // Whether anybody moved, came or went since the last call. Who said nothing for 2 s has gone.
  bool take_change(Clock::time_point now);
  // All but who looks; nothing when nobody is there and nobody was.
  std::optional<std::string> others_than(PageId page) const;

 private:
  struct Entry {
    Presence presence;
    Clock::time_point heard;
  };
  std::map<PageId, Entry> people_;
  bool has_changed_ = false;
  bool were_there_ = false;
};

}  // namespace tandem::web
