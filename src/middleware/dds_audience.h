// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "middleware/dds_acquaintance.h"
#include "middleware/dds_graph.h"

namespace tandem {

// The readers of one of our writers, and which of them hear it already.
class DdsAudience {
 public:
  using Clock = std::chrono::steady_clock;
  // A reader that gave no sign by then is trusted to hear.
  static constexpr Clock::duration patience = std::chrono::seconds(3);

  DdsAudience() = default;
  ~DdsAudience() { part(); }
  DdsAudience(const DdsAudience&) = delete;
  DdsAudience& operator=(const DdsAudience&) = delete;

  // Once the writer is there; `on_sign` may come on any thread.
  void meet(DdsAcquaintance& acquaintance, const Gid& writer, std::function<void()> on_sign) {
    acquaintance_ = &acquaintance;
    writer_ = entity_of(writer);
    own_ = prefix_of(writer);
    acquaintance.watch(writer_, std::move(on_sign));
  }
  void part() {
    if (acquaintance_) acquaintance_->forget(writer_);
    acquaintance_ = nullptr;
  }

  void add(const Gid& reader) { readers_.emplace(reader, Clock::now()); }
  void remove(const Gid& reader) { readers_.erase(reader); }

  bool hears(const Gid& reader) const {
    const auto found = readers_.find(reader);
    return found != readers_.end() && hears_us(*found);
  }
  bool hears_any_of(const GidPrefix& participant) const {
    for (const auto& entry : readers_)
      if (prefix_of(entry.first) == participant && hears_us(entry)) return true;
    return false;
  }

 private:
  bool hears_us(const std::pair<const Gid, Clock::time_point>& reader) const {
    // both sides of a match within one participant are made at once
    return (acquaintance_ &&
            (prefix_of(reader.first) == own_ || acquaintance_->has_met(writer_, reader.first))) ||
           Clock::now() - reader.second >= patience;
  }

  DdsAcquaintance* acquaintance_ = nullptr;
  std::uint32_t writer_ = 0;
  GidPrefix own_{};
  std::map<Gid, Clock::time_point> readers_;
};

}  // namespace tandem
