// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <utility>

#include "middleware/transport.h"

namespace tandem {

// Which readers have answered to which of our writers. DDS tells when we know of a reader, but not
// when the reader knows of us; Cyclone's readers drop what was written before. So a question or an
// answer that must not be lost waits for a sign.
class DdsAcquaintance {
 public:
  // Calls `on_sign`, on a thread of Fast DDS, when a reader has shown that it hears this writer.
  // A writer is named by the last four bytes of its GID.
  void watch(std::uint32_t writer, std::function<void()> on_sign);
  // `on_sign` is not called any more when this returns.
  void forget(std::uint32_t writer);

  // A reader acknowledged, as an answer to a heartbeat or on its own.
  void note(std::uint32_t writer, const Gid& reader, bool is_answer);
  bool has_met(std::uint32_t writer, const Gid& reader) const;

 private:
  struct Watched {
    std::function<void()> on_sign;
    std::map<Gid, int> signs;
  };
  struct Sign {
    std::uint32_t writer = 0;
    Gid reader{};
    bool is_answer = false;
  };

  void count(Watched& watched, const Gid& reader, bool is_answer);

  mutable std::recursive_mutex mutex_;
  std::map<std::uint32_t, Watched> writers_;
  std::deque<Sign> early_;  // to writers that nobody watches, or not yet
};

// The part of a GID that names the endpoint in its participant.
std::uint32_t entity_of(const Gid& gid);

}  // namespace tandem
