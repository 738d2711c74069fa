// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ports/web/wire.h"
#include "simulation/published_frame.h"

namespace tandem::web {

using WebClock = std::chrono::steady_clock;

// When something happens by the server's clock, which pages are told.
struct ServerMoment {
  WebClock::time_point now;
  std::int64_t since_start_us = 0;
};

// What moved between two frames, as bytes. Pages that keep up with each other get the same ones,
// which are made once. Belongs to one thread.
class MovedBodies {
 public:
  struct Bytes {
    std::uint32_t count = 0;
    std::string bodies;
  };
  // Without `before` all bodies.
  const Bytes& between(const std::shared_ptr<const Frame>& before,
                       const std::shared_ptr<const Frame>& after);

 private:
  static constexpr std::size_t kept = 4;
  struct Entry {
    std::shared_ptr<const Frame> before, after;
    Bytes bytes;
  };
  std::deque<Entry> entries_;  // the newest first
};

// The frames that one page gets: what moved since the last one, no more than two on the way, or a
// few more if all of them are small, and no more than a screen shows. A page that takes long to
// draw so draws what is newest then, not what was when it began with the picture before. Where a
// real robot is now is worth a frame at once, though one was sent a moment before.
class FrameStream {
 public:
  // Nothing when it is not this page's turn.
  std::optional<std::string> next(const PublishedFrame& published, std::uint32_t epoch,
                                  const ServerMoment& moment, MovedBodies& moved);
  // The page has applied this one: how old the pose of a real robot in it was when it was sent, or
  // unknown_us. Nothing when it was never sent.
  std::optional<std::uint32_t> acknowledge(std::uint32_t sequence);

  // There is no room for anything on the way to this page.
  void hold_back(const PublishedFrame& published);

  // Frames that it was too slow for: they waited for it until a later one took their place.
  std::uint64_t skipped() const { return skipped_; }
  std::uint32_t sequence() const { return sequence_; }  // of the last one that was sent
  // Whether the page has applied a frame that was sent after that one.
  bool has_applied_after(std::uint32_t sequence) const {
    return sequence_ - acknowledged_ < sequence_ - sequence;
  }
  bool is_up_to_date() const { return acknowledged_ == sequence_; }

 private:
  static constexpr std::uint32_t large_on_the_way = 2, max_on_the_way = 6;
  static constexpr std::size_t small_bytes = 16 * 1024;  // together; a moment for any network
  static constexpr auto min_interval = std::chrono::milliseconds(12);

  std::shared_ptr<const Frame> last_;
  std::optional<WallTime> last_pose_;
  std::uint32_t epoch_ = 0;
  std::uint32_t sequence_ = 0;
  std::uint32_t acknowledged_ = 0;
  struct Sent {
    std::uint32_t pose_age_us = 0;
    std::size_t bytes = 0;
  };
  bool may_send() const;
  void replace_held(const std::shared_ptr<const Frame>& frame);
  Sent& sent(std::uint32_t sequence) { return sent_[sequence % max_on_the_way]; }

  std::array<Sent, max_on_the_way> sent_{};  // by sequence
  WebClock::time_point last_time_{};
  std::shared_ptr<const Frame> held_;  // waits for the page
  std::uint64_t skipped_ = 0;
};

// When a page that watches measurements and pictures gets the next ones: when it has applied a
// frame that was sent after the last, as it takes messages in their order. One that draws slowly
// would else work its way through old ones. While there are no frames, a pace.
class WatchTurn {
 public:
  bool is_now(const FrameStream& frames, WebClock::time_point now) const {
    return !sent_at_ || frames.has_applied_after(sequence_) ||
           (frames.is_up_to_date() && now - *sent_at_ >= pace);
  }
  void sent(const FrameStream& frames, WebClock::time_point now) {
    sequence_ = frames.sequence();
    sent_at_ = now;
  }

 private:
  static constexpr auto pace = std::chrono::milliseconds(100);

  std::uint32_t sequence_ = 0;
  std::optional<WebClock::time_point> sent_at_;
};

// What one page watches, and which version it has of each.
class WatchList {
 public:
  struct Change {
    std::vector<std::string> begun, ended;
    std::size_t left_out = 0;  // of the names, because one page may not watch so many
  };
  // These from now on.
  Change set(const std::vector<std::string>& names);

  // Goes around all of them once with `serve(name, version)`, which is false when there is no room
  // for more. Who had to wait is first the next time, or who comes late in the alphabet would wait
  // for ever.
  template <typename Serve>
  void go_around(const Serve& serve) {
    auto at = versions_.lower_bound(first_);
    for (std::size_t i = 0; i < versions_.size(); ++i, ++at) {
      if (at == versions_.end()) at = versions_.begin();
      if (serve(at->first, at->second)) continue;
      first_ = at->first;
      return;
    }
  }

  // The page has forgotten all that it was told.
  void forget_versions();
  const std::map<std::string, std::uint64_t>& versions() const { return versions_; }

  static constexpr std::size_t most = 1024;
  static constexpr std::size_t most_bytes = 128 * 1024;  // of all names

 private:
  std::map<std::string, std::uint64_t> versions_;
  std::string first_;  // of the next time around
};

// The painted floor as one page gets it.
class PaintStream {
 public:
  std::optional<std::string> next(const Frame& frame, std::uint32_t epoch);

 private:
  std::shared_ptr<const PaintImage> last_;
  std::uint32_t epoch_ = 0;
};

}  // namespace tandem::web
