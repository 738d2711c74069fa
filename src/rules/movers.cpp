// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "rules/rule_kind.h"
#include "rules/waypoints.h"
#include "scenario/ground.h"
#include "scenario/object_catalog.h"
#include "scenario/spawn_object.h"

namespace tandem {

namespace {

constexpr int most_movers = 100;
constexpr double most_legs_s = 24 * 3600.0;  // a tour that lasts longer is none

// Part of a tour: from one place and heading to another in a time.
struct Leg {
  double begins_s = 0;
  double lasts_s = 0;
  Vec3 from, to;
  double from_yaw = 0, turn = 0;
  std::size_t point = 0;  // it goes to, or stays at
  bool stays = false;     // and waits
};

// The tour of a thing as a function of time: there is nothing to add up, so nothing drifts.
struct Tour3 {
  std::vector<Leg> legs;
  double lasts_s = 0;

  const Leg& leg_at(double time_s) const {
    auto next = std::ranges::upper_bound(legs, time_s, {}, &Leg::begins_s);
    return next == legs.begin() ? legs.front() : *std::prev(next);
  }
  static Pose pose_in(const Leg& leg, double time_s) {
    const double share =
        leg.lasts_s > 0 ? std::clamp((time_s - leg.begins_s) / leg.lasts_s, 0.0, 1.0) : 1;
    return {leg.from + share * (leg.to - leg.from),
            Quat::from_axis_angle({0, 0, 1}, leg.from_yaw + share * leg.turn)};
  }
};

// Goes where it is told, all of it as one.
std::shared_ptr<const Model> kinematic(const Model& model) {
  auto copy = std::make_shared<Model>(model);
  copy->is_static = false;
  for (Link& link : copy->links) link.is_kinematic = true;
  for (Joint& joint : copy->joints) joint.type = ModelJointType::fixed;
  return copy;
}

// Things that move along a path.
class Movers : public Rule {
 public:
  struct Config : RuleConfig {
    std::shared_ptr<const Model> model;
    std::vector<Waypoint> path;
    bool turns_back = false;
    double speed_mps = 0.5;
    double turn_radps = 2;
    bool faces_ahead = true;
    Duration wait{};
    int count = 1;
  };

  static std::vector<std::string_view> keys() {
    return {"object", "path", "order", "speed_mps", "turn_radps", "faces_ahead", "wait", "count"};
  }

  static void read(const Fields& fields, const RuleSource& source, Config& config) {
    if (const YamlNode* object = fields.require("object")) {
      const auto model =
          object->is_text()
              ? find_object_type(object->text, object->place, source.scenario, source.context)
              : read_spawned_object(*object, source.name, source.context);
      if (model) config.model = kinematic(*model);
      if (model && model->links.empty())
        fields.findings().error(object->place, "there is nothing of it that could move");
    }
    fields.require("path");
    config.path = read_waypoints(fields, "path", 2);
    constexpr std::array<std::string_view, 2> orders{"loop", "there_and_back"};
    if (const auto choice = fields.read_choice("order", orders)) config.turns_back = *choice == 1;
    fields.read("speed_mps", config.speed_mps, {0.01, 10});
    fields.read("turn_radps", config.turn_radps, {0.1, 20});
    fields.read("faces_ahead", config.faces_ahead);
    fields.read("wait", config.wait, 0s, 1h);
    fields.read("count", config.count, 1, most_movers);
    for (const Waypoint& point : config.path)
      if (point.leave_at)
        fields.findings().error(fields.place_of("path"),
                                "points of a path have no 'at': things go round by themselves");
    if (config.path.size() < 2) return;
    const double tour_s = tour_of(config, {}).lasts_s;
    if (tour_s <= 0) fields.findings().error(fields.place_of("path"), "the path leads nowhere");
    if (tour_s > most_legs_s)
      fields.findings().error(fields.place_of("path"), "a tour must not last longer than a day");
  }

  explicit Movers(std::shared_ptr<const Config> config) : config_(std::move(config)) {}

  void begin(Stage& stage) override {
    const Ground ground(stage.scenario().world);
    std::vector<double> heights;
    for (const Waypoint& point : config_->path)
      heights.push_back(ground.standing_height(*config_->model, {{point.at.x, point.at.y, 0}, {}}));
    tour_ = tour_of(*config_, heights);
    for (int i = 0; i < config_->count; ++i) {
      Moved& thing = things_.emplace_back();
      thing.ahead_s = tour_.lasts_s * i / config_->count;
      thing.sent = pose_at(thing, stage.now(), nullptr);
      const Entity& entity = stage.add({.name = fmt::format("{}_{}", stage.rule().name, i + 1),
                                        .model = config_->model,
                                        .world_from_model = thing.sent},
                                       EntityCategory::dynamic_object);
      thing.entity = entity.id;
      thing.name = entity.name;
    }
    act(stage);
  }

  void act(Stage& stage) override {
    for (Moved& thing : things_) {
      const Entity* entity = stage.world().entities().find(thing.entity);
      if (!entity) {
        thing.leg.reset();
        continue;
      }
      const Pose next = pose_at(thing, stage.now() + stage.dt(), &thing.leg);
      // who was put elsewhere is back at once, and hits nothing on the way
      const Vec3 off = stage.world().world_from(*entity).translation - thing.sent.translation;
      if (length(off) > 1e-6) {
        stage.place(*entity, next);
      } else {
        for (std::size_t i = 0; i < entity->links.size(); ++i)
          if (entity->links[i].body_from_link == Pose{})
            stage.move_to(entity->links[i].body, next * config_->model->links[i].model_from_link);
      }
      thing.sent = next;
    }
    report_things(stage);
  }

  // Where everything is follows from the time, but for who has been taken away.
  void add_to(Hash& hash) const override {
    for (const Moved& thing : things_) hash.add(static_cast<std::uint64_t>(thing.leg.has_value()));
  }

 private:
  struct Moved {
    EntityId entity{};
    std::string name;
    double ahead_s = 0;      // of the first one
    Pose sent;               // where it was told to be
    std::optional<Leg> leg;  // nothing: it was taken away
  };

  // Heights are those of the points; without them all are 0.
  static Tour3 tour_of(const Config& config, const std::vector<double>& heights) {
    Tour3 tour;
    Tour order(config.path.size(), config.turns_back);
    const auto place = [&](std::size_t index) {
      const Vec2 at = config.path[index].at;
      return Vec3{at.x, at.y, heights.empty() ? 0 : heights[index]};
    };
    const auto add = [&](Leg leg) {
      if (leg.lasts_s <= 0) return;
      leg.begins_s = tour.lasts_s;
      tour.lasts_s += leg.lasts_s;
      tour.legs.push_back(leg);
    };
    // as many ways as lead back to the first point
    const std::size_t points = config.path.size();
    const std::size_t ways = config.turns_back ? 2 * (points - 1) : points;
    std::vector<std::size_t> stops{order.index()};
    for (std::size_t i = 0; i < ways; ++i) {
      order.advance();
      stops.push_back(order.index());
    }
    const auto heading = [&](std::size_t way) {
      const Vec3 along = place(stops[way % ways + 1]) - place(stops[way % ways]);
      return std::atan2(along.y, along.x);
    };
    for (std::size_t way = 0; way < ways; ++way) {
      const std::size_t from = stops[way], to = stops[way + 1];
      const double yaw = config.faces_ahead ? heading(way) : 0;
      const double length_m = length(place(to) - place(from));
      add({.lasts_s = length_m / config.speed_mps,
           .from = place(from),
           .to = place(to),
           .from_yaw = yaw,
           .point = to});
      const double wait_s = seconds(config.path[to].wait.value_or(config.wait));
      add({.lasts_s = wait_s,
           .from = place(to),
           .to = place(to),
           .from_yaw = yaw,
           .point = to,
           .stays = true});
      if (!config.faces_ahead) continue;
      const double turn = std::remainder(heading(way + 1) - yaw, 2 * std::numbers::pi);
      add({.lasts_s = std::abs(turn) > 1e-9 ? std::abs(turn) / config.turn_radps : 0,
           .from = place(to),
           .to = place(to),
           .from_yaw = yaw,
           .turn = turn,
           .point = to});
    }
    return tour;
  }

  Pose pose_at(const Moved& thing, SimTime time, std::optional<Leg>* leg) const {
    const double at_s = std::fmod(seconds(time) + thing.ahead_s, tour_.lasts_s);
    const Leg& now = tour_.leg_at(at_s);
    if (leg) *leg = now;
    return Tour3::pose_in(now, at_s);
  }

  void report_things(const Stage& stage) {
    std::vector<std::pair<std::string, RuleValue>> values;
    for (const Moved& thing : things_)
      if (thing.leg)
        values.emplace_back(thing.name,
                            fmt::format("{} point {}", thing.leg->stays ? "waits at" : "moves to",
                                        thing.leg->point + 1));
    if (status() && values == status()->values) return;
    report(stage, std::move(values));
  }

  std::shared_ptr<const Config> config_;
  Tour3 tour_;
  std::vector<Moved> things_;
};

}  // namespace

RuleKind movers_kind() { return rule_kind_of<Movers>("movers"); }

}  // namespace tandem
