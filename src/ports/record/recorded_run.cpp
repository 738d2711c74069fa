// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/record/recorded_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "messages/cdr.h"
#include "ports/record/inputs_codec.h"
#include "recording/byte_reader.h"

namespace tandem {

using tandem_msgs::msg::RecordedFrames;
using tandem_msgs::msg::RecordedWorld;

namespace {

constexpr Duration longest_batch = 60s;  // between two messages with frames; they come each second

std::set<std::uint16_t> channels_of(const McapReader& reader, std::string_view topic) {
  std::set<std::uint16_t> ids;
  for (const auto& [id, channel] : reader.summary().channels)
    if (channel.topic == topic) ids.insert(id);
  return ids;
}

}  // namespace

Result<SimTime> end_of_run(const McapReader& reader) {
  const McapStatistics& statistics = reader.summary().statistics;
  auto messages = reader.messages({.channels = channels_of(reader, recorded_frames_topic),
                                   .from = statistics.end_time - longest_batch});
  SimTime end = statistics.start_time;
  while (true) {
    const auto message = messages.next();
    if (!message) continue;  // damaged, which the run tells of when it comes there
    if (!*message) return end;
    end = (*message)->log_time;  // that of the last frame in it
  }
}

Result<RecordedRun> RecordedRun::open(const McapReader& reader) {
  std::vector<RecordedWorld> worlds;
  std::string damage;
  auto messages = reader.messages({.channels = channels_of(reader, recorded_worlds_topic)});
  while (true) {
    const auto message = messages.next();
    if (!message) {
      damage = message.error();
      continue;
    }
    if (!*message) break;
    auto world = from_cdr<RecordedWorld>((*message)->bytes);
    if (!world) return Error{world.error()};
    worlds.push_back(*std::move(world));
  }
  // a channel may have been lost with the chunk that described it
  if (damage.empty() && std::ranges::any_of(reader.summary().chunks, &McapChunkIndex::is_damaged))
    damage = "a chunk cannot be read";
  if (worlds.empty() && !damage.empty())
    return Error{fmt::format("the recording is damaged where it tells how its world was loaded: {}",
                             damage)};
  if (worlds.empty() && reader.summary().statistics.message_count == 0)
    return Error{"it was killed before its first frame was in the file"};
  if (worlds.empty())
    return Error{
        "this is no recording of a run: it has messages, but not what the simulation was given; "
        "'tandem run SCENARIO --record FILE' records that too"};
  return RecordedRun(reader, std::move(worlds),
                     reader.messages({.channels = channels_of(reader, recorded_frames_topic)}));
}

Result<std::optional<RecordedFrame>> RecordedRun::next() {
  while (frames_.empty()) {
    const auto message = messages_.next();
    if (!message) {
      if (damage_.empty()) damage_ = message.error();
      continue;
    }
    if (!*message && !damage_.empty()) return cannot_go_on();
    if (!*message) return std::optional<RecordedFrame>();
    const auto batch = from_cdr<RecordedFrames>((*message)->bytes);
    if (!batch) return Error{batch.error()};
    if (auto error = unpack(*batch)) return *error;
  }
  RecordedFrame frame = std::move(frames_.front());
  frames_.pop_front();
  return std::optional(std::move(frame));
}

Error RecordedRun::cannot_go_on() const {
  return Error{fmt::format("the recording is damaged and can be replayed up to {:.3f} s only: {}",
                           seconds(last_time_), damage_)};
}

std::optional<Error> RecordedRun::unpack(const RecordedFrames& batch) {
  if (batch.version != inputs_version)
    return Error{
        fmt::format("it was recorded in version {} of its inputs, and this Tandem reads version {}",
                    batch.version, inputs_version)};
  const std::size_t count = batch.times_ns.size();
  if (batch.state_hashes.size() != count || batch.digest_names.size() != batch.digests.size())
    return Error{"its frames are damaged"};
  if (batch.first_frame != next_frame_ && !damage_.empty()) return cannot_go_on();
  if (batch.first_frame != next_frame_)
    return Error{fmt::format("{} frames from number {} on are missing: the disk was too slow",
                             batch.first_frame - next_frame_, next_frame_)};
  next_frame_ += count;
  if (count > 0) last_time_ = SimTime(batch.times_ns.back());

  std::deque<RecordedFrame> frames(count);
  for (std::size_t i = 0; i < count; ++i) {
    RecordedFrame& frame = frames[i];
    frame.number = batch.first_frame + i;
    frame.time = SimTime(batch.times_ns[i]);
    frame.state_hash = batch.state_hashes[i];
    const auto world = std::ranges::find(worlds_, frame.number, &RecordedWorld::frame);
    if (world != worlds_.end()) frame.world = *world;
  }
  ByteReader inputs(std::as_bytes(std::span(batch.inputs)));
  while (!inputs.is_at_end()) {
    const auto index = inputs.number<std::uint32_t>();
    const auto kind = inputs.number<std::uint8_t>();
    const auto bytes = inputs.raw(inputs.number<std::uint32_t>());
    if (inputs.has_failed() || index >= count || kind > static_cast<std::uint8_t>(FrameKind::world))
      return Error{"its inputs are damaged"};
    frames[index].kind = static_cast<FrameKind>(kind);
    frames[index].inputs.assign(bytes.begin(), bytes.end());
  }
  for (const RecordedFrame& frame : frames)
    if ((frame.kind == FrameKind::world) != frame.world.has_value())
      return Error{fmt::format("how the world of frame {} was loaded is missing", frame.number)};
  if (count > 0 && !batch.digest_names.empty()) {
    StateDigest& digest = frames.back().digest.emplace();
    for (std::size_t i = 0; i < batch.digests.size(); ++i)
      digest.emplace_back(batch.digest_names[i], batch.digests[i]);
  }
  frames_ = std::move(frames);
  return std::nullopt;
}

std::vector<std::string> RecordedRun::other_attachments() const {
  std::set<std::string> named;
  for (const RecordedWorld& world : worlds_) named.insert(world.files.begin(), world.files.end());
  std::vector<std::string> others;
  for (const McapAttachmentIndex& index : reader_->summary().attachments)
    if (!named.contains(index.name)) others.push_back(index.name);
  return others;
}

}  // namespace tandem
