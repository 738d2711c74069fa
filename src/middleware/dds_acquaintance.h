// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <utility>

#include "middleware/dds_graph.h"

namespace tandem {

// Which readers have answered to which of our writers, and which writers have greeted which of our
// readers. DDS tells when we know of a peer, but not when the peer knows of us: what a writer says
// before is not for us, and Cyclone's readers drop what was written before. So what must not be
// lost waits for a sign.
class DdsAcquaintance {
 public:
  // Calls `on_sign`, on a thread of Fast DDS, when a peer has shown that it knows this endpoint of
  // ours, which is named by the last four bytes of its GID.
  void watch(std::uint32_t endpoint, std::function<void()> on_sign);
  // `on_sign` is not called any more when this returns.
  void forget(std::uint32_t endpoint);

  // Who we are. A writer of ours may greet a reader of ours before that listens, so between these
  // only the reader's answer counts.
  void introduce(const GidPrefix& own);

  // A reader acknowledged, as an answer to a heartbeat or on its own.
  void note(std::uint32_t writer, const Gid& reader, bool is_answer);
  // A writer said something to one of our readers and to nobody else.
  void note_greeting(std::uint32_t reader, const Gid& writer);
  bool has_met(std::uint32_t endpoint, const Gid& peer) const;

 private:
  struct Watched {
    std::function<void()> on_sign;
    std::map<Gid, int> signs;
  };
  struct Sign {
    std::uint32_t endpoint = 0;
    Gid peer{};
    bool is_answer = false;
  };

  void note_sign(const Sign& sign);
  void count(Watched& watched, const Gid& peer, bool is_enough);

  mutable std::recursive_mutex mutex_;
  GidPrefix own_{};
  std::map<std::uint32_t, Watched> endpoints_;
  std::deque<Sign> early_;  // to endpoints that nobody watches, or not yet
  std::set<std::pair<std::uint32_t, Gid>> early_greetings_;  // to readers, likewise
};

// The part of a GID that names the endpoint in its participant.
std::uint32_t entity_of(const Gid& gid);

}  // namespace tandem
