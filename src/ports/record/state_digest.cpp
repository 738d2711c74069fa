// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/record/state_digest.h"

#include <algorithm>
#include <map>
#include <variant>

#include "base/hash.h"

namespace tandem {

namespace {

void add(Hash& hash, const Vec3& v) {
  hash.add(v.x);
  hash.add(v.y);
  hash.add(v.z);
}

void add(Hash& hash, const Pose& pose) {
  add(hash, pose.translation);
  hash.add(pose.rotation.w);
  add(hash, Vec3{pose.rotation.x, pose.rotation.y, pose.rotation.z});
}

std::uint64_t digest_of_bodies(const Entity& entity, const Frame& frame) {
  Hash hash;
  for (const BodyId body : entity.bodies) {
    const auto index = static_cast<std::size_t>(body);
    if (index >= frame.world_from_body.size()) continue;
    add(hash, frame.world_from_body[index]);
    add(hash, frame.body_velocity[index].linear);
    add(hash, frame.body_velocity[index].angular);
  }
  return hash.value();
}

std::uint64_t digest_of_rule(const RuleStatus& status) {
  Hash hash;
  for (const auto& [key, value] : status.values) {
    hash.add(std::string_view(key));
    std::visit(
        [&]<class T>(const T& it) {
          if constexpr (std::is_convertible_v<T, std::string_view>)
            hash.add(std::string_view(it));
          else
            hash.add(static_cast<double>(it));
        },
        value);
  }
  return hash.value();
}

}  // namespace

StateDigest digest_of(const Frame& frame) {
  return digest_of(frame, frame.paint ? std::optional(frame.paint->digest()) : std::nullopt);
}

StateDigest digest_of(const Frame& frame, std::optional<std::uint64_t> paint_digest) {
  StateDigest digest;
  for (const Entity& entity : *frame.entities) {
    if (entity.model && entity.model->is_static) continue;
    const bool is_robot = std::ranges::any_of(
        frame.robots, [&](const RobotState& robot) { return robot.entity == entity.id; });
    digest.emplace_back((is_robot ? "robot " : "body ") + entity.name,
                        digest_of_bodies(entity, frame));
  }
  if (frame.statuses)
    for (const auto& status : *frame.statuses)
      digest.emplace_back("rule " + status->rule, digest_of_rule(*status));
  if (paint_digest) digest.emplace_back("paint", *paint_digest);
  return digest;
}

std::vector<std::string> differing(const StateDigest& a, const StateDigest& b, std::size_t most) {
  std::map<std::string, std::uint64_t> others(b.begin(), b.end());
  std::vector<std::string> names;
  for (const auto& [name, digest] : a) {
    const auto other = others.find(name);
    if (other == others.end() || other->second != digest) names.push_back(name);
    if (other != others.end()) others.erase(other);
  }
  for (const auto& [name, digest] : others) names.push_back(name);
  if (names.size() > most) names.resize(most);
  return names;
}

}  // namespace tandem
