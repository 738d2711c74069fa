// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "rules/bouncing.h"
#include "rules/order_words.h"
#include "rules/rule_kind.h"
#include "scenario/bounds.h"
#include "scenario/outlook.h"

namespace tandem {

namespace {

constexpr double fastest_box_mps = 10;  // what is faster was put elsewhere, and hits nothing
constexpr double house_from_line_m = 0.1;
constexpr Duration one_hit = 200ms;  // touches of one robot that follow so soon are one

// See-through for lidars and ranges, as it is made of light.
constexpr float paddle_opacity = 0.49f;

Pose2 on_floor(const Pose& pose) {
  return {{pose.translation.x, pose.translation.y}, pose.rotation.yaw()};
}

Pose on_height(const Pose2& pose, double z_m) {
  return {{pose.translation.x, pose.translation.y, z_m}, Quat::from_rpy(0, 0, pose.yaw)};
}

std::string name_of(CourtSide side) { return side == CourtSide::left ? "left" : "right"; }

Material glowing(Color color, float opacity) {
  Material material;
  material.base_color = {color.r, color.g, color.b, opacity};
  material.emissive = {0.35f * color.r, 0.35f * color.g, 0.35f * color.b, 1};
  material.roughness = 0.4f;
  return material;
}

Model model_of(const std::string& name, const Shape& shape, const Material& material) {
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

// A ball of light that robots play with: it flies at one speed, is mirrored by walls, robots and
// their paddles, and is served again after each goal.
class Ball : public Rule {
 public:
  struct Config : RuleConfig {
    Area area;
    Court court;
    double speed_mps = 0.8;
    double radius_m = 0.05;
    Color color{1, 0.85f, 0.1f, 1};
    Color left_color{0.1f, 0.55f, 1, 1};
    Color right_color{1, 0.25f, 0.2f, 1};
    bool serves_itself = true;
    Duration pause = 2s;
    Duration patience = 60s;
    double serve_angle = 35 * std::numbers::pi / 180;
    std::vector<std::string> players;  // nobody: all
    double paddle_width_m = 0.5;
    double paddle_thickness_m = 0.04;
    double paddle_height_m = 0.08;
    double paddle_distance_m = 0.17;
    double paddle_direction = 0;  // from the robot's x axis, rad
    std::optional<CourtSide> house;
    double house_speed_mps = 0.4;

    Pose2 robot_from_paddle() const {
      return Pose2{{}, paddle_direction} * Pose2{{paddle_distance_m, 0}, 0};
    }
  };

  static std::vector<std::string_view> keys() {
    return {"area",
            "speed_mps",
            "radius_m",
            "color",
            "goals",
            "left_color",
            "right_color",
            "auto_serve",
            "pause",
            "patience",
            "serve_angle_deg",
            "players",
            "paddle_width_m",
            "paddle_distance_m",
            "paddle_thickness_m",
            "paddle_height_m",
            "paddle_direction_deg",
            "house",
            "house_speed_mps"};
  }
  static void read(const Fields& fields, const RuleSource& source, Config& config);

  explicit Ball(std::shared_ptr<const Config> config)
      : config_(std::move(config)), court_from_world_(inverse(config_->area.world_from_center)) {}

  void begin(Stage& stage) override {
    flying_.radius_m = config_->radius_m;
    due_ = stage.now() + config_->pause;
    add_ball(stage);
    meet_players(stage);
    if (config_->house) add_house(stage);
    report_score(stage);
  }

  void act(Stage& stage) override;

  std::vector<std::string_view> verbs() const override { return {"serve", "score"}; }
  Result<std::string> obey(const Order& order, const Robot* robot, Stage& stage) override;

  void add_to(Hash& hash) const override {
    hash.add(static_cast<std::uint64_t>(is_in_play_));
    hash.add(serves_);
    hash.add(static_cast<std::uint64_t>(due_.count()));
    for (const double value : {flying_.at.x, flying_.at.y, flying_.velocity.x, flying_.velocity.y,
                               house_y_m_, house_next_y_m_})
      hash.add(value);
    for (const int value : {left_, right_, rally_, longest_rally_})
      hash.add(static_cast<std::uint64_t>(value));
  }

 private:
  // A robot that plays, with what the ball bounces off.
  struct Player {
    EntityId robot{};
    std::string name;
    std::optional<EntityId> paddle;
    Pose2 court_from_robot;  // at the end of the last step
    Vec2 body_middle;        // of its footprint, in its own frame
    Vec2 body_half_size;
    SimTime last_hit = -1h;
  };

  void add_ball(Stage& stage);
  void meet_players(Stage& stage);
  void add_paddle(Player& player, const Robot& robot, Stage& stage);
  void add_house(Stage& stage);
  void play_house(Stage& stage);
  Pose2 court_from_house(double y_m) const {
    const double x = config_->court.size_x_m / 2 - house_from_line_m;
    return {{*config_->house == CourtSide::left ? -x : x, y_m}, 0};
  }
  Pose world_from_house(double y_m) const {
    return on_height(config_->area.world_from_center * court_from_house(y_m),
                     config_->paddle_height_m / 2);
  }
  bool plays(const std::string& robot) const {
    return config_->players.empty() ||
           std::ranges::find(config_->players, robot) != config_->players.end();
  }
  Pose2 court_from(const Robot& robot, const Stage& stage) const {
    return court_from_world_ *
           on_floor(stage.world().world_from(*stage.world().entities().find(robot.entity())));
  }

  std::vector<MovedBox> boxes(const std::vector<Pose2>& from, const std::vector<Pose2>& to) const;
  void serve(Stage& stage);
  void take(const Bounces& bounces, Stage& stage);
  void show(Stage& stage);
  Pose world_from_ball(Vec2 in_court) const {
    const Vec2 at = config_->area.world_from_center * in_court;
    return {{at.x, at.y, config_->radius_m}, {}};
  }
  void report_score(const Stage& stage);
  void tell(Stage& stage, std::string name, const std::string& robot, std::string text,
            Vec2 in_court) const;
  std::string score() const { return fmt::format("{} : {}", left_, right_); }

  std::shared_ptr<const Config> config_;
  Pose2 court_from_world_;
  EntityId ball_{};
  std::vector<Player> players_;
  std::optional<EntityId> house_;
  double house_y_m_ = 0, house_next_y_m_ = 0;  // now, and at the end of the next step
  SimTime house_last_hit_ = -1h;
  FlyingBall flying_;
  bool is_in_play_ = false;
  SimTime due_{};             // the next serve, while it is not in play
  SimTime last_news_{};       // when it was served or hit
  std::uint64_t serves_ = 0;  // in this episode
  int left_ = 0, right_ = 0;  // goals that each side has made
  int rally_ = 0, longest_rally_ = 0;
};

void Ball::read(const Fields& fields, const RuleSource& source, Config& config) {
  Findings& findings = fields.findings();
  if (const YamlNode* area = fields.find("area")) {
    config.area = read_area(*area, findings);
  } else if (source.scenario.projection) {
    config.area = source.scenario.projection->floor;
  } else {
    findings.error(fields.place(), "a ball needs a court: 'area', or the floor of 'projection'");
  }
  fields.read("speed_mps", config.speed_mps, {0.01, 20});
  fields.read("radius_m", config.radius_m, {0.005, 1});
  fields.read("color", config.color);
  fields.read("left_color", config.left_color);
  fields.read("right_color", config.right_color);
  fields.read("auto_serve", config.serves_itself);
  fields.read("pause", config.pause, 0s, 1h);
  fields.read("patience", config.patience, 0s, 24h);
  double angle_deg = 35;
  if (fields.read("serve_angle_deg", angle_deg, {0, 80}))
    config.serve_angle = angle_deg * std::numbers::pi / 180;
  fields.read("paddle_width_m", config.paddle_width_m, {0.01, 10});
  fields.read("paddle_thickness_m", config.paddle_thickness_m, {0.005, 1});
  fields.read("paddle_height_m", config.paddle_height_m, {0.005, 2});
  fields.read("paddle_distance_m", config.paddle_distance_m, {0, 10});
  double direction_deg = 0;
  if (fields.read("paddle_direction_deg", direction_deg, {-360, 360}))
    config.paddle_direction = direction_deg * std::numbers::pi / 180;
  constexpr std::array<std::string_view, 3> houses{"none", "left", "right"};
  const std::size_t house = fields.read_choice("house", houses).value_or(0);
  if (house > 0) config.house = house == 1 ? CourtSide::left : CourtSide::right;
  fields.read("house_speed_mps", config.house_speed_mps, {0, 10});

  constexpr std::array<std::string_view, 4> goals{"both", "left", "right", "none"};
  const std::size_t goal = fields.read_choice("goals", goals).value_or(0);
  config.court = {.size_x_m = config.area.size_x_m,
                  .size_y_m = config.area.size_y_m,
                  .has_left_goal = goal == 0 || goal == 1,
                  .has_right_goal = goal == 0 || goal == 2};

  fields.read("players", config.players);
  for (const std::string& player : config.players)
    if (std::ranges::find(source.scenario.robots, player, &RobotConfig::name) ==
        source.scenario.robots.end())
      findings.error(fields.place_of("players"),
                     fmt::format("there is no robot {}", in_quotes(player)));
  const double narrow_m = std::min(config.area.size_x_m, config.area.size_y_m);
  if (narrow_m < 4 * config.radius_m)
    findings.error(fields.place(),
                   fmt::format("a court of {:g} by {:g} m is too small for a ball of {:g} m: it "
                               "has to be twice as wide at least",
                               config.area.size_x_m, config.area.size_y_m, 2 * config.radius_m));
}

void Ball::add_ball(Stage& stage) {
  Model model = model_of("ball", Sphere{config_->radius_m}, glowing(config_->color, 1));
  model.links.front().is_kinematic = true;
  ball_ = stage
              .add({"ball", std::make_shared<const Model>(std::move(model)),
                    world_from_ball(flying_.at)},
                   EntityCategory::dynamic_object)
              .id;
}

// Robots come, go, and become twins while a world runs.
void Ball::meet_players(Stage& stage) {
  std::erase_if(players_, [&](const Player& player) {
    if (stage.robot_of(player.robot)) return false;
    if (player.paddle) stage.remove(*player.paddle);
    return true;
  });
  for (const Robot& robot : stage.robots()) {
    if (!plays(robot.config().name) ||
        std::ranges::find(players_, robot.entity(), &Player::robot) != players_.end())
      continue;
    Player player{.robot = robot.entity(),
                  .name = robot.config().name,
                  .court_from_robot = court_from(robot, stage)};
    if (const Bounds bounds = bounds_of(*robot.config().model, {}); !bounds.is_empty()) {
      player.body_middle = {bounds.center().x, bounds.center().y};
      player.body_half_size = {bounds.size().x / 2, bounds.size().y / 2};
    }
    players_.push_back(std::move(player));
  }
  for (Player& player : players_)
    if (!player.paddle || !stage.world().entities().find(*player.paddle))
      add_paddle(player, *stage.robot_of(player.robot), stage);
}

void Ball::add_house(Stage& stage) {
  const bool is_left = *config_->house == CourtSide::left;
  Model model = model_of(
      "house",
      Box{{config_->paddle_thickness_m, config_->paddle_width_m, config_->paddle_height_m}},
      glowing(is_left ? config_->left_color : config_->right_color, 1));
  model.links.front().is_kinematic = true;
  house_ = stage
               .add({"house", std::make_shared<const Model>(std::move(model)),
                     world_from_house(house_next_y_m_)},
                    EntityCategory::dynamic_object)
               .id;
}

// Something to look at, that is carried along. What the ball bounces off is known without it.
void Ball::add_paddle(Player& player, const Robot& robot, Stage& stage) {
  const bool is_left = player.court_from_robot.translation.x < 0;
  Model model = model_of(
      "paddle",
      Box{{config_->paddle_thickness_m, config_->paddle_width_m, config_->paddle_height_m}},
      glowing(is_left ? config_->left_color : config_->right_color, paddle_opacity));
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

std::vector<MovedBox> Ball::boxes(const std::vector<Pose2>& from,
                                  const std::vector<Pose2>& to) const {
  std::vector<MovedBox> boxes;
  const Pose2 robot_from_paddle = config_->robot_from_paddle();
  const Vec2 paddle_half{config_->paddle_thickness_m / 2, config_->paddle_width_m / 2};
  for (std::size_t i = 0; i < players_.size(); ++i) {
    const Pose2 robot_from_body{players_[i].body_middle, 0};
    boxes.push_back({from[i] * robot_from_paddle, to[i] * robot_from_paddle, paddle_half});
    boxes.push_back(
        {from[i] * robot_from_body, to[i] * robot_from_body, players_[i].body_half_size});
  }
  if (config_->house)
    boxes.push_back({court_from_house(house_y_m_), court_from_house(house_next_y_m_), paddle_half});
  return boxes;
}

void Ball::act(Stage& stage) {
  meet_players(stage);
  const double dt = seconds(stage.dt());
  std::vector<Pose2> before, now;
  for (Player& player : players_) {
    now.push_back(court_from(*stage.robot_of(player.robot), stage));
    const Vec2 way = now.back().translation - player.court_from_robot.translation;
    const bool leapt = std::hypot(way.x, way.y) > fastest_box_mps * dt;
    before.push_back(leapt ? now.back() : player.court_from_robot);
    player.court_from_robot = now.back();
  }

  // what happened in the step that ended, with robots where they really went
  if (is_in_play_) {
    const Bounces bounces = fly(flying_, dt, config_->court, boxes(before, now));
    take(bounces, stage);
    const bool has_goals = config_->court.has_left_goal || config_->court.has_right_goal;
    if (is_in_play_ && has_goals && config_->patience > 0s &&
        stage.now() - last_news_ >= config_->patience) {
      tell(stage, "stalled", "", "nobody reaches the ball: it is served anew", flying_.at);
      serve(stage);
    }
  } else if (config_->serves_itself && stage.now() >= due_) {
    serve(stage);
  }
  play_house(stage);
  show(stage);
}

// The house follows a ball that comes, as fast as it can, and waits in the middle for others.
void Ball::play_house(Stage& stage) {
  if (!config_->house) return;
  house_y_m_ = house_next_y_m_;
  const bool is_left = *config_->house == CourtSide::left;
  const bool is_coming = is_in_play_ && (is_left ? flying_.velocity.x < 0 : flying_.velocity.x > 0);
  const double reach = (config_->court.size_y_m - config_->paddle_width_m) / 2;
  const double most = config_->house_speed_mps * seconds(stage.dt());
  const double wish = is_coming ? std::clamp(flying_.at.y, -reach, reach) : 0;
  house_next_y_m_ = house_y_m_ + std::clamp(wish - house_y_m_, -most, most);
  const Entity* entity = house_ ? stage.world().entities().find(*house_) : nullptr;
  if (!entity) return add_house(stage);
  stage.move_to(entity->bodies.front(), world_from_house(house_next_y_m_));
}

// Where it is drawn at the end of the next step: where it will be if robots stand still. A robot
// that moves changes that by the way it goes in a step, for a step.
void Ball::show(Stage& stage) {
  const Entity* entity = stage.world().entities().find(ball_);
  if (!entity) return add_ball(stage);  // somebody took it away
  if (!is_in_play_) return;
  std::vector<Pose2> players_now;
  for (const Player& player : players_) players_now.push_back(player.court_from_robot);
  FlyingBall then = flying_;
  fly(then, seconds(stage.dt()), config_->court, boxes(players_now, players_now));
  stage.move_to(entity->bodies.front(), world_from_ball(then.at));
}

void Ball::serve(Stage& stage) {
  Random random = stage.random(fmt::format("serve {}", serves_++));
  const double angle = random.uniform(-config_->serve_angle, config_->serve_angle);
  const double towards = random.below(2) == 0 ? -1 : 1;
  flying_.at = {};
  flying_.velocity = config_->speed_mps * Vec2{towards * std::cos(angle), std::sin(angle)};
  is_in_play_ = true;
  last_news_ = stage.now();
  rally_ = 0;
  if (const Entity* entity = stage.world().entities().find(ball_))
    stage.place(*entity, world_from_ball({}));
  tell(stage, "serve", "",
       fmt::format("the ball is served to the {}", towards < 0 ? "left" : "right"), {});
  report_score(stage);
}

void Ball::take(const Bounces& bounces, Stage& stage) {
  for (const Bounces::Hit& hit : bounces.hits) {
    Player* player = hit.box / 2 < players_.size() ? &players_[hit.box / 2] : nullptr;
    SimTime& last_hit = player ? player->last_hit : house_last_hit_;
    const bool is_news = stage.now() - last_hit >= one_hit;
    last_hit = last_news_ = stage.now();
    if (!is_news) continue;
    longest_rally_ = std::max(longest_rally_, ++rally_);
    tell(stage, "hit", player ? player->name : "",
         fmt::format("{} hits the ball, {} in a row", player ? player->name : "the house", rally_),
         hit.at);
    report_score(stage);
  }
  for (const CourtSide side : bounces.goals) {
    ++(side == CourtSide::left ? right_ : left_);
    is_in_play_ = false;
    flying_.at = {};
    flying_.velocity = {};
    due_ = stage.now() + config_->pause;
    tell(stage, "goal", "", fmt::format("goal on the {}: {}", name_of(side), score()),
         bounces.goal_at);
    if (const Entity* entity = stage.world().entities().find(ball_))
      stage.place(*entity, world_from_ball({}));
    report_score(stage);
  }
}

Result<std::string> Ball::obey(const Order& order, const Robot*, Stage& stage) {
  if (order.verb == "serve") {
    if (const auto reason = why_too_long(order, 0)) return Error{*reason};
    if (is_in_play_) return Error{"the ball is in play"};
    serve(stage);
    show(stage);
    return std::string("the ball is served");
  }
  if (const auto reason = why_too_long(order, 1)) return Error{*reason};
  if (order.arguments.size() == 1) {
    if (order.argument(0) != "reset") return Error{"'score' is followed by nothing, or by 'reset'"};
    left_ = right_ = 0;
    longest_rally_ = rally_;
    report_score(stage);
  }
  return fmt::format("the score is {}", score());
}

void Ball::report_score(const Stage& stage) {
  report(stage, {{"left", static_cast<double>(left_)},
                 {"right", static_cast<double>(right_)},
                 {"rally", static_cast<double>(rally_)},
                 {"longest_rally", static_cast<double>(longest_rally_)},
                 {"speed_mps", is_in_play_ ? config_->speed_mps : 0.0},
                 {"in_play", is_in_play_}});
}

void Ball::tell(Stage& stage, std::string name, const std::string& robot, std::string text,
                Vec2 in_court) const {
  const Vec2 at = config_->area.world_from_center * in_court;
  stage.tell({.name = std::move(name),
              .robot = robot,
              .text = std::move(text),
              .values = {{"x_m", fmt::format("{:.3f}", at.x)},
                         {"y_m", fmt::format("{:.3f}", at.y)},
                         {"left", std::to_string(left_)},
                         {"right", std::to_string(right_)},
                         {"rally", std::to_string(rally_)}}});
}

}  // namespace

RuleKind ball_kind() { return rule_kind_of<Ball>("ball"); }

}  // namespace tandem
