// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "rules/holding.h"
#include "rules/order_words.h"
#include "rules/rule_kind.h"
#include "scenario/suggest.h"
#include "scenario/utf8_text.h"
#include "world/labels.h"

namespace tandem {

namespace {

double mass_of(const Model& model) {
  double mass_kg = 0;
  for (const Link& link : model.links) mass_kg += link.mass.mass_kg;
  return mass_kg;
}

// Its own name, that of its model, or that of its class: "box_3" is a "box".
bool is_of_type(const Entity& entity, std::string_view type) {
  return type == entity.model->name || type == class_name(entity.model->name) ||
         type == entity.name || type == class_name(entity.name);
}

std::string name_of_body(const World& world, BodyId body) {
  for (const Entity& entity : world.entities())
    if (std::ranges::count(entity.bodies, body) > 0) return entity.name;
  return "something";
}

// Robots take things, carry them, switch them on and put them down.
class Attachment : public Rule {
 public:
  struct Config : RuleConfig {
    double radius_m = 0.5;
    double max_mass_kg = 10;
    bool snaps = true;
    std::vector<std::string> types;  // empty: all that can be carried
    std::vector<std::string> tools;
    std::map<std::string, std::string, std::less<>> mounts;  // by type
  };

  static std::vector<std::string_view> events() {
    return {"attached", "detached", "tool_on", "tool_off"};
  }
  static std::vector<std::string_view> keys() {
    return {"radius_m", "max_mass_kg", "types", "tools", "mounts", "snap"};
  }
  static void read(const Fields& fields, const RuleSource& source, Config& config) {
    fields.read("radius_m", config.radius_m, {0.001, 100});
    fields.read("max_mass_kg", config.max_mass_kg, {0.001, 1e6});
    fields.read("snap", config.snaps);
    fields.read("types", config.types);
    fields.read("tools", config.tools);
    if (const YamlNode* mounts = fields.find("mounts")) read_mounts(*mounts, source, config);
    if (!config.types.empty())
      for (const std::string& tool : config.tools)
        if (std::ranges::find(config.types, tool) == config.types.end())
          fields.findings().error(
              fields.place_of("tools"),
              fmt::format("'{}' is none of 'types', so no robot ever has it", printable(tool)));
  }

  explicit Attachment(std::shared_ptr<const Config> config) : config_(std::move(config)) {}

  void begin(Stage& stage) override { report_loads(stage); }

  void act(Stage& stage) override {
    forget_the_lost(stage);
    if (stage.carrying().all() != known_) {
      for (const Carried& before : known_)
        if (!stage.carrying().of(before.load)) tell_of_loss(before, stage);
      report_loads(stage);
    } else if (stage.robots().size() != reported_robots_) {
      report_loads(stage);
    }
  }

  std::vector<std::string_view> verbs() const override { return {"attach", "detach", "tool"}; }

  Result<std::string> obey(const Order& order, const Robot* robot, Stage& stage) override {
    if (!robot) return no_robot_named(order);
    forget_the_lost(stage);
    if (order.verb == "attach") return attach(order, *robot, stage);
    if (order.verb == "detach") return detach(order, *robot, stage);
    return switch_tool(order, *robot, stage);
  }

 private:
  static void read_mounts(const YamlNode& node, const RuleSource& source, Config& config) {
    Findings& findings = source.context.findings();
    if (!node.is_map()) {
      findings.error(node.place, "'mounts' expects a map from types to names of mounts");
      return;
    }
    std::vector<std::string> known;
    for (const RobotConfig& robot : source.scenario.robots)
      for (const MountPoint& mount : robot.mounts) known.push_back(mount.name);
    for (const YamlEntry& entry : node.entries) {
      const auto mount = to_text(entry.value, entry.key, findings);
      if (!mount) continue;
      if (std::ranges::find(known, *mount) == known.end())
        findings.error(entry.value.place,
                       fmt::format("no robot here has a mount '{}'{}", printable(*mount),
                                   suggestion(*mount, known)));
      config.mounts[entry.key] = *mount;
    }
  }

  // Why a thing cannot be carried by anybody; empty when it can.
  std::string why_unfit(const Entity& thing, const Stage& stage) const {
    if (stage.robot_of(thing.id)) return fmt::format("{} is a robot", thing.name);
    if (!config_->types.empty() &&
        std::ranges::none_of(config_->types,
                             [&](const std::string& type) { return is_of_type(thing, type); }))
      return fmt::format("{} is of a type that is not attached here; these are: {}", thing.name,
                         fmt::join(config_->types, ", "));
    if (thing.bodies.size() != 1) return fmt::format("{} is not of one piece", thing.name);
    if (stage.world().physics().motion(thing.bodies[0]) != Motion::dynamic ||
        stage.world().is_jointed_to_world(thing))
      return fmt::format("{} does not come off its place", thing.name);
    if (const double mass_kg = mass_of(*thing.model); mass_kg > config_->max_mass_kg)
      return fmt::format("{} weighs {:.4g} kg, more than the {:.4g} kg that can be attached",
                         thing.name, mass_kg, config_->max_mass_kg);
    return {};
  }

  std::string type_of(const Entity& thing) const {
    for (const auto* types : {&config_->types, &config_->tools})
      for (const std::string& type : *types)
        if (is_of_type(thing, type)) return type;
    return std::string(class_name(thing.model->name));
  }

  const MountPoint* mount_for(const Entity& thing, const RobotConfig& robot) const {
    for (const auto& [type, name] : config_->mounts)
      if (is_of_type(thing, type))
        if (const MountPoint* mount = find_mount(robot, name)) return mount;
    return robot.mounts.empty() ? nullptr : &robot.mounts.front();
  }

  Result<std::string> attach(const Order& order, const Robot& robot, Stage& stage) {
    if (const auto reason = why_too_long(order, 1)) return Error{*reason};
    const std::string_view type = order.argument(0);
    if (type.empty()) return Error{"'attach' is followed by a type, as in 'attach,red_box'"};
    const std::string& name = robot.config().name;
    if (const Carried* carried = stage.carrying().by(robot.entity()))
      return Error{
          fmt::format("{} already carries {}; 'detach' comes first", name, carried->load_name)};

    // the nearest that can be had, and the nearest that cannot
    struct Candidate {
      const Entity* thing = nullptr;
      double distance_m = 0;
    };
    std::optional<Candidate> nearest, nearest_held;
    std::string why_none;
    const World& world = stage.world();
    const Entity& robot_entity = *world.entities().find(robot.entity());
    for (const Entity& thing : world.entities()) {
      if (!is_of_type(thing, type) || thing.id == robot.entity()) continue;
      if (std::string reason = why_unfit(thing, stage); !reason.empty()) {
        if (why_none.empty()) why_none = std::move(reason);
        continue;
      }
      const Holder holder =
          holder_of(robot.config(), robot_entity, mount_for(thing, robot.config()));
      const Vec3 from =
          world.physics().world_from(holder.body) * holder.body_from_mount.translation;
      const Candidate candidate{&thing, distance_to(*thing.model, world.world_from(thing), from)};
      auto& best = stage.carrying().of(thing.id) ? nearest_held : nearest;
      if (!best || candidate.distance_m < best->distance_m) best = candidate;
    }
    if (nearest && nearest->distance_m <= config_->radius_m)
      return take(*nearest->thing, robot, stage);
    if (nearest_held && nearest_held->distance_m <= config_->radius_m)
      return Error{fmt::format("{} carries {}",
                               stage.carrying().of(nearest_held->thing->id)->robot_name,
                               nearest_held->thing->name)};
    if (nearest)
      return Error{fmt::format(
          "nothing of type {} is within {:.4g} m of {}; the nearest, {}, is {:.3g} m away",
          in_quotes(type), config_->radius_m, name, nearest->thing->name, nearest->distance_m)};
    if (nearest_held)
      return Error{fmt::format("{} carries {}, the only thing of type {}",
                               stage.carrying().of(nearest_held->thing->id)->robot_name,
                               nearest_held->thing->name, in_quotes(type))};
    if (!why_none.empty()) return Error{why_none};
    return Error{fmt::format("there is nothing of type {} in the world{}", in_quotes(type),
                             what_there_is(stage))};
  }

  // "; there are: box, plow": of what can be carried.
  std::string what_there_is(const Stage& stage) const {
    constexpr std::size_t most = 10;
    std::set<std::string> types;
    for (const Entity& thing : stage.world().entities()) {
      if (types.size() > most) break;
      if (why_unfit(thing, stage).empty()) types.insert(type_of(thing));
    }
    if (types.empty()) return ", and nothing else that can be attached";
    if (types.size() <= most) return fmt::format("; there are: {}", fmt::join(types, ", "));
    types.erase(std::prev(types.end()));
    return fmt::format("; there are: {} and others", fmt::join(types, ", "));
  }

  Result<std::string> take(const Entity& thing, const Robot& robot, Stage& stage) {
    const World& world = stage.world();
    const PhysicsWorld& physics = world.physics();
    const Entity& robot_entity = *world.entities().find(robot.entity());
    const MountPoint* mount = mount_for(thing, robot.config());
    const Holder holder = holder_of(robot.config(), robot_entity, mount);
    if (config_->snaps && mount) {
      const Pose world_from_mount = physics.world_from(holder.body) * holder.body_from_mount;
      const Pose held =
          world_from_mount *
          mount_from_load(*thing.model, inverse(world_from_mount) * world.world_from(thing));
      const Pose place{held.translation, normalized(held.rotation)};
      std::vector<BodyId> ignored = robot_entity.bodies;
      ignored.push_back(thing.bodies[0]);
      const std::vector<BodyId> blocking = in_the_way(*thing.model, place, physics, ignored);
      if (!blocking.empty())
        return Error{fmt::format("there is no room for {} at {}: {} is in the way", thing.name,
                                 robot.config().name, name_of_body(world, blocking.front()))};
      stage.place(thing, place);
      // as fast as who takes it, who is not stopped by that
      const Twist motion = physics.velocity(holder.body);
      const Vec3 arm = place.translation - physics.world_from(holder.body).translation;
      stage.set_velocity(thing, {motion.linear + cross(motion.angular, arm), motion.angular});
    }
    stage.attach(holder.body, thing.bodies[0]);
    stage.carrying().add({.robot = robot.entity(),
                          .load = thing.id,
                          .robot_name = robot.config().name,
                          .load_name = thing.name,
                          .type = type_of(thing),
                          .mount = mount ? mount->name : ""});
    const std::string text = fmt::format("{} carries {}", robot.config().name, thing.name);
    tell("attached", stage.carrying().all().back(), text, stage);
    report_loads(stage);
    return text;
  }

  Result<std::string> detach(const Order& order, const Robot& robot, Stage& stage) {
    if (const auto reason = why_too_long(order, 0)) return Error{*reason};
    const Carried* found = stage.carrying().by(robot.entity());
    if (!found) return Error{fmt::format("{} carries nothing", robot.config().name)};
    const Carried carried = *found;
    const World& world = stage.world();
    const Entity& load = *world.entities().find(carried.load);
    const Entity& robot_entity = *world.entities().find(carried.robot);

    // it stays where it is, unless it is inside of the robot there
    const MountPoint* mount = find_mount(robot.config(), carried.mount);
    const Holder holder = holder_of(robot.config(), robot_entity, mount);
    Vec3 outward =
        (world.physics().world_from(holder.body) * holder.body_from_mount).rotation * Vec3{1, 0, 0};
    outward.z = 0;
    if (length(outward) < 0.1) outward = {1, 0, 0};
    outward = (1 / length(outward)) * outward;
    Pose place = world.world_from(load);
    const auto way = way_out(*load.model, place, outward, world.physics(), robot_entity.bodies);
    if (!way)
      return Error{fmt::format("{} cannot be put down clear of {}", load.name, carried.robot_name)};
    if (*way > 0) {
      place.translation += *way * outward;
      std::vector<BodyId> ignored = robot_entity.bodies;
      ignored.push_back(load.bodies[0]);
      if (const auto blocking = in_the_way(*load.model, place, world.physics(), ignored);
          !blocking.empty())
        return Error{fmt::format("there is no room to put {} down: {} is in the way", load.name,
                                 name_of_body(world, blocking.front()))};
    }
    stage.detach(load.bodies[0]);
    if (*way > 0) stage.place(load, place);
    stage.carrying().forget(carried.load);
    std::string text = fmt::format("{} put {} down", carried.robot_name, carried.load_name);
    tell_put_down(carried, text, stage);
    report_loads(stage);
    return text;
  }

  Result<std::string> switch_tool(const Order& order, const Robot& robot, Stage& stage) {
    if (const auto reason = why_too_long(order, 1)) return Error{*reason};
    const std::string_view what = order.argument(0);
    if (what != "on" && what != "off") return Error{"'tool' is followed by 'on' or 'off'"};
    const Carried* carried = stage.carrying().by(robot.entity());
    if (!carried)
      return Error{fmt::format("{} carries no tool; 'attach' comes first", robot.config().name)};
    if (std::ranges::find(config_->tools, carried->type) == config_->tools.end()) {
      const std::string known = config_->tools.empty()
                                    ? "there are none here"
                                    : fmt::format("tools are: {}", fmt::join(config_->tools, ", "));
      return Error{fmt::format("{} carries {}, which is no tool; {}", robot.config().name,
                               carried->load_name, known)};
    }
    const bool is_on = what == "on";
    const bool was_on = carried->is_active;
    stage.carrying().set_active(robot.entity(), is_on);
    std::string text = fmt::format("{} is {}", carried->load_name, what);
    if (is_on != was_on) {
      tell(is_on ? "tool_on" : "tool_off", *carried, text, stage);
      report_loads(stage);
    }
    return text;
  }

  // What was taken away by others: things are removed and put elsewhere, robots go.
  static void forget_the_lost(Stage& stage) {
    std::vector<EntityId> lost;
    for (const Carried& carried : stage.carrying().all()) {
      const Entity* load = stage.world().entities().find(carried.load);
      if (!load || !stage.world().entities().find(carried.robot) ||
          !stage.world().physics().carrier_of(load->bodies[0]))
        lost.push_back(carried.load);
    }
    for (const EntityId load : lost) stage.carrying().forget(load);
  }

  static void tell(std::string name, const Carried& carried, std::string text, Stage& stage) {
    stage.tell(
        {.name = std::move(name),
         .robot = carried.robot_name,
         .text = std::move(text),
         .values = {
             {"load", carried.load_name}, {"type", carried.type}, {"mount", carried.mount}}});
  }
  static void tell_put_down(const Carried& carried, const std::string& text, Stage& stage) {
    if (carried.is_active)
      tell("tool_off", carried, fmt::format("{} is off", carried.load_name), stage);
    tell("detached", carried, text, stage);
  }
  static void tell_of_loss(const Carried& before, Stage& stage) {
    tell_put_down(
        before, fmt::format("{} no longer carries {}", before.robot_name, before.load_name), stage);
  }

  void report_loads(const Stage& stage) {
    std::vector<std::pair<std::string, RuleValue>> values;
    for (const Robot& robot : stage.robots()) {
      const std::string& name = robot.config().name;
      const Carried* carried = stage.carrying().by(robot.entity());
      values.emplace_back(name, carried ? carried->load_name : std::string("nothing"));
      if (carried && std::ranges::find(config_->tools, carried->type) != config_->tools.end())
        values.emplace_back(name + " tool", carried->is_active);
    }
    report(stage, std::move(values));
    known_ = stage.carrying().all();
    reported_robots_ = stage.robots().size();
  }

  std::shared_ptr<const Config> config_;
  std::vector<Carried> known_;  // as it was last told
  std::size_t reported_robots_ = 0;
};

}  // namespace

RuleKind attachment_kind() {
  return rule_kind_of<Attachment>(
      "attachment", [](const Scenario& scenario) { return !scenario.robots.empty(); });
}

}  // namespace tandem
