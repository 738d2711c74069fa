// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

#include <algorithm>
#include <map>
#include <optional>

#include "rules/rule_kind.h"

namespace tandem {

namespace {

constexpr std::size_t most_touches = 1000;  // at once; more are not told of

// Tells which robots touch what they should not, themselves or with what they carry: where, how
// hard, and for how long.
class Hazard : public Rule {
 public:
  struct Config : RuleConfig {
    std::vector<std::string> things{"fire*", "barrel*", "pallet*"};
    Duration release = 200ms;
  };

  static std::vector<std::string_view> events() { return {"touch", "touch_end"}; }
  static std::vector<std::string_view> keys() { return {"things", "release"}; }
  static void read(const Fields& fields, const RuleSource&, Config& config) {
    fields.read("things", config.things);
    if (config.things.empty())
      fields.findings().error(fields.place_of("things"), "there has to be something to touch");
    fields.read("release", config.release, 0s, 1h);
  }

  explicit Hazard(std::shared_ptr<const Config> config) : config_(std::move(config)) {}

  void begin(Stage& stage) override { report_touches(stage); }
  void act(Stage& stage) override;

  void add_to(Hash& hash) const override {
    hash.add(static_cast<std::uint64_t>(count_));
    hash.add(hardest_n_);
    for (const Touch& touch : touches_) {
      hash.add(static_cast<std::uint64_t>(touch.robot));
      hash.add(static_cast<std::uint64_t>(touch.thing));
      hash.add(static_cast<std::uint64_t>(touch.last.count()));
      hash.add(touch.impulse_ns);
    }
  }

 private:
  struct Owner {
    EntityId entity{};
    std::string name;
    std::string type;
    bool is_robot = false;
    bool is_hazard = false;
  };
  struct Touch {
    EntityId robot{}, thing{};
    std::string robot_name, thing_name, thing_type;
    SimTime begin{}, last{};
    double hardest_n = 0;
    double impulse_ns = 0;  // of all of it
  };

  bool is_hazard(const Entity& entity) const {
    return std::ranges::any_of(config_->things, [&](const std::string& pattern) {
      return fnmatch(pattern.c_str(), entity.name.c_str(), 0) == 0 ||
             fnmatch(pattern.c_str(), entity.model->name.c_str(), 0) == 0;
    });
  }
  // A robot's side of a contact: a body of its own, or its load.
  struct Toucher {
    EntityId robot{};
    const std::string& robot_name;
    const std::string& with;  // what touches: its own name, or that of its load
    BodyId body{};
  };

  const Owner& owner_of(BodyId body, const Stage& stage);
  std::optional<Toucher> toucher(BodyId body, const Stage& stage);
  void note(const Contact& contact, const Toucher& toucher, const Owner& thing, Stage& stage);
  void remember_velocities(const Stage& stage);
  void end_touches(Stage& stage);
  void report_touches(const Stage& stage);

  std::shared_ptr<const Config> config_;
  // By body: whose it is does not change, and what robots touch they touch in many steps.
  std::map<BodyId, Owner> owners_;
  // Of robots and their loads before the step: a touch changes them.
  std::map<BodyId, Twist> velocities_;
  std::vector<Touch> touches_;  // that last
  int count_ = 0;
  double hardest_n_ = 0;
  std::map<std::string, int> by_robot_;
};

void Hazard::act(Stage& stage) {
  const PhysicsWorld& physics = stage.world().physics();
  for (const Contact& contact : physics.contacts()) {
    const Owner& a = owner_of(contact.a, stage);
    const Owner& b = owner_of(contact.b, stage);
    if (b.is_hazard)
      if (const auto by = toucher(contact.a, stage)) note(contact, *by, b, stage);
    if (a.is_hazard)
      if (const auto by = toucher(contact.b, stage)) note(contact, *by, a, stage);
  }
  end_touches(stage);
  remember_velocities(stage);
}

void Hazard::remember_velocities(const Stage& stage) {
  velocities_.clear();
  const auto remember = [&](EntityId id) {
    if (const Entity* entity = stage.world().entities().find(id))
      for (const BodyId body : entity->bodies)
        velocities_[body] = stage.world().physics().velocity(body);
  };
  for (const Robot& robot : stage.robots()) remember(robot.entity());
  for (const Carried& carried : stage.carrying().all()) remember(carried.load);
}

std::optional<Hazard::Toucher> Hazard::toucher(BodyId body, const Stage& stage) {
  const Owner& owner = owner_of(body, stage);
  if (owner.is_robot) return Toucher{owner.entity, owner.name, owner.name, body};
  if (const Carried* carried = stage.carrying().of(owner.entity))
    return Toucher{carried->robot, carried->robot_name, carried->load_name, body};
  return std::nullopt;
}

const Hazard::Owner& Hazard::owner_of(BodyId body, const Stage& stage) {
  const auto known = owners_.find(body);
  if (known != owners_.end()) return known->second;
  Owner owner;
  for (const Entity& entity : stage.world().entities()) {
    if (std::ranges::find(entity.bodies, body) == entity.bodies.end()) continue;
    owner = {.entity = entity.id,
             .name = entity.name,
             .type = entity.model->name,
             .is_robot = stage.robot_of(entity.id) != nullptr,
             .is_hazard = is_hazard(entity)};
    break;
  }
  return owners_.emplace(body, std::move(owner)).first->second;
}

void Hazard::note(const Contact& contact, const Toucher& toucher, const Owner& thing,
                  Stage& stage) {
  const double force_n = contact.impulse_ns / seconds(stage.dt());
  const auto known = std::ranges::find_if(touches_, [&](const Touch& touch) {
    return touch.robot == toucher.robot && touch.thing == thing.entity;
  });
  const bool is_harder = force_n > hardest_n_;
  hardest_n_ = std::max(hardest_n_, force_n);
  if (known != touches_.end()) {
    known->last = stage.now();
    known->hardest_n = std::max(known->hardest_n, force_n);
    known->impulse_ns += contact.impulse_ns;
    if (is_harder) report_touches(stage);
    return;
  }
  if (touches_.size() >= most_touches) return;

  // how fast the robot came, which says something of twins, too, that nothing stops
  double speed_mps = 0;
  if (const auto before = velocities_.find(toucher.body); before != velocities_.end()) {
    const Vec3 arm = contact.point - stage.world().physics().world_from(toucher.body).translation;
    const Vec3 came = before->second.linear + cross(before->second.angular, arm);
    const Vec3 towards = contact.a == toucher.body ? -contact.normal : contact.normal;
    speed_mps = std::max(0.0, dot(came, towards));
  }
  touches_.push_back({toucher.robot, thing.entity, toucher.robot_name, thing.name, thing.type,
                      stage.now(), stage.now(), force_n, contact.impulse_ns});
  ++count_;
  ++by_robot_[toucher.robot_name];
  const bool is_by_load = toucher.with != toucher.robot_name;
  stage.tell({.name = "touch",
              .robot = toucher.robot_name,
              .text = fmt::format("{} touches {}{} at {:.2f} m/s and {:.1f} N", toucher.robot_name,
                                  thing.name, is_by_load ? " with " + toucher.with : "", speed_mps,
                                  force_n),
              .values = {{"thing", thing.name},
                         {"type", thing.type},
                         {"by", toucher.with},
                         {"x_m", fmt::format("{:.3f}", contact.point.x)},
                         {"y_m", fmt::format("{:.3f}", contact.point.y)},
                         {"z_m", fmt::format("{:.3f}", contact.point.z)},
                         {"speed_mps", fmt::format("{:.3f}", speed_mps)},
                         {"force_n", fmt::format("{:.2f}", force_n)},
                         {"impulse_ns", fmt::format("{:.4f}", contact.impulse_ns)}}});
  report_touches(stage);
}

void Hazard::end_touches(Stage& stage) {
  const std::size_t before = touches_.size();
  std::erase_if(touches_, [&](const Touch& touch) {
    if (touch.last == stage.now() || stage.now() - touch.last < config_->release) return false;
    const double lasted_s = seconds(touch.last - touch.begin + stage.dt());
    stage.tell({.name = "touch_end",
                .robot = touch.robot_name,
                .text = fmt::format("{} is off {} after {:.2f} s, {:.1f} N at most",
                                    touch.robot_name, touch.thing_name, lasted_s, touch.hardest_n),
                .values = {{"thing", touch.thing_name},
                           {"type", touch.thing_type},
                           {"duration_s", fmt::format("{:.3f}", lasted_s)},
                           {"force_n", fmt::format("{:.2f}", touch.hardest_n)},
                           {"impulse_ns", fmt::format("{:.4f}", touch.impulse_ns)}}});
    return true;
  });
  if (touches_.size() != before) report_touches(stage);
}

void Hazard::report_touches(const Stage& stage) {
  std::vector<std::string> now;
  for (const Touch& touch : touches_)
    now.push_back(fmt::format("{} {}", touch.robot_name, touch.thing_name));
  std::vector<std::pair<std::string, RuleValue>> values{
      {"touches", static_cast<double>(count_)},
      {"hardest_n", hardest_n_},
      {"touching", fmt::format("{}", fmt::join(now, ", "))}};
  for (const Robot& robot : stage.robots()) {
    const auto count = by_robot_.find(robot.config().name);
    values.emplace_back("touches of " + robot.config().name,
                        count == by_robot_.end() ? 0.0 : static_cast<double>(count->second));
  }
  report(stage, std::move(values));
}

}  // namespace

RuleKind hazard_kind() { return rule_kind_of<Hazard>("hazard"); }

}  // namespace tandem
