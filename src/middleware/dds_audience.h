// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "middleware/dds_acquaintance.h"
#include "middleware/dds_graph.h"

namespace tandem {

// The readers of one of our writers and which of them hear it already; or the writers of one of our
// readers and which of them speak to it.
class DdsAudience {
 public:
  using Clock = std::chrono::steady_clock;
  // A peer that gave no sign by then is trusted to know us.
  static constexpr Clock::duration patience = std::chrono::seconds(3);

  enum class Of { writer, reader };

  explicit DdsAudience(Of side) : side_(side) {}
  ~DdsAudience() { part(); }
  DdsAudience(const DdsAudience&) = delete;
  DdsAudience& operator=(const DdsAudience&) = delete;

  // Once our endpoint is there; `on_sign` may come on any thread.
  void meet(DdsAcquaintance& acquaintance, const Gid& endpoint, std::function<void()> on_sign) {
    acquaintance_ = &acquaintance;
    endpoint_ = entity_of(endpoint);
    own_ = prefix_of(endpoint);
    acquaintance.watch(endpoint_, std::move(on_sign));
  }
  void part() {
    if (acquaintance_) acquaintance_->forget(endpoint_);
    acquaintance_ = nullptr;
  }

  void add(const Gid& peer) { peers_.emplace(peer, Clock::now()); }
  void remove(const Gid& peer) { peers_.erase(peer); }

  int size() const { return static_cast<int>(peers_.size()); }
  int aware() const {
    return static_cast<int>(
        std::ranges::count_if(peers_, [this](const auto& peer) { return knows_us(peer); }));
  }
  bool hears(const Gid& peer) const {
    const auto found = peers_.find(peer);
    return found != peers_.end() && knows_us(*found);
  }
  bool hears_any_of(const GidPrefix& participant) const {
    for (const auto& entry : peers_)
      if (prefix_of(entry.first) == participant && knows_us(entry)) return true;
    return false;
  }

 private:
  bool knows_us(const std::pair<const Gid, Clock::time_point>& peer) const {
    // Within one participant both sides of a match are made at once, the writer's first: what it
    // writes is for the reader from then on, but may wait there for word of what was before.
    const bool is_sure = side_ == Of::writer && prefix_of(peer.first) == own_;
    return (acquaintance_ && (is_sure || acquaintance_->has_met(endpoint_, peer.first))) ||
           Clock::now() - peer.second >= patience;
  }

  const Of side_;
  DdsAcquaintance* acquaintance_ = nullptr;
  std::uint32_t endpoint_ = 0;
  GidPrefix own_{};
  std::map<Gid, Clock::time_point> peers_;
};

}  // namespace tandem
