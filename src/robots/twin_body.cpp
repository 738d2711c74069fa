// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "robots/twin_body.h"

#include "base/copied.h"
#include "robots/dynamic_twin.h"
#include "robots/kinematic_twin.h"

namespace tandem {

TwinBody::TwinBody(const RobotConfig& config)
    : motion_(config.twin,
              {{config.world_from_robot.translation.x, config.world_from_robot.translation.y},
               config.world_from_robot.rotation.yaw()}) {}

void TwinBody::aim(const RobotNews& news, SimTime end, Duration dt, const World& world) {
  for (const Twist2& command : news.commands) motion_.hear(command, end - dt);
  for (const InertialReading& reading : news.inertia) motion_.hear(reading, end);
  const int accepted_before = motion_.state().counts.accepted;
  motion_.update(news.poses, end, dt);
  was_seen_ = motion_.state().counts.accepted > accepted_before;
  set_aim(dt, world);
}

std::unique_ptr<TwinBody> make_twin_body(const RobotConfig& config, const Entity& entity,
                                         const World& world) {
  if (config.twin.is_dynamic)
    return std::make_unique<Copyable<TwinBody, DynamicTwin>>(config, entity, world);
  return std::make_unique<Copyable<TwinBody, KinematicTwin>>(config, entity, world);
}

}  // namespace tandem
