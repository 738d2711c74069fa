// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "rules/object_types.h"
#include "rules/rule_kind.h"
#include "rules/touches.h"
#include "rules/zone_plate.h"
#include "scenario/bounds.h"
#include "scenario/ground.h"
#include "scenario/outlook.h"

namespace tandem {

namespace {

// Lies still, for a zone: slower than what a person calls moving.
constexpr double rest_mps = 0.05;
constexpr double rest_radps = 0.5;
// Lies on it: nearer to the floor than this. What is held above or lies on others does not.
constexpr double lying_m = 0.02;

// A place that things are brought to: it takes those of its types and reports all others.
class Zone : public Rule {
 public:
  struct Config : RuleConfig {
    Area area;
    double floor_m = 0;
    std::vector<std::string> accepts;  // types
    Color color{0.2f, 0.7f, 0.3f, 1};
    Duration settle = 200ms;
    bool removes = true;
  };

  static std::vector<std::string_view> events() {
    return {"delivered", "wrong_delivery", "zone_removed"};
  }
  static std::vector<std::string_view> keys() {
    return {"area", "accepts", "color", "settle", "removes"};
  }
  static void read(const Fields& fields, const RuleSource& source, Config& config) {
    Findings& findings = fields.findings();
    if (const YamlNode* area = fields.require("area")) {
      config.area = read_area(*area, findings);
      const Vec2 middle = config.area.world_from_center.translation;
      if (const auto floor = Ground(source.scenario.world).height(middle.x, middle.y))
        config.floor_m = *floor;
      else
        findings.error(area->place, fmt::format("there is no floor for a zone at x {:g}, y {:g}",
                                                middle.x, middle.y));
    }
    if (fields.require("accepts") && fields.read("accepts", config.accepts))
      for (const std::string& type : config.accepts)
        check_object_type(type, fields.place_of("accepts"), source);
    fields.read("color", config.color);
    fields.read("settle", config.settle, 0ms, 1min);
    fields.read("removes", config.removes);
  }

  explicit Zone(std::shared_ptr<const Config> config) : config_(std::move(config)) {}

  void begin(Stage& stage) override {
    plate_ = add_zone_plate(stage, {config_->area, config_->floor_m, config_->color});
    report_counts(stage);
  }

  void act(Stage& stage) override {
    if (!plate_) return;
    const Entity* plate = stage.world().entities().find(*plate_);
    if (!plate) {
      close(stage);
      return;
    }
    touches_.note(stage);
    // the zone is where its plate is, which people can move
    const Pose world_from_plate = stage.world().world_from(*plate);
    for (auto& [id, visit] : visits_) visit.is_here = false;
    for (const Entity& thing : stage.world().entities())
      if (is_inside(thing, world_from_plate, stage)) welcome(thing, stage);
    std::erase_if(visits_, [](const auto& visit) { return !visit.second.is_here; });
    settle(stage);
  }

  void add_to(Hash& hash) const override {
    hash.add(static_cast<std::uint64_t>(plate_.has_value()));
    hash.add(static_cast<std::uint64_t>(delivered_));
    for (const auto& [id, visit] : visits_) {
      hash.add(static_cast<std::uint64_t>(id));
      hash.add(static_cast<std::uint64_t>(visit.lain.count()));
      hash.add(static_cast<std::uint64_t>(visit.is_told));
    }
    touches_.add_to(hash);
  }

 private:
  // A thing whose middle is in the zone.
  struct Visit {
    Duration lain{};  // still, on the floor
    bool is_told = false;
    bool is_here = true;
  };

  bool is_inside(const Entity& thing, const Pose& world_from_plate, const Stage& stage) {
    const PhysicsWorld& physics = stage.world().physics();
    if (thing.bodies.empty() || physics.motion(thing.bodies.front()) != Motion::dynamic)
      return false;
    // most things are elsewhere, which is seen at a glance
    if (thing.model != measured_) measure(thing.model);
    const Vec3 away =
        physics.world_from(thing.bodies.front()).translation - world_from_plate.translation;
    const double reach = (config_->area.size_x_m + config_->area.size_y_m) / 2 + measured_radius_m_;
    if (std::abs(away.x) > reach || std::abs(away.y) > reach || stage.robot_of(thing.id))
      return false;
    const Bounds bounds = bounds_of(*thing.model, stage.world().world_from(thing));
    if (bounds.is_empty()) return false;
    const Vec3 middle = inverse(world_from_plate) * bounds.center();
    return std::abs(middle.x) <= config_->area.size_x_m / 2 &&
           std::abs(middle.y) <= config_->area.size_y_m / 2 &&
           bounds.low.z < world_from_plate.translation.z + lying_m;
  }

  // How far a model reaches from the origin of its first body, however it lies.
  void measure(const std::shared_ptr<const Model>& model) {
    const Bounds bounds = bounds_of(*model, {});
    measured_ = model;
    measured_radius_m_ = 0;
    if (bounds.is_empty() || model->links.empty()) return;
    const Vec3 origin = model->links.front().model_from_link.translation;
    measured_radius_m_ = length(bounds.center() - origin) + length(bounds.size()) / 2;
  }

  void welcome(const Entity& thing, const Stage& stage) {
    Visit& visit = visits_[thing.id];
    visit.is_here = true;
    const Twist velocity = stage.world().physics().velocity(thing.bodies.front());
    const bool lies = !stage.carrying().of(thing.id) && length(velocity.linear) < rest_mps &&
                      length(velocity.angular) < rest_radps;
    visit.lain = lies ? visit.lain + stage.dt() : Duration{};
  }

  void settle(Stage& stage) {
    std::vector<EntityId> taken;
    bool is_changed = false;
    int wrong = 0;
    for (auto& [id, visit] : visits_) {
      const Entity& thing = *stage.world().entities().find(id);
      const bool is_right = std::ranges::count(config_->accepts, thing.model->name) > 0;
      if (visit.lain >= config_->settle && visit.lain > 0ms && !visit.is_told) {
        visit.is_told = is_changed = true;
        if (is_right) ++delivered_, last_ = thing.name;
        tell(thing, is_right, stage);
        // what is real does not vanish by being brought somewhere
        if (is_right && config_->removes && !is_real(thing)) taken.push_back(id);
      }
      wrong += visit.is_told && !is_right;
    }
    for (const EntityId id : taken) {
      stage.remove(id);
      visits_.erase(id);
    }
    if (!is_changed && wrong == wrong_) return;
    wrong_ = wrong;
    report_counts(stage);
  }

  void tell(const Entity& thing, bool is_right, Stage& stage) const {
    const std::string& zone = stage.rule().name;
    const std::string robot = touches_.last_of(thing.bodies.front());
    const std::string by = robot.empty() ? "" : fmt::format(" by {}", robot);
    WorldEvent event{
        .name = is_right ? "delivered" : "wrong_delivery",
        .robot = robot,
        .text = is_right
                    ? fmt::format("'{}' was delivered to {}{}", thing.name, zone, by)
                    : fmt::format("'{}' was brought to {}{}, which takes {} and no {}", thing.name,
                                  zone, by, fmt::join(config_->accepts, ", "), thing.model->name),
        .values = {{"zone", zone}, {"thing", thing.name}, {"type", thing.model->name}}};
    if (is_right) event.values.emplace_back("count", std::to_string(delivered_));
    stage.tell(std::move(event));
  }

  // Somebody took the plate away.
  void close(Stage& stage) {
    plate_.reset();
    visits_.clear();
    wrong_ = 0;
    const std::string& zone = stage.rule().name;
    stage.tell({.name = "zone_removed",
                .text = fmt::format("{} was removed: nothing can be delivered there", zone),
                .values = {{"zone", zone}}});
    report_counts(stage);
  }

  void report_counts(const Stage& stage) {
    report(stage, {{"open", plate_.has_value()},
                   {"delivered", static_cast<double>(delivered_)},
                   {"wrong", static_cast<double>(wrong_)},
                   {"last", last_}});
  }

  std::shared_ptr<const Config> config_;
  std::optional<EntityId> plate_;  // nothing: it was taken away
  std::map<EntityId, Visit> visits_;
  Touches touches_;
  std::shared_ptr<const Model> measured_;  // the one that was looked at last
  double measured_radius_m_ = 0;
  int delivered_ = 0;
  int wrong_ = 0;  // that lie there now
  std::string last_;
};

}  // namespace

RuleKind zone_kind() { return rule_kind_of<Zone>("zone"); }

}  // namespace tandem
