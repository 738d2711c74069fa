// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/record/kept_frame.h"

#include <variant>

#include "scenario/source.h"

namespace tandem {

namespace {

constexpr Duration digest_period = 1s;

std::size_t bytes_of(const EditRequest& request) {
  std::size_t bytes = sizeof(request);
  if (const auto* spawn = std::get_if<Spawn>(&request.edit))
    std::visit(
        [&](const auto& it) {
          if (const auto source = source_of(it.model)) bytes += source->text.size();
        },
        spawn->what);
  return bytes;
}

std::size_t bytes_of(const PaintEdit& edit) {
  std::size_t bytes = sizeof(edit);
  if (const auto* line = std::get_if<PaintLine>(&edit.shape))
    bytes += line->points.size() * sizeof(Vec2);
  if (edit.image) bytes += edit.image->pixels.size() * sizeof(Rgba);
  return bytes;
}

std::size_t bytes_of(const Inputs& inputs) {
  std::size_t bytes = inputs.commands.size() * sizeof(VelocityCommand) +
                      inputs.poses.size() * sizeof(TrackedPose) +
                      inputs.inertia.size() * sizeof(InertialReading);
  for (const EditRequest& edit : inputs.edits) bytes += bytes_of(edit);
  for (const OrderRequest& order : inputs.orders) bytes += sizeof(order) + order.words.size();
  for (const PaintEdit& edit : inputs.paint) bytes += bytes_of(edit);
  return bytes;
}

}  // namespace

KeptFrame FrameKeeper::keep(const Frame& frame) {
  KeptFrame kept{.frame = {.scenario = frame.scenario,
                           .world_generation = frame.world_generation,
                           .inputs = frame.inputs,
                           .time = frame.time,
                           .advanced = frame.advanced,
                           .episode = frame.episode,
                           .state_hash = frame.state_hash},
                 .bytes = sizeof(KeptFrame) + bytes_of(frame.inputs)};
  if (next_digest_ && frame.time < *next_digest_) return kept;

  // what of the world is compared by name
  next_digest_ = frame.time + digest_period;
  kept.has_digest = true;
  kept.frame.entities = frame.entities;
  kept.frame.world_from_body = frame.world_from_body;
  kept.frame.body_velocity = frame.body_velocity;
  kept.frame.robots = frame.robots;
  kept.frame.statuses = frame.statuses;
  if (frame.paint) kept.paint_digest = frame.paint->digest();
  kept.bytes += frame.world_from_body.size() * (sizeof(Pose) + sizeof(Twist)) +
                frame.robots.size() * sizeof(RobotState);
  return kept;
}

}  // namespace tandem
