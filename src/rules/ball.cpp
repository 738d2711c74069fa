// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "rules/ball_paddles.h"
#include "rules/order_words.h"
#include "rules/rule_kind.h"

namespace tandem {

namespace {

constexpr Duration one_hit = 200ms;  // touches of one robot that follow so soon are one

std::string name_of(CourtSide side) { return side == CourtSide::left ? "left" : "right"; }

// A ball of light that robots play with: it flies at one speed, is mirrored by walls, robots and
// their paddles, and is served again after each goal.
class Ball : public Rule {
 public:
  using Config = BallConfig;
  static std::vector<std::string_view> events() { return {"serve", "hit", "goal", "stalled"}; }
  static std::vector<std::string_view> keys() { return ball_keys(); }
  static void read(const Fields& fields, const RuleSource& source, Config& config) {
    read_ball(fields, source, config);
  }

  explicit Ball(std::shared_ptr<const Config> config)
      : config_(std::move(config)), players_(config_) {
    if (config_->house) house_.emplace(config_);
  }

  void begin(Stage& stage) override {
    flying_.radius_m = config_->radius_m;
    due_ = stage.now() + config_->pause;
    add_ball(stage);
    players_.meet(stage);
    if (house_) house_->begin(stage);
    report_score(stage);
  }

  void act(Stage& stage) override;

  std::vector<std::string_view> verbs() const override { return {"serve", "score"}; }
  Result<std::string> obey(const Order& order, const Robot* robot, Stage& stage) override;

  void add_to(Hash& hash) const override {
    hash.add(static_cast<std::uint64_t>(is_in_play_));
    hash.add(serves_);
    hash.add(static_cast<std::uint64_t>(due_.count()));
    for (const double value : {flying_.at.x, flying_.at.y, flying_.velocity.x, flying_.velocity.y})
      hash.add(value);
    if (house_) house_->add_to(hash);
    for (const int value : {left_, right_, rally_, longest_rally_})
      hash.add(static_cast<std::uint64_t>(value));
  }

 private:
  void add_ball(Stage& stage);
  void fly_on(Stage& stage);
  void show(Stage& stage);
  void serve(Stage& stage);
  void take(const Bounces& bounces, Stage& stage);
  Pose world_from_ball(Vec2 in_court) const {
    const Vec2 at = config_->area.world_from_center * in_court;
    return {{at.x, at.y, config_->radius_m}, {}};
  }
  void report_score(const Stage& stage);
  void tell(Stage& stage, std::string name, const std::string& robot, std::string text,
            Vec2 in_court) const;
  std::string score() const { return fmt::format("{} : {}", left_, right_); }

  std::shared_ptr<const Config> config_;
  BallPlayers players_;
  std::optional<BallHouse> house_;
  EntityId ball_{};
  FlyingBall flying_;
  bool is_in_play_ = false;
  SimTime due_{};             // the next serve, while it is not in play
  SimTime last_news_{};       // when it was served or hit
  std::uint64_t serves_ = 0;  // in this episode
  int left_ = 0, right_ = 0;  // goals that each side has made
  int rally_ = 0, longest_rally_ = 0;
};

void Ball::add_ball(Stage& stage) {
  Model model = model_of_light("ball", Sphere{config_->radius_m}, config_->color, 1);
  model.links.front().is_kinematic = true;
  ball_ = stage
              .add({"ball", std::make_shared<const Model>(std::move(model)),
                    world_from_ball(flying_.at)},
                   EntityCategory::dynamic_object)
              .id;
}

void Ball::act(Stage& stage) {
  players_.meet(stage);
  players_.follow(stage);
  if (is_in_play_)
    fly_on(stage);
  else if (config_->serves_itself && stage.now() >= due_)
    serve(stage);
  if (house_) house_->play(is_in_play_ ? std::optional(flying_) : std::nullopt, stage);
  show(stage);
}

// What happened in the step that ended, with robots where they really went.
void Ball::fly_on(Stage& stage) {
  std::vector<MovedBox> boxes;
  players_.add_moved(boxes);
  if (house_) boxes.push_back(house_->box());
  take(fly(flying_, seconds(stage.dt()), config_->court, boxes), stage);

  const bool has_goals = config_->court.has_left_goal || config_->court.has_right_goal;
  if (is_in_play_ && has_goals && config_->patience > 0s &&
      stage.now() - last_news_ >= config_->patience) {
    tell(stage, "stalled", "", "nobody reaches the ball: it is served anew", flying_.at);
    serve(stage);
  }
}

// Where it is drawn at the end of the next step: where it will be if robots stand still. A robot
// that moves changes that by the way it goes in a step, for a step.
void Ball::show(Stage& stage) {
  const Entity* entity = stage.world().entities().find(ball_);
  if (!entity) return add_ball(stage);  // somebody took it away
  if (!is_in_play_) return;
  std::vector<MovedBox> boxes;
  players_.add_still(boxes);
  if (house_) boxes.push_back(house_->box());
  FlyingBall then = flying_;
  fly(then, seconds(stage.dt()), config_->court, boxes);
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
    BallPlayers::Player* player = players_.with_box(hit.box);
    SimTime& last_hit = player ? player->last_hit : house_->last_hit;
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
