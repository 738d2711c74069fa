// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/web/streams.h"

#include <algorithm>
#include <limits>

namespace tandem::web {

namespace {

constexpr int max_tile_px = 256;  // along a side: what differs is sent in parts of this size

std::uint32_t age_us(WebClock::time_point then, WebClock::time_point now) {
  const auto age = std::chrono::duration_cast<std::chrono::microseconds>(now - then).count();
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(age, 0, unknown_us - 1));
}

// Body ids are where poses stand in the table; those of removed bodies mean nothing and do no harm.
std::vector<BodyPose> moved_bodies(const PoseTable& after, const PoseTable& before) {
  std::vector<BodyPose> moved;
  after.for_each_difference(before, [&](std::size_t body, const Pose& pose) {
    moved.push_back({static_cast<std::uint32_t>(body), pose});
  });
  return moved;
}

PaintTile tile_of(const PaintImage& image, const PaintRect& rect) {
  PaintTile tile{.column = static_cast<std::uint16_t>(rect.column),
                 .row = static_cast<std::uint16_t>(rect.row),
                 .width = static_cast<std::uint16_t>(rect.width),
                 .height = static_cast<std::uint16_t>(rect.height),
                 .pixels = image.copy(rect).pixels};
  const bool is_clear =
      std::ranges::all_of(tile.pixels, [](const Rgba& pixel) { return pixel == Rgba{}; });
  if (is_clear) tile.pixels.clear();
  return tile;
}

}  // namespace

const MovedBodies::Bytes& MovedBodies::between(const std::shared_ptr<const Frame>& before,
                                               const std::shared_ptr<const Frame>& after) {
  const auto known = std::ranges::find_if(
      entries_, [&](const Entry& entry) { return entry.before == before && entry.after == after; });
  if (known != entries_.end()) return known->bytes;
  const std::vector<BodyPose> moved =
      moved_bodies(after->world_from_body, before ? before->world_from_body : PoseTable());
  entries_.push_front(
      {before, after, {static_cast<std::uint32_t>(moved.size()), encode_bodies(moved)}});
  if (entries_.size() > kept) entries_.pop_back();
  return entries_.front().bytes;
}

std::optional<std::string> FrameStream::next(const PublishedFrame& published, std::uint32_t epoch,
                                             const ServerMoment& moment, MovedBodies& moved) {
  const std::shared_ptr<const Frame>& frame = published.frame;
  const bool is_new_epoch = epoch != epoch_;
  const bool has_new_pose = published.newest_pose && published.newest_pose != last_pose_;
  if (frame == last_ && !is_new_epoch) return std::nullopt;
  replace_held(frame);
  if (!may_send()) {
    held_ = frame;
    return std::nullopt;
  }
  if (!is_new_epoch && !has_new_pose && moment.now - last_time_ < min_interval) return std::nullopt;

  FrameMessage message{.is_full = is_new_epoch,
                       .epoch = epoch,
                       .sequence = ++sequence_,
                       .time = frame->time,
                       .sent_us = moment.since_start_us,
                       .step_age_us = age_us(frame->journey.done, moment.now)};
  if (has_new_pose) message.pose_age_us = age_us(*published.newest_pose, moment.now);
  const MovedBodies::Bytes& bytes = moved.between(is_new_epoch ? nullptr : last_, frame);
  held_.reset();
  last_ = frame;
  last_pose_ = published.newest_pose;
  epoch_ = epoch;
  last_time_ = moment.now;
  std::string encoded = encode(message, bytes.count, bytes.bodies);
  sent(sequence_) = {message.pose_age_us, encoded.size()};
  return encoded;
}

void FrameStream::hold_back(const PublishedFrame& published) {
  if (published.frame == last_) return;
  replace_held(published.frame);
  held_ = published.frame;
}

void FrameStream::replace_held(const std::shared_ptr<const Frame>& frame) {
  if (!held_ || held_ == frame) return;
  ++skipped_;
  held_.reset();
}

std::optional<std::uint32_t> FrameStream::acknowledge(std::uint32_t sequence) {
  if (sequence - acknowledged_ > sequence_ - acknowledged_) return std::nullopt;
  acknowledged_ = sequence;
  return sent(sequence).pose_age_us;
}

bool FrameStream::may_send() const {
  const std::uint32_t count = sequence_ - acknowledged_;
  if (count < large_on_the_way || count >= max_on_the_way) return count < large_on_the_way;
  std::size_t bytes = 0;
  for (std::uint32_t i = acknowledged_ + 1; i != sequence_ + 1; ++i)
    bytes += sent_[i % max_on_the_way].bytes;
  return bytes <= small_bytes;
}

WatchList::Change WatchList::set(const std::vector<std::string>& names) {
  Change change;
  std::map<std::string, std::uint64_t> wanted;
  std::size_t bytes = 0;
  for (const std::string& name : names) {
    if (wanted.contains(name)) continue;
    if (wanted.size() == most || bytes + name.size() > most_bytes) {
      ++change.left_out;
      continue;
    }
    bytes += name.size();
    const auto known = versions_.find(name);
    if (known == versions_.end()) change.begun.push_back(name);
    wanted.emplace(name, known == versions_.end() ? 0 : known->second);
  }
  for (const auto& [name, version] : versions_)
    if (!wanted.contains(name)) change.ended.push_back(name);
  versions_ = std::move(wanted);
  return change;
}

void WatchList::forget_versions() {
  for (auto& [name, version] : versions_) version = 0;
}

std::optional<std::string> PaintStream::next(const Frame& frame, std::uint32_t epoch) {
  if (!frame.paint) return std::nullopt;
  const bool is_new_epoch = epoch != epoch_;
  if (frame.paint == last_ && !is_new_epoch) return std::nullopt;

  PaintMessage message{.is_full = is_new_epoch, .epoch = epoch, .tiles = {}};
  const PaintImage nothing(frame.paint->placement());
  const PaintImage& before = is_new_epoch ? nothing : *last_;
  for (const PaintRect& rect : frame.paint->changes_since(before))
    for (int row = 0; row < rect.height; row += max_tile_px)
      for (int column = 0; column < rect.width; column += max_tile_px)
        message.tiles.push_back(tile_of(*frame.paint, {rect.column + column, rect.row + row,
                                                       std::min(max_tile_px, rect.width - column),
                                                       std::min(max_tile_px, rect.height - row)}));
  last_ = frame.paint;
  epoch_ = epoch;
  if (message.tiles.empty() && !message.is_full) return std::nullopt;
  return encode(message);
}

}  // namespace tandem::web
