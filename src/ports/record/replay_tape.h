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

struct TapeOptions {
  // Otherwise nothing is kept to go back to, which takes time: for who only wants to know whether
  // it goes the same way again. Then go() finds what comes later than what is shown.
  bool goes_back = true;
  std::size_t frame_bytes = 256 << 20;       // of frames that are kept
  std::size_t checkpoint_bytes = 256 << 20;  // of checkpoints
  Duration checkpoint_period = 5s;           // simulated; longer where they would take more memory
};

// A replay in which people go back and forth. The latest frames are kept, and going back to them
// costs nothing. Elsewhere the run is made again from the last checkpoint before, without being
// shown. There are as many checkpoints as memory allows, evenly spread. Every frame is compared
// with the recording, however often it is made.
class ReplayTape {
 public:
  using Open = std::function<Result<std::unique_ptr<Replay>>()>;
  using IsStopped = std::function<bool()>;
  using Shown = Result<std::shared_ptr<const Frame>>;

  // Replays that are opened have checkpoints, if the tape goes back. `interest` rests while nobody
  // sees the frames that are made; may be null.
  ReplayTape(Open open, std::shared_ptr<SensorInterest> interest, const TapeOptions& options = {})
      : open_(std::move(open)),
        interest_(std::move(interest)),
        options_(options),
        period_(options.checkpoint_period) {}

  // The frame after the one that is shown; null at the end.
  Shown next();
  // The frame where a jump leads, at the ends of the recording the nearest. Null when it was
  // stopped on the way.
  Shown go(const Jump& jump, const IsStopped& is_stopped);
  // The moments before what a jump led to, for who wants to know what sensors saw last.
  std::vector<std::shared_ptr<const Frame>> lead_in() const;

  std::uint64_t shown() const { return shown_; }    // its number
  std::uint64_t frames() const { return frames_; }  // that were made at all
  std::uint64_t made() const { return made_; }      // how often one was made, seen or not
  std::size_t checkpoints() const { return marks_.size(); }
  std::size_t checkpoint_bytes() const { return mark_bytes_; }  // about
  Duration checkpoint_period() const { return period_; }        // by now
  const std::optional<ReplayDifference>& difference() const { return difference_; }
  bool is_searching() const { return replay_ && replay_->is_searching(); }

 private:
  // False at the end of the recording.
  Result<bool> make();
  std::optional<Error> open();
  void mark();
  void spread_marks();
  void go_on_from_mark(SimTime time, std::uint64_t number);
  std::uint64_t newest() const { return first_kept_ + kept_.size() - 1; }
  std::shared_ptr<const Frame> show(std::uint64_t number);

  const Open open_;
  const std::shared_ptr<SensorInterest> interest_;
  const TapeOptions options_;
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
  std::uint64_t made_ = 0;

  // A checkpoint, and the frame after which it was taken.
  struct Mark {
    std::uint64_t number = 0;
    std::shared_ptr<const Frame> frame;
    std::shared_ptr<const Replay::Checkpoint> checkpoint;
    std::size_t bytes = 0;  // beside the one before it
  };
  std::vector<Mark> marks_;  // by number; the first frame has one
  std::size_t mark_bytes_ = 0;
  Duration period_;
  std::optional<ReplayDifference> difference_;
};

}  // namespace tandem
