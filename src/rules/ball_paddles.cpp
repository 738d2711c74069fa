// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "rules/ball_paddles.h"

#include <algorithm>
#include <cmath>

#include "scenario/bounds.h"

namespace tandem {

namespace {

constexpr double fastest_mps = 10;  // what is faster was put elsewhere, and hits nothing
constexpr double house_from_line_m = 0.1;
constexpr std::size_t boxes_of_player = 2;

// See-through for lidars and ranges, as it is made of light.
constexpr float paddle_opacity = 0.49f;

Pose2 on_floor(const Pose& pose) {
  return {{pose.translation.x, pose.translation.y}, pose.rotation.yaw()};
}

Pose on_height(const Pose2& pose, double z_m) {
  return {{pose.translation.x, pose.translation.y, z_m}, Quat::from_rpy(0, 0, pose.yaw)};
}

Box paddle_shape(const BallConfig& config) {
  return {{config.paddle_thickness_m, config.paddle_width_m, config.paddle_height_m}};
}

}  // namespace

Model model_of_light(const std::string& name, const Shape& shape, Color color, float opacity) {
  Material material;
  material.base_color = {color.r, color.g, color.b, opacity};
  material.emissive = {0.35f * color.r, 0.35f * color.g, 0.35f * color.b, 1};
  material.roughness = 0.4f;
  Visual visual;
  visual.name = name;
  visual.shape = shape;
  visual.material = material;
  Link link;
  link.name = "link";
  link.has_gravity = false;
  link.visuals.push_back(std::move(visual));
  Model model;
  model.name = name;
  model.links.push_back(std::move(link));
  return model;
}

bool BallPlayers::plays(const std::string& robot) const {
  return config_->players.empty() ||
         std::ranges::find(config_->players, robot) != config_->players.end();
}

Pose2 BallPlayers::court_from(const Robot& robot, const Stage& stage) const {
  return court_from_world_ *
         on_floor(stage.world().world_from(*stage.world().entities().find(robot.entity())));
}

void BallPlayers::meet(Stage& stage) {
  std::erase_if(all_, [&](const Player& player) {
    if (stage.robot_of(player.robot)) return false;
    if (player.paddle) stage.remove(*player.paddle);
    return true;
  });
  for (const Robot& robot : stage.robots()) {
    if (!plays(robot.config().name) ||
        std::ranges::find(all_, robot.entity(), &Player::robot) != all_.end())
      continue;
    Player player{.robot = robot.entity(),
                  .name = robot.config().name,
                  .court_from_robot = court_from(robot, stage)};
    if (const Bounds bounds = bounds_of(*robot.config().model, {}); !bounds.is_empty()) {
      player.body_middle = {bounds.center().x, bounds.center().y};
      player.body_half_size = {bounds.size().x / 2, bounds.size().y / 2};
    }
    all_.push_back(std::move(player));
  }
  for (Player& player : all_)
    if (!player.paddle || !stage.world().entities().find(*player.paddle))
      add_paddle(player, *stage.robot_of(player.robot), stage);
}

// Something to look at, that is carried along. What the ball bounces off is known without it.
void BallPlayers::add_paddle(Player& player, const Robot& robot, Stage& stage) {
  const bool is_left = player.court_from_robot.translation.x < 0;
  Model model =
      model_of_light("paddle", paddle_shape(*config_),
                     is_left ? config_->left_color : config_->right_color, paddle_opacity);
  // a dynamic body has some mass: too little to be felt by the robot
  model.links.front().mass = solid(model.links.front().visuals.front().shape, 0.001);
  const Pose2 world_from_paddle =
      config_->area.world_from_center * player.court_from_robot * config_->robot_from_paddle();
  const Entity& paddle = stage.add({"paddle", std::make_shared<const Model>(std::move(model)),
                                    on_height(world_from_paddle, config_->paddle_height_m / 2)},
                                   EntityCategory::dynamic_object);
  player.paddle = paddle.id;
  const Entity& body = *stage.world().entities().find(robot.entity());
  stage.attach(body.links.front().body, paddle.bodies.front());
}

void BallPlayers::follow(const Stage& stage) {
  for (Player& player : all_) {
    const Pose2 now = court_from(*stage.robot_of(player.robot), stage);
    const Vec2 way = now.translation - player.court_from_robot.translation;
    const bool has_leapt = std::hypot(way.x, way.y) > fastest_mps * seconds(stage.dt());
    player.court_from_before = has_leapt ? now : player.court_from_robot;
    player.court_from_robot = now;
  }
}

void BallPlayers::add_boxes(const Player& player, const Pose2& from,
                            std::vector<MovedBox>& boxes) const {
  const Pose2& to = player.court_from_robot;
  const Pose2 robot_from_paddle = config_->robot_from_paddle();
  const Pose2 robot_from_body{player.body_middle, 0};
  boxes.push_back({from * robot_from_paddle, to * robot_from_paddle, config_->paddle_half_size()});
  boxes.push_back({from * robot_from_body, to * robot_from_body, player.body_half_size});
}

void BallPlayers::add_moved(std::vector<MovedBox>& boxes) const {
  for (const Player& player : all_) add_boxes(player, player.court_from_before, boxes);
}

void BallPlayers::add_still(std::vector<MovedBox>& boxes) const {
  for (const Player& player : all_) add_boxes(player, player.court_from_robot, boxes);
}

BallPlayers::Player* BallPlayers::with_box(std::size_t index) {
  return index / boxes_of_player < all_.size() ? &all_[index / boxes_of_player] : nullptr;
}

Pose2 BallHouse::court_from_bar(double y_m) const {
  const double x = config_->court.size_x_m / 2 - house_from_line_m;
  return {{*config_->house == CourtSide::left ? -x : x, y_m}, 0};
}

Pose BallHouse::world_from_bar(double y_m) const {
  return on_height(config_->area.world_from_center * court_from_bar(y_m),
                   config_->paddle_height_m / 2);
}

void BallHouse::begin(Stage& stage) {
  const bool is_left = *config_->house == CourtSide::left;
  Model model = model_of_light("house", paddle_shape(*config_),
                               is_left ? config_->left_color : config_->right_color, 1);
  model.links.front().is_kinematic = true;
  bar_ = stage
             .add({"house", std::make_shared<const Model>(std::move(model)),
                   world_from_bar(next_y_m_)},
                  EntityCategory::dynamic_object)
             .id;
}

void BallHouse::play(const std::optional<FlyingBall>& ball, Stage& stage) {
  y_m_ = next_y_m_;
  const bool is_left = *config_->house == CourtSide::left;
  const bool is_coming = ball && (is_left ? ball->velocity.x < 0 : ball->velocity.x > 0);
  const double reach = (config_->court.size_y_m - config_->paddle_width_m) / 2;
  const double most = config_->house_speed_mps * seconds(stage.dt());
  const double wish = is_coming ? std::clamp(ball->at.y, -reach, reach) : 0;
  next_y_m_ = y_m_ + std::clamp(wish - y_m_, -most, most);
  const Entity* entity = stage.world().entities().find(bar_);
  if (!entity) return begin(stage);  // somebody took it away
  stage.move_to(entity->bodies.front(), world_from_bar(next_y_m_));
}

MovedBox BallHouse::box() const {
  return {court_from_bar(y_m_), court_from_bar(next_y_m_), config_->paddle_half_size()};
}

}  // namespace tandem
