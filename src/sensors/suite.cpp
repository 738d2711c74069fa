// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "sensors/suite.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/log.h"
#include "sensors/mounting.h"

namespace tandem {

namespace {

Surroundings surroundings(const World& world, const Entity& entity, std::size_t link,
                          const Pose& link_from_sensor) {
  const EntityLink& on = entity.links[link];
  const Pose body_from_sensor = on.body_from_link * link_from_sensor;
  const Pose& world_from_body = world.physics().world_from(on.body);
  const Twist body = world.physics().velocity(on.body);
  const Vec3 arm = world_from_body.rotation * body_from_sensor.translation;
  return {.world = world,
          .entity = entity,
          .world_from_sensor = world_from_body * body_from_sensor,
          .velocity = {body.linear + cross(body.angular, arm), body.angular}};
}

}  // namespace

SensorSuite::SensorSuite(std::shared_ptr<const Scenario> scenario, const SensorOptions& options)
    : scenario_(std::move(scenario)),
      options_(options),
      interest_(options.interest ? options.interest : std::make_shared<SensorInterest>()) {}

SensorSuite::~SensorSuite() = default;

Lookout& SensorSuite::lookout() {
  if (coming_lookout_.valid()) lookout_ = coming_lookout_.get();
  if (!lookout_)
    lookout_ = std::make_unique<Lookout>(scenario_->world, options_.renderer, options_.threads);
  return *lookout_;
}

// What everybody looks at in this step. Building a world for the first look at it takes longer than
// a step has in real time, so there it is done beside the steps: null until that is over.
Lookout* SensorSuite::show(const Snapshot& moment, PictureTiming timing) {
  auto snapshot = std::make_shared<const Snapshot>(moment);
  if (timing == PictureTiming::behind) {
    if (coming_lookout_.valid() && coming_lookout_.wait_for(0s) == std::future_status::ready)
      lookout_ = coming_lookout_.get();
    if (coming_lookout_.valid()) return nullptr;
    if (!lookout_ || !lookout_->is_built()) {
      coming_lookout_ = std::async(
          std::launch::async, [begun = std::move(lookout_), scenario = scenario_,
                               options = options_, snapshot = std::move(snapshot)]() mutable {
            if (!begun)
              begun = std::make_unique<Lookout>(scenario->world, options.renderer, options.threads);
            begun->show(std::move(snapshot));
            begun->rays();
            return std::move(begun);
          });
      return nullptr;
    }
  }
  lookout().show(std::move(snapshot));
  return lookout_.get();
}

class SensorSuite::Checkpoint {
 public:
  Sensors sensors;
};

std::shared_ptr<const SensorSuite::Checkpoint> SensorSuite::checkpoint() const {
  auto checkpoint = std::make_shared<Checkpoint>();
  checkpoint->sensors = now_;
  return checkpoint;
}

void SensorSuite::put_back(const Checkpoint& checkpoint) {
  Sensors then = checkpoint.sensors;
  now_ = std::move(then);
  interest_revision_ = 0;
  // what it shows is not what was there; it is built anew when somebody looks
  if (coming_lookout_.valid()) lookout_ = coming_lookout_.get();
  dropped_before_lookout_ = dropped_pictures();
  lookout_.reset();
}

Result<std::string> SensorSuite::renderer_name() { return lookout().renderer_name(); }

std::uint64_t SensorSuite::dropped_pictures() const {
  return dropped_before_lookout_ + (lookout_ ? lookout_->dropped() : 0);
}

void SensorSuite::start_episode(std::uint64_t seed) {
  now_.seed = seed;
  now_.owners.clear();
  now_.entities.reset();
  if (lookout_) lookout_->forget_orders();
}

SensorSuite::Owner SensorSuite::make_owner(const Entity& entity, const RobotConfig* robot) const {
  const SensorOwner owner{
      .name = entity.name,
      .model = *entity.model,
      .sensors = robot ? std::span<const SensorDescription>(robot->sensors) : entity.model->sensors,
      .robot = robot,
      .world = scenario_->world,
      .step = scenario_->step,
      .seed = now_.seed};
  // files were checked before; what came another way says here why it measures nothing
  Findings findings;
  std::vector<MountedSensor> mounted = mount_sensors(owner, findings);
  for (const Finding& finding : findings.all())
    if (finding.severity == Severity::error) log(LogLevel::error, to_string(finding));

  Owner result{.entity = &entity};
  for (MountedSensor& one : mounted) {
    one.info.entity = entity.id;
    Slot& slot = result.slots.emplace_back();
    slot.sensor = std::move(one.sensor);
    slot.link = one.link;
    slot.link_from_sensor = one.link_from_sensor;
    slot.schedule = Schedule(one.info.rate_hz);
    slot.is_simulated = !robot || robot->mode == RobotMode::simulated;
    slot.info = std::make_shared<const SensorInfo>(std::move(one.info));
  }
  return result;
}

void SensorSuite::take_changes(World& world, std::span<const Robot> robots,
                               std::span<const BodyId> edited) {
  std::shared_ptr<const EntityList> entities = world.share_entities();
  if (entities != now_.entities) {
    // those that stay keep their sensors
    std::vector<Owner> old = std::exchange(now_.owners, {});
    auto next_old = old.begin();
    std::map<EntityId, const Robot*> robot_by_entity;
    for (const Robot& robot : robots) robot_by_entity[robot.entity()] = &robot;
    for (const Entity& entity : *entities) {
      const auto found = robot_by_entity.find(entity.id);
      const bool is_robot = found != robot_by_entity.end();
      const Robot* robot = is_robot ? found->second : nullptr;
      const bool has_sensors =
          is_robot ? !robot->config().sensors.empty() : !entity.model->sensors.empty();
      if (!has_sensors) continue;
      while (next_old != old.end() && next_old->entity->id < entity.id) ++next_old;
      const bool is_known = next_old != old.end() && next_old->entity->id == entity.id;
      Owner owner = is_known ? std::move(*next_old++)
                             : make_owner(entity, is_robot ? &robot->config() : nullptr);
      owner.entity = &entity;
      owner.robot = is_robot ? static_cast<std::size_t>(robot - robots.data()) : no_robot;
      if (!is_known)
        for (Slot& slot : owner.slots)
          slot.sensor->start_anew(surroundings(world, entity, slot.link, slot.link_from_sensor));
      if (!owner.slots.empty()) now_.owners.push_back(std::move(owner));
    }
    now_.entities = std::move(entities);
    auto list = std::make_shared<SensorList>();
    for (const Owner& owner : now_.owners)
      for (const Slot& slot : owner.slots) list->push_back(slot.info);
    now_.list = std::move(list);
    interest_revision_ = 0;
  }

  if (edited.empty()) return;
  for (Owner& owner : now_.owners)
    for (Slot& slot : owner.slots)
      if (std::ranges::find(edited, owner.entity->links[slot.link].body) != edited.end())
        slot.sensor->start_anew(
            surroundings(world, *owner.entity, slot.link, slot.link_from_sensor));
}

void SensorSuite::ask_who_wants_what() {
  const std::uint64_t revision = interest_->revision();
  if (revision == interest_revision_) return;
  interest_revision_ = revision;
  for (Owner& owner : now_.owners)
    for (Slot& slot : owner.slots)
      slot.wanted = interest_->wanted(slot.info->owner, slot.info->name);
}

std::vector<SensorSuite::Due> SensorSuite::find_due(const Moment& moment,
                                                    std::span<const EntityId> posed) {
  std::vector<Due> all;
  for (Owner& owner : now_.owners) {
    const bool is_posed = std::ranges::find(posed, owner.entity->id) != posed.end();
    for (Slot& slot : owner.slots) {
      Surroundings around =
          surroundings(moment.world, *owner.entity, slot.link, slot.link_from_sensor);
      around.time = moment.time;
      around.dt = moment.dt;
      around.leaves_out_real = slot.info->has_real_partner;
      if (owner.robot != no_robot) around.robot = &moment.robots[owner.robot];
      slot.sensor->advance(around);

      // a sensor that waits for poses has them here where the robot itself is simulated
      const bool waits = slot.info->is_triggered_by_pose;
      const bool is_due =
          (waits && is_posed) || ((!waits || slot.is_simulated) &&
                                  slot.schedule.is_due(moment.time_in_episode, moment.dt));
      if (!is_due) continue;
      const std::uint64_t index =
          waits ? ++slot.pose_count : slot.schedule.count(moment.time_in_episode, moment.dt);
      slot.sensor->tick(index, around);
      if (slot.wanted != streams::none) all.push_back({&slot, index, around});
    }
  }
  return all;
}

void SensorSuite::measure_by_rays(std::vector<Due>& due,
                                  std::vector<std::shared_ptr<Reading>>& readings) {
  ThreadPool& pool = lookout_->pool();
  const RayWorld& rays = lookout_->rays();
  // many sensors are shared among the threads, few have all threads to themselves
  const bool is_shared = due.size() >= 2 * static_cast<std::size_t>(pool.thread_count());
  const auto measure = [&](int i) {
    Due& one = due[static_cast<std::size_t>(i)];
    one.around.rays = &rays;
    one.around.pool = is_shared ? nullptr : &pool;
    readings[static_cast<std::size_t>(i)]->measurement =
        one.slot->sensor->measure(one.index, one.around, one.slot->wanted);
  };
  const int count = static_cast<int>(due.size());
  if (is_shared) {
    pool.for_each_chunk(count, measure);
  } else {
    for (int i = 0; i < count; ++i) measure(i);
  }
}

Readings SensorSuite::measure(const Moment& moment, std::span<const EntityId> posed,
                              PictureTiming timing) {
  ask_who_wants_what();
  Readings readings;
  std::vector<Due> lookers;
  std::vector<std::shared_ptr<Reading>> looks;
  std::vector<PictureOrder> orders;
  for (Due& due : find_due(moment, posed)) {
    const Slot& slot = *due.slot;
    if (auto taker = slot.sensor->picture_taker()) {
      orders.push_back({slot.info, moment.time, due.index, std::move(taker),
                        due.around.world_from_sensor, slot.wanted});
      continue;
    }
    auto reading = std::make_shared<Reading>(Reading{slot.info, moment.time, due.index, {}});
    readings.push_back(reading);
    if (slot.sensor->looks()) {
      lookers.push_back(due);
      looks.push_back(std::move(reading));
    } else {
      reading->measurement = slot.sensor->measure(due.index, due.around, slot.wanted);
    }
  }

  if (!lookers.empty() || !orders.empty()) {
    if (show(moment.snapshot, timing)) {
      if (!lookers.empty()) measure_by_rays(lookers, looks);
    } else {
      std::erase_if(readings,
                    [&](const auto& reading) { return std::ranges::count(looks, reading) > 0; });
      dropped_before_lookout_ += orders.size();
      orders.clear();
    }
  }
  if (!lookout_) return readings;
  for (auto& picture : lookout_->take(std::move(orders), timing))
    readings.push_back(std::move(picture));
  return readings;
}

}  // namespace tandem
