// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/result.h"
#include "ports/record/replay.h"
#include "simulation/frame.h"
#include "simulation/run_control.h"

namespace tandem {

// A replay in which people go back and forth. The latest frames are kept, and going back to them
// costs nothing. Further back the run is made again from its start without being shown: physics
// keeps what no state holds, so that it cannot be taken up in the middle. Every frame is compared
// with the recording, however often it is made.
class ReplayTape {
 public:
  using Open = std::function<Result<std::unique_ptr<Replay>>()>;
  using IsStopped = std::function<bool()>;
  using Shown = Result<std::shared_ptr<const Frame>>;

  // `interest` rests while nobody sees the frames that are made; may be null.
  ReplayTape(Open open, std::shared_ptr<SensorInterest> interest,
             std::size_t kept_bytes = 256 << 20)
      : open_(std::move(open)), interest_(std::move(interest)), kept_bytes_(kept_bytes) {}

  // The frame after the one that is shown; null at the end.
  Shown next();
  // The frame where a jump leads, at the ends of the recording the nearest. Null when it was
  // stopped on the way.
  Shown go(const Jump& jump, const IsStopped& is_stopped);
  // The moments before what a jump led to, for who wants to know what sensors saw last.
  std::vector<std::shared_ptr<const Frame>> lead_in() const;

  std::uint64_t shown() const { return shown_; }    // its number
  std::uint64_t frames() const { return frames_; }  // that were made at all
  std::uint64_t rewinds() const { return rewinds_; }
  const std::optional<ReplayDifference>& difference() const { return difference_; }
  bool is_searching() const { return replay_ && replay_->is_searching(); }

 private:
  // False at the end of the recording.
  Result<bool> make();
  std::optional<Error> rewind();
  std::uint64_t newest() const { return first_kept_ + kept_.size() - 1; }
  std::shared_ptr<const Frame> show(std::uint64_t number);

  const Open open_;
  const std::shared_ptr<SensorInterest> interest_;
  const std::size_t kept_bytes_;
  std::unique_ptr<Replay> replay_;
  struct Kept {
    std::shared_ptr<const Frame> frame;
    std::size_t bytes = 0;
  };
  std::deque<Kept> kept_;
  std::size_t bytes_ = 0;  // of all that are kept
  std::uint64_t first_kept_ = 0;
  std::uint64_t shown_ = 0;
  bool has_shown_ = false;
  std::uint64_t frames_ = 0;
  std::uint64_t rewinds_ = 0;
  std::optional<ReplayDifference> difference_;
};

}  // namespace tandem
