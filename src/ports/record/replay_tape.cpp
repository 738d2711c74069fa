// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/record/replay_tape.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>
#include <variant>

namespace tandem {

namespace {

constexpr Duration led_in = 200ms;  // in which most sensors measure once

template <class T>
std::size_t bytes_of(const std::vector<T>& values) {
  return values.size() * sizeof(T);
}

std::size_t bytes_of(const CameraReading& camera) {
  const CameraImage& image = camera.image;
  return bytes_of(image.rgb) + bytes_of(image.depth_m) + bytes_of(image.labels) +
         bytes_of(image.instances);
}

std::size_t bytes_of(const Reading& reading) {
  std::size_t bytes = sizeof(Reading);
  if (const auto* camera = std::get_if<CameraReading>(&reading.measurement))
    bytes += bytes_of(*camera);
  if (const auto* stereo = std::get_if<StereoReading>(&reading.measurement))
    bytes += bytes_of(stereo->left) + bytes_of(stereo->right);
  if (const auto* cloud = std::get_if<CloudReading>(&reading.measurement))
    bytes += bytes_of(cloud->points);
  if (const auto* scan = std::get_if<ScanReading>(&reading.measurement))
    bytes += bytes_of(scan->ranges_m) + bytes_of(scan->intensities);
  return bytes;
}

// About what keeping a frame costs beside the frame before it, with which it shares what did not
// change.
std::size_t bytes_of(const Frame& frame) {
  constexpr std::size_t part = 128;  // bodies that a table shares or does not
  const std::size_t parts =
      std::min(frame.moved.size(), (frame.world_from_body.size() + part - 1) / part);
  std::size_t bytes = sizeof(Frame) + bytes_of(frame.contacts) + bytes_of(frame.moved) +
                      bytes_of(frame.robots) + bytes_of(frame.events) +
                      parts * part * (sizeof(Pose) + sizeof(Twist));
  for (const auto& reading : frame.readings) bytes += bytes_of(*reading);
  for (const PaintRect& rect : frame.paint_changes)
    bytes +=
        static_cast<std::size_t>(rect.width) * static_cast<std::size_t>(rect.height) * sizeof(Rgba);
  return bytes;
}

// Lets sensors rest while frames are made that nobody sees.
class Unseen {
 public:
  explicit Unseen(std::shared_ptr<SensorInterest> interest) : interest_(std::move(interest)) {}
  ~Unseen() { rest(false); }
  Unseen(const Unseen&) = delete;
  Unseen& operator=(const Unseen&) = delete;

  void rest(bool is_resting) {
    if (interest_ && std::exchange(is_resting_, is_resting) != is_resting)
      interest_->rest(is_resting);
  }

 private:
  const std::shared_ptr<SensorInterest> interest_;
  bool is_resting_ = false;
};

}  // namespace

ReplayTape::Shown ReplayTape::next() {
  const std::uint64_t wanted = has_shown_ ? shown_ + 1 : 0;
  if (kept_.empty() || newest() < wanted) {
    const Result<bool> made = make();
    if (!made) return Error{made.error()};
    if (!*made) return std::shared_ptr<const Frame>();
  }
  return show(wanted);
}

ReplayTape::Shown ReplayTape::go(const Jump& jump, const IsStopped& is_stopped) {
  Unseen unseen(interest_);
  const auto make_while = [&](const auto& is_wanted) -> Result<bool> {
    while (is_wanted()) {
      if (is_stopped()) return false;
      unseen.rest(jump.time && (kept_.empty() || kept_.back().frame->time < *jump.time - led_in));
      const Result<bool> made = make();
      if (!made || !*made) return made ? Result<bool>(true) : made;
    }
    return true;
  };
  std::uint64_t number = shown_;
  if (jump.time) {
    go_on_from_mark(*jump.time, std::numeric_limits<std::uint64_t>::max());
    // one frame further than that, to know that it is the last
    const auto reached =
        make_while([&] { return kept_.empty() || kept_.back().frame->time <= *jump.time; });
    if (!reached) return Error{reached.error()};
    if (!*reached || kept_.empty()) return std::shared_ptr<const Frame>();
    const auto later = std::ranges::upper_bound(kept_, *jump.time, {},
                                                [](const Kept& kept) { return kept.frame->time; });
    const auto index = static_cast<std::uint64_t>(later - kept_.begin());
    number = first_kept_ + (index > 0 ? index - 1 : 0);
  }
  const auto signed_number = static_cast<std::int64_t>(number) + jump.frames;
  number = static_cast<std::uint64_t>(std::max<std::int64_t>(0, signed_number));
  if (!options_.goes_back) number = std::max(number, first_kept_);
  go_on_from_mark(SimTime::max(), number);
  const auto reached = make_while([&] { return kept_.empty() || newest() < number; });
  if (!reached) return Error{reached.error()};
  if (!*reached || kept_.empty()) return std::shared_ptr<const Frame>();
  return show(std::min(number, newest()));
}

std::vector<std::shared_ptr<const Frame>> ReplayTape::lead_in() const {
  std::vector<std::shared_ptr<const Frame>> frames;
  const auto end = kept_.begin() + static_cast<std::ptrdiff_t>(shown_ - first_kept_);
  for (auto kept = kept_.begin(); kept != end; ++kept)
    if (kept->frame->time >= end->frame->time - led_in) frames.push_back(kept->frame);
  return frames;
}

Result<bool> ReplayTape::make() {
  if (!replay_)
    if (auto error = open()) return *error;
  auto made = replay_->next();
  if (!made) return Error{made.error()};
  if (!*made) return false;
  const auto frame = std::make_shared<const Frame>(**std::move(made));
  if (!difference_ || difference_->names.empty()) difference_ = replay_->difference();
  frames_ = std::max(frames_, replay_->frames());
  ++made_;
  kept_.push_back({frame, options_.goes_back ? bytes_of(*frame) : 0});
  bytes_ += kept_.back().bytes;
  // two at least: the one that is shown, and the one after it by which a jump knows where it ends
  while ((bytes_ > options_.frame_bytes || !options_.goes_back) && kept_.size() > 2) {
    bytes_ -= kept_.front().bytes;
    kept_.pop_front();
    ++first_kept_;
  }
  if (!options_.goes_back) return true;
  if (marks_.empty() ||
      (newest() > marks_.back().number && frame->time >= marks_.back().frame->time + period_))
    mark();
  return true;
}

std::optional<Error> ReplayTape::open() {
  auto opened = open_();
  if (!opened) return Error{opened.error()};
  replay_ = *std::move(opened);
  return std::nullopt;
}

void ReplayTape::mark() {
  const auto before = marks_.empty() ? nullptr : marks_.back().checkpoint;
  Mark mark{newest(), kept_.back().frame, replay_->checkpoint(before.get())};
  mark.bytes = mark.checkpoint->bytes_beside(before.get()) + kept_.back().bytes;
  mark_bytes_ += mark.bytes;
  marks_.push_back(std::move(mark));
  while (mark_bytes_ > options_.checkpoint_bytes && marks_.size() > 2) spread_marks();
}

// Every second one goes, and the next ones come half as often.
void ReplayTape::spread_marks() {
  period_ *= 2;
  std::vector<Mark> rest;
  mark_bytes_ = 0;
  for (std::size_t i = 0; i < marks_.size(); i += 2) {
    Mark& mark = marks_[i];
    const auto before = rest.empty() ? nullptr : rest.back().checkpoint;
    mark.bytes = mark.checkpoint->bytes_beside(before.get()) + bytes_of(*mark.frame);
    mark_bytes_ += mark.bytes;
    rest.push_back(std::move(mark));
  }
  marks_ = std::move(rest);
}

// Before something is looked for that is at this time, or has this number: from the last mark
// before it, unless what is kept is nearer.
void ReplayTape::go_on_from_mark(SimTime time, std::uint64_t number) {
  if (marks_.empty()) return;
  const bool is_behind = kept_.empty() || number < first_kept_ || time < kept_.front().frame->time;
  // sensors that are to be seen there have measured before; so a little earlier than it
  const auto later = std::ranges::find_if(marks_.begin() + 1, marks_.end(), [&](const Mark& mark) {
    return mark.number > number || mark.frame->time > time - led_in;
  });
  const Mark& mark = *std::prev(later);
  if (!is_behind && mark.number <= newest()) return;
  replay_->put_back(*mark.checkpoint);
  kept_.assign(1, {mark.frame, bytes_of(*mark.frame)});
  bytes_ = kept_.back().bytes;
  first_kept_ = mark.number;
}

std::shared_ptr<const Frame> ReplayTape::show(std::uint64_t number) {
  shown_ = number;
  has_shown_ = true;
  return kept_.at(number - first_kept_).frame;
}

}  // namespace tandem
