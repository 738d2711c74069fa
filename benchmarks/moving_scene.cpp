// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "moving_scene.h"

#include <cmath>

namespace tandem {

std::unique_ptr<MovingScene> MovingScene::load(const std::string& scenario,
                                               const ScenarioOptions& options) {
  auto loaded = load_shipped(scenario, options);
  if (!loaded) return nullptr;
  return std::unique_ptr<MovingScene>(new MovingScene(std::move(loaded)));
}

MovingScene::MovingScene(std::shared_ptr<const Scenario> scenario)
    : scenario_(std::move(scenario)),
      simulation_(scenario_),
      frame_(simulation_.edit({})),
      scene_(scenario_->world),
      rays_(std::make_shared<RayWorld>()) {
  if (!scenario_->robots.empty())
    if (const Entity* robot = frame_.entities->find(scenario_->robots.front().name))
      robot_ = robot->id;
  for (const Entity& entity : *frame_.entities)
    for (const BodyId body : entity.bodies) {
      const auto index = static_cast<std::size_t>(body);
      poses_.set(index, frame_.world_from_body[index]);
      if (!entity.model->is_static && entity.id != robot_)
        moving_.push_back({index, frame_.world_from_body[index]});
    }
  scene_.show(frame_.entities, poses_.share(), frame_.paint);
  rays_->update(scene_);
}

void MovingScene::advance(bool moves) {
  ++ticks_;
  if (moves)
    for (std::size_t i = 0; i < moving_.size(); ++i) {
      const double phase = 0.1 * ticks_ + static_cast<double>(i);
      Pose pose = moving_[i].place;
      pose.translation += Vec3{0.03 * std::sin(phase), 0.03 * std::cos(phase), 0};
      pose.rotation = Quat::from_axis_angle({0, 0, 1}, 0.2 * std::sin(phase)) * pose.rotation;
      poses_.set(moving_[i].body, pose);
    }
  scene_.show(frame_.entities, poses_.share(), frame_.paint);
  rays_->update(scene_);
}

Pose MovingScene::world_from_robot() const {
  if (!robot_) return {};
  const Entity& robot = *frame_.entities->find(*robot_);
  return frame_.world_from_body[static_cast<std::size_t>(robot.bodies.front())];
}

}  // namespace tandem
