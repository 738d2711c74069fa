// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "rules/holding.h"
#include "sensors/mounting.h"
#include "simulation/simulation.h"

namespace tandem {

namespace {

EditOutcome done(std::string name) { return {.entity = std::move(name)}; }

EditOutcome refused(EditResult result, std::string name, std::string reason) {
  return {.result = result, .entity = std::move(name), .reason = std::move(reason)};
}

EditOutcome not_found(const std::string& name) {
  return refused(EditResult::not_found, name, fmt::format("there is no '{}' in the world", name));
}

bool is_finite(const Twist& twist) {
  return tandem::is_finite(twist.linear) && tandem::is_finite(twist.angular);
}

constexpr double farthest_m = 1e6;

// Of finite numbers, not beyond all worlds, and a rotation.
bool is_pose(const Pose& pose) {
  const Quat& q = pose.rotation;
  const double norm = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
  const Vec3& at = pose.translation;
  return std::max({std::abs(at.x), std::abs(at.y), std::abs(at.z)}) <= farthest_m &&
         tandem::is_finite(at) && std::abs(norm - 1) < 1e-3;
}

constexpr std::string_view no_pose =
    "the pose must be numbers of at most 1000 km with a quaternion of length 1";
constexpr std::string_view no_velocity = "the velocity must be finite numbers";

bool is_seen(TrackingState state) {
  return state == TrackingState::tracking || state == TrackingState::degraded;
}

bool is_zero(const Twist& twist) { return twist.linear == Vec3{} && twist.angular == Vec3{}; }

// What both kinds of spawned things have.
struct Subject {
  std::string& name;
  Pose& world_from_model;
  const std::shared_ptr<const Model>& model;
};
Subject subject_of(Spawn& spawn) {
  if (auto* robot = std::get_if<RobotConfig>(&spawn.what))
    return {robot->name, robot->world_from_robot, robot->model};
  auto& instance = std::get<ModelInstance>(spawn.what);
  return {instance.name, instance.world_from_model, instance.model};
}

// What is wrong with the sensors that it brings along; empty when nothing is.
std::string why_not_equipped(const Spawn& spawn, const Scenario& scenario) {
  Findings findings;
  if (const auto* robot = std::get_if<RobotConfig>(&spawn.what))
    mount_sensors(owner_of(*robot, scenario), findings);
  else
    mount_sensors(owner_of(std::get<ModelInstance>(spawn.what), scenario), findings);
  for (const Finding& finding : findings.all())
    if (finding.severity == Severity::error) return to_string(finding);
  return {};
}

// A robot that was built again where it stood holds what it held.
void carry_on(Carried carried, const Robot& robot, World& world, Carrying& carrying) {
  const RobotConfig& config = robot.config();
  const Entity& entity = *world.entities().find(robot.entity());
  const Entity& load = *world.entities().find(carried.load);
  world.physics().attach(holder_of(config, entity, find_mount(config, carried.mount)).body,
                         load.bodies.front());
  carrying.forget(carried.load);
  carried.robot = robot.entity();
  carrying.add(std::move(carried));
}

}  // namespace

std::vector<EditOutcome> Simulation::apply(const std::vector<EditRequest>& edits) {
  std::vector<EditOutcome> outcomes;
  for (const EditRequest& request : edits) {
    outcomes.push_back(std::visit([&](const auto& edit) { return apply(edit); }, request.edit));
    outcomes.back().ticket = request.ticket;
  }
  return outcomes;
}

EditOutcome Simulation::apply(const Spawn& asked) {
  Spawn spawn = asked;
  const Subject subject = subject_of(spawn);
  const std::string name = subject.name;
  const auto refuse = [&](std::string_view reason) {
    return refused(EditResult::refused, name, std::string(reason));
  };
  if (name.empty()) return refuse("a name is needed");
  if (!subject.model || (subject.model->links.empty() && !subject.model->is_static))
    return refuse("there is no model to spawn");
  if (!is_pose(subject.world_from_model)) return refuse(no_pose);
  if (!is_finite(spawn.velocity)) return refuse(no_velocity);
  if (world_->find(name)) {
    if (!spawn.may_rename)
      return refused(EditResult::name_taken, name,
                     fmt::format("there already is a '{}' in the world", name));
    subject.name = world_->free_name(name);
  }
  if (const std::string owner = namespace_owner(spawn); !owner.empty())
    return refused(
        EditResult::namespace_taken, name,
        fmt::format("robot '{}' has the namespace that '{}' would have", owner, subject.name));
  subject.world_from_model.rotation = normalized(subject.world_from_model.rotation);
  if (const std::string problem = why_not_equipped(spawn, *scenario_); !problem.empty())
    return refuse(problem);

  std::string given_name = subject.name;
  const EntityId id = add_spawned(spawn);
  spawned_.push_back({id, std::move(spawn)});
  return done(std::move(given_name));
}

// Two robots in one namespace would have the same topics, and one command would drive both.
std::string Simulation::namespace_owner(const Spawn& spawn) const {
  const auto* newcomer = std::get_if<RobotConfig>(&spawn.what);
  if (!newcomer) return {};
  for (const Robot& robot : robots_)
    if (namespace_of(robot.config()) == namespace_of(*newcomer)) return robot.config().name;
  return {};
}

EntityId Simulation::add_spawned(const Spawn& spawn) {
  EntityId id{};
  if (const auto* robot = std::get_if<RobotConfig>(&spawn.what)) {
    robots_.emplace_back(std::make_shared<const RobotConfig>(*robot), *world_, seed(), true);
    id = robots_.back().entity();
  } else {
    const auto& thing = std::get<ModelInstance>(spawn.what);
    id = world_->add(thing, {.is_spawned = true, .is_real = is_real_thing(*scenario_, thing.name)})
             .id;
  }
  const Entity& entity = *world_->entities().find(id);
  if (!is_zero(spawn.velocity)) {
    world_->set_velocity(entity, spawn.velocity);
    if (Robot* robot = robot_of(id)) robot->carried_away(*world_);
  }
  edited_.insert(edited_.end(), entity.bodies.begin(), entity.bodies.end());
  return id;
}

EditOutcome Simulation::apply(const RemoveEntity& removal) {
  const Entity* entity = world_->find(removal.name);
  if (!entity) return not_found(removal.name);
  Robot* robot = robot_of(entity->id);
  if (robot && robot->twin() && is_seen(robot->twin()->state().tracking))
    return refused(EditResult::refused, removal.name,
                   fmt::format("'{}' is the twin of a real robot that is seen; it can go when its "
                               "tracking is lost",
                               removal.name));
  remove(entity->id);
  return done(removal.name);
}

void Simulation::remove(EntityId id) {
  const Entity& entity = *world_->entities().find(id);
  if (!entity.is_spawned) removed_.insert(entity.name);
  infos_.erase(entity.name);
  rules_.carrying().forget(id);
  std::erase_if(edited_, [&](BodyId body) { return std::ranges::count(entity.bodies, body) > 0; });
  std::erase_if(spawned_, [&](const Spawned& spawned) { return spawned.entity == id; });
  std::erase_if(robots_, [&](const Robot& robot) { return robot.entity() == id; });
  world_->remove(id);
}

EditOutcome Simulation::apply(const SetEntityState& state) {
  const Entity* entity = world_->find(state.name);
  if (!entity) return not_found(state.name);
  const auto refuse = [&](std::string reason) {
    return refused(EditResult::refused, state.name, std::move(reason));
  };
  if (state.world_from_entity && !is_pose(*state.world_from_entity))
    return refuse(std::string(no_pose));
  if (state.velocity && !is_finite(*state.velocity)) return refuse(std::string(no_velocity));
  Robot* robot = robot_of(entity->id);
  if (robot && robot->twin())
    return refuse(
        fmt::format("'{}' is the twin of a real robot and goes where that one goes", state.name));
  if (entity->bodies.empty())
    return refuse(fmt::format("'{}' has no parts that could be put anywhere", state.name));
  if (state.world_from_entity && world_->is_jointed_to_world(*entity))
    return refuse(fmt::format("a joint holds '{}' to the world; remove it and spawn it elsewhere",
                              state.name));
  if (state.velocity && !is_zero(*state.velocity) && !world_->can_move(*entity))
    return refuse(fmt::format("'{}' does not move by itself, so it has no velocity", state.name));
  const Carried* carried = rules_.carrying().of(entity->id);
  if (carried && !state.world_from_entity)
    return refuse(fmt::format("'{}' carries '{}', which goes where that one goes",
                              carried->robot_name, state.name));
  if (carried) rules_.carrying().forget(entity->id);  // who is put elsewhere is taken from it

  if (state.world_from_entity) {
    Pose pose = *state.world_from_entity;
    pose.rotation = normalized(pose.rotation);
    world_->place(*entity, pose);
    edited_.insert(edited_.end(), entity->bodies.begin(), entity->bodies.end());
  }
  if (state.velocity) world_->set_velocity(*entity, *state.velocity);
  disturbed_.insert(disturbed_.end(), entity->bodies.begin(), entity->bodies.end());
  if (robot && state.world_from_entity) posed_.push_back(entity->id);
  if (robot) robot->carried_away(*world_);
  return done(state.name);
}

EditOutcome Simulation::apply(const SetEntityInfo& info) {
  const Entity* entity = world_->find(info.name);
  if (!entity) return not_found(info.name);
  world_->set_info(entity->id, info.info);
  infos_[info.name] = info.info;
  return done(info.name);
}

EditOutcome Simulation::apply(const Reset& reset) {
  if (reset.scope == ResetScope::spawned) {
    while (!spawned_.empty()) remove(spawned_.back().entity);
    return {};
  }
  const bool is_next = reset.scope == ResetScope::next_episode;
  if (is_next) {
    ++episode_;
    drawn_.reset();
  }
  if (reset.scope == ResetScope::all || is_next) {
    spawned_.clear();
    removed_.clear();
    infos_.clear();
    modes_.clear();
  }
  // the world is built again from the same constants, so it goes on like the first time
  episode_start_ = time_;
  build_world();
  ++episode_count_;
  return {};
}

EditOutcome Simulation::apply(const SetRobotMode& change) {
  const Entity* entity = world_->find(change.name);
  if (!entity) return not_found(change.name);
  Robot* robot = robot_of(entity->id);
  if (!robot)
    return refused(EditResult::refused, change.name, fmt::format("'{}' is no robot", change.name));
  if (robot->config().mode == change.mode) return done(change.name);

  // built again where it stands, in the place of what it was
  const EntityId former_id = entity->id;
  const bool is_spawned = entity->is_spawned;
  std::optional<Carried> carried;
  if (const Carried* load = rules_.carrying().by(former_id)) carried = *load;
  const auto config = with_mode(robot->config(), change.mode, world_->world_from(*entity));
  std::erase_if(edited_, [&](BodyId body) { return std::ranges::count(entity->bodies, body) > 0; });
  world_->remove(former_id);
  Robot changed(config, *world_, seed(), is_spawned);
  changed.continue_after(*robot);
  *robot = std::move(changed);

  const Entity& now = *world_->entities().find(robot->entity());
  if (carried) carry_on(*carried, *robot, *world_, rules_.carrying());
  edited_.insert(edited_.end(), now.bodies.begin(), now.bodies.end());
  if (const auto info = infos_.find(change.name); info != infos_.end())
    world_->set_info(now.id, info->second);
  if (!is_spawned) modes_[change.name] = change.mode;
  for (Spawned& spawned : spawned_) {
    if (spawned.entity != former_id) continue;
    spawned.entity = now.id;
    std::get<RobotConfig>(spawned.spawn.what).mode = change.mode;
  }
  return done(change.name);
}

EditOutcome Simulation::apply(const PauseTwin& pause) {
  const Entity* entity = world_->find(pause.name);
  if (!entity) return not_found(pause.name);
  Robot* robot = robot_of(entity->id);
  if (!robot || !robot->twin())
    return refused(EditResult::refused, pause.name,
                   fmt::format("'{}' is not the twin of a real robot", pause.name));
  if (pause.is_paused) {
    robot->twin()->pause();
  } else {
    robot->twin()->resume();
  }
  return done(pause.name);
}

std::shared_ptr<const RobotConfig> with_mode(const RobotConfig& robot, RobotMode mode,
                                             const Pose& world_from_robot) {
  auto changed = std::make_shared<RobotConfig>(robot);
  changed->mode = mode;
  changed->world_from_robot = world_from_robot;
  return changed;
}

Robot* Simulation::robot_of(EntityId id) {
  const auto found = std::ranges::find(robots_, id, &Robot::entity);
  return found == robots_.end() ? nullptr : &*found;
}

}  // namespace tandem
