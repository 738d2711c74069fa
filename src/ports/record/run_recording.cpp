// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/record/run_recording.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "base/log.h"
#include "messages/cdr.h"
#include "messages/type_hash.h"
#include "ports/record/attached_files.h"
#include "ports/record/inputs_codec.h"
#include "ports/record/state_digest.h"
#include "recording/ros_schema.h"
#include "scenario/regular_file.h"
#include "scenario/source.h"

namespace tandem {

namespace {

constexpr std::size_t most_frames = 250;     // in one message
constexpr std::size_t most_bytes = 1 << 20;  // of inputs in one message

bool has_any(const Inputs& inputs) {
  return !inputs.edits.empty() || !inputs.orders.empty() || !inputs.commands.empty() ||
         !inputs.poses.empty() || !inputs.inertia.empty() || !inputs.paint.empty() ||
         inputs.skipped != Duration{};
}

}  // namespace

template <Message M>
void RunRecording::write(std::string_view topic, const M& message, SimTime time) {
  const auto channel = add_ros_channel(writer_, std::string(topic), std::string(M::type_name),
                                       type_hash<M>(), {.is_latched = false, .depth = 100});
  if (!channel) return;
  std::vector<std::byte> bytes;
  to_cdr(message, bytes);
  writer_.write({.channel_id = *channel,
                 .sequence = sequence_++,
                 .log_time = time,
                 .publish_time = time,
                 .bytes = bytes});
}

void RunRecording::add(const KeptFrame& kept, std::uint64_t number) {
  const Frame& frame = kept.frame;
  const bool is_next = batch_.first_frame + batch_.times_ns.size() == number;
  if (!is_next) flush();
  if (generation_ != frame.world_generation) begin_world(frame, number);
  if (batch_.times_ns.empty()) batch_.first_frame = number;

  // what it was made of
  const bool is_world = generation_ != frame.world_generation;
  generation_ = frame.world_generation;
  const FrameKind kind = is_world                       ? FrameKind::world
                         : frame.advanced == Duration{} ? FrameKind::edit
                                                        : FrameKind::step;
  if (kind != FrameKind::step || has_any(frame.inputs)) {
    const Inputs inputs = with_attachments(frame);
    inputs_.number(static_cast<std::uint32_t>(batch_.times_ns.size()));
    inputs_.number(static_cast<std::uint8_t>(kind));
    const std::size_t length_at = inputs_.reserve<std::uint32_t>();
    write_inputs(inputs_, inputs);
    inputs_.overwrite(
        length_at, static_cast<std::uint32_t>(inputs_.size() - length_at - sizeof(std::uint32_t)));
  }

  // and what became of it
  batch_.times_ns.push_back(frame.time.count());
  batch_.state_hashes.push_back(frame.state_hash);
  batch_time_ = frame.time;
  if (kept.has_digest) {
    for (auto& [name, digest] : digest_of(frame, kept.paint_digest)) {
      batch_.digest_names.push_back(std::move(name));
      batch_.digests.push_back(digest);
    }
    flush();
  } else if (batch_.times_ns.size() >= most_frames || inputs_.size() >= most_bytes) {
    flush();
  }
}

void RunRecording::flush() {
  if (batch_.times_ns.empty()) return;
  batch_.version = inputs_version;
  const auto bytes = inputs_.bytes();
  batch_.inputs.assign(reinterpret_cast<const std::uint8_t*>(bytes.data()),
                       reinterpret_cast<const std::uint8_t*>(bytes.data()) + bytes.size());
  write(recorded_frames_topic, batch_, batch_time_);
  const std::uint64_t next = batch_.first_frame + batch_.times_ns.size();
  batch_ = {};
  batch_.first_frame = next;
  inputs_.clear();
}

void RunRecording::begin_world(const Frame& frame, std::uint64_t number) {
  flush();
  folders_ = scenario_folders();
  const auto known = source_of(frame.scenario);
  const ScenarioSource& source = known ? *known : ScenarioSource{};
  tandem_msgs::msg::RecordedWorld world{.frame = number,
                                        .text = source.text,
                                        .start_ns = frame.time.count(),
                                        .episode = frame.episode};
  if (!source.file.empty()) world.file = attachment_name(source.file, folders_);
  for (const auto& [key, value] : source.overrides) {
    world.overrides.push_back(key);
    world.overrides.push_back(value);
  }
  if (source.seed) world.seed.push_back(*source.seed);
  if (source.step) world.step_ns.push_back(source.step->count());
  for (const std::filesystem::path& folder : folders_) world.folders.push_back(folder_name(folder));
  std::error_code ignored;
  world.working_folder = std::filesystem::current_path(ignored).string();
  Hash content;
  for (const std::filesystem::path& file : source.files) {
    world.files.push_back(attach(file, frame.time));
    content.add(std::string_view(world.files.back()));
    content.add(attached_[world.files.back()]);
  }
  write(recorded_worlds_topic, world, frame.time);

  // the same for people
  writer_.add({.name = "tandem:world",
               .texts = {{"scenario", frame.scenario->name},
                         {"file", world.file},
                         {"files_hash", fmt::format("{:016x}", content.value())},
                         {"seed", fmt::format("{}", frame.scenario->seed)},
                         {"step_ns", fmt::format("{}", frame.scenario->step.count())},
                         {"episode", fmt::format("{}", frame.episode)},
                         {"first_frame", fmt::format("{}", number)}}});
}

std::string RunRecording::attach(const std::filesystem::path& file, SimTime time) {
  const std::string plain_name = attachment_name(file, folders_);
  std::string name = plain_name;
  const Result<std::string> content = read_regular_file(file, mesh_limit_bytes);
  if (!content) {
    log(LogLevel::warning,
        fmt::format("{} is not in the recording: it {}", file.string(), content.error()));
    return name;
  }
  Hash hash;
  hash.add(std::string_view(*content));
  for (int version = 2;; ++version) {
    const auto [known, is_new] = attached_.emplace(name, hash.value());
    if (is_new) break;
    if (known->second == hash.value()) return name;
    name = fmt::format("{};{}", plain_name, version);  // it was changed since
  }
  writer_.attach({.log_time = time,
                  .create_time = time,
                  .name = name,
                  .media_type = "application/octet-stream",
                  .content = *content});
  return name;
}

// What was spawned is attached too. A path of this machine means nothing elsewhere, so it is named
// as its attachment.
Inputs RunRecording::with_attachments(const Frame& frame) {
  Inputs inputs = frame.inputs;
  for (EditRequest& request : inputs.edits) {
    auto* spawn = std::get_if<Spawn>(&request.edit);
    if (!spawn) continue;
    std::visit(
        [&](auto& it) {
          ThingSource source;
          const auto& catalog = frame.scenario->catalog;
          if (const auto known = source_of(it.model))
            source = *known;
          else if (const auto type = std::ranges::find(catalog, it.model, &ObjectType::model);
                   type != catalog.end())
            source.uri = type->name;
          else
            return;
          for (const std::filesystem::path& file : source.files) {
            const std::string name = attach(file, frame.time);
            if (file == source.uri) source.uri = name;
          }
          it.model = with_source(it.model, std::move(source));
        },
        spawn->what);
  }
  return inputs;
}

}  // namespace tandem
