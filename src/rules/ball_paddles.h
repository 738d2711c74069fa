// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rules/ball_config.h"
#include "rules/stage.h"

namespace tandem {

// What the ball bounces off besides walls. All poses are those of the court.

// Looks of what is made of light: a shape of one color, as a model of one link without colliders.
Model model_of_light(const std::string& name, const Shape& shape, Color color, float opacity);

// The robots that play, each with a paddle of light before it.
class BallPlayers {
 public:
  struct Player {
    EntityId robot{};
    std::string name;
    std::optional<EntityId> paddle;
    Pose2 court_from_before, court_from_robot;  // at the beginning and the end of the last step
    Vec2 body_middle;                           // of its footprint, in its own frame
    Vec2 body_half_size;
    SimTime last_hit = -1h;
  };

  explicit BallPlayers(std::shared_ptr<const BallConfig> config)
      : config_(std::move(config)), court_from_world_(inverse(config_->area.world_from_center)) {}

  // Robots come, go, and become twins while a world runs.
  void meet(Stage& stage);
  // Where they have gone in the step that ended.
  void follow(const Stage& stage);

  // Paddle and body of each: as they moved in that step, and as they stand after it.
  void add_moved(std::vector<MovedBox>& boxes) const;
  void add_still(std::vector<MovedBox>& boxes) const;
  // Whose box that is, by its index among them; null when it is not one of theirs.
  Player* with_box(std::size_t index);

 private:
  bool plays(const std::string& robot) const;
  Pose2 court_from(const Robot& robot, const Stage& stage) const;
  void add_paddle(Player& player, const Robot& robot, Stage& stage);
  void add_boxes(const Player& player, const Pose2& from, std::vector<MovedBox>& boxes) const;

  std::shared_ptr<const BallConfig> config_;
  Pose2 court_from_world_;
  std::vector<Player> all_;
};

// A bar before one side that plays by itself: it follows the ball, as fast as it can.
class BallHouse {
 public:
  explicit BallHouse(std::shared_ptr<const BallConfig> config) : config_(std::move(config)) {}

  void begin(Stage& stage);
  // Goes after a ball that comes, and waits in the middle for others. Nothing: none is in play.
  void play(const std::optional<FlyingBall>& ball, Stage& stage);
  // From the beginning to the end of the next step.
  MovedBox box() const;

  void add_to(Hash& hash) const {
    hash.add(y_m_);
    hash.add(next_y_m_);
  }

  SimTime last_hit = -1h;

 private:
  Pose2 court_from_bar(double y_m) const;
  Pose world_from_bar(double y_m) const;

  std::shared_ptr<const BallConfig> config_;
  EntityId bar_{};
  double y_m_ = 0, next_y_m_ = 0;
};

}  // namespace tandem
