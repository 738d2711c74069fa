// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "sensors/sensor_kind.h"

namespace tandem {

namespace {

// A skin on one link that feels what touches it.
class ContactSensor : public Sensor {
 public:
  struct Config {
    double min_force_n = 0;
  };

  static Config read(SettingsReader& settings) {
    Config config;
    settings.read("min_force_n", config.min_force_n, {0, 1e6});
    settings.accept_sdf("contact/collision");
    settings.accept_sdf("contact/topic");
    return config;
  }

  static void check_site(const Config&, const SensorSite& site, SettingsReader& settings) {
    if (!site.link_model().collisions.empty()) return;
    settings.findings().error(
        settings.sensor().place,
        fmt::format("contact sensor '{}' feels nothing: link '{}' has no collisions",
                    settings.sensor().name, site.link_model().name));
  }

  ContactSensor(const Config& config, const SensorSite& site)
      : config_(config), link_(site.link), collider_count_(site.link_model().collisions.size()) {}

  std::vector<SensorTopic> topics(const std::string& base) const override {
    return {{streams::main, topic_of(base, "contacts"), "tandem_msgs/msg/Contacts"}};
  }

  // A touch that ended before the measurement was one all the same.
  void advance(const Surroundings& surroundings) override {
    const EntityLink& link = surroundings.entity.links[link_];
    const Pose sensor_from_world = inverse(surroundings.world_from_sensor);
    for (const ContactPoint& point : surroundings.world.physics().contact_points()) {
      const Contact& contact = point.contact;
      const bool is_a = contact.a == link.body && owns(link, point.collider_of_a);
      const bool is_b = contact.b == link.body && owns(link, point.collider_of_b);
      if (!is_a && !is_b) continue;
      const double force = contact.impulse_ns / seconds(surroundings.dt);
      if (force < config_.min_force_n) continue;
      const BodyId other = is_a ? contact.b : contact.a;
      if (surroundings.leaves_out_real && is_real(other, surroundings.world)) continue;
      const Vec3 towards_link = is_a ? contact.normal : -contact.normal;
      note(other, surroundings.world,
           {.other = {},
            .point = sensor_from_world * contact.point,
            .normal = sensor_from_world.rotation * towards_link,
            .force_n = force,
            .impulse_ns = contact.impulse_ns,
            .depth_m = contact.depth_m});
    }
  }

  void tick(std::uint64_t, const Surroundings&) override {
    touches_ = std::move(since_);
    since_.clear();
    names_.clear();
  }

  Measurement measure(std::uint64_t, const Surroundings&, Streams) override {
    return ContactReading{touches_};
  }

 private:
  bool owns(const EntityLink& link, std::size_t collider) const {
    return collider >= link.first_collider && collider < link.first_collider + collider_count_;
  }

  static const Entity* owner_of(BodyId body, const World& world) {
    for (const Entity& entity : world.entities())
      if (std::ranges::find(entity.bodies, body) != entity.bodies.end()) return &entity;
    return nullptr;
  }
  static std::string name_of(BodyId body, const World& world) {
    const Entity* owner = owner_of(body, world);
    return owner ? owner->name : "";
  }
  // A real bumper feels what is real.
  static bool is_real(BodyId body, const World& world) {
    const Entity* owner = owner_of(body, world);
    return owner && tandem::is_real(*owner);
  }

  // Of each thing the hardest touch counts. Names are looked up once a measurement: what is touched
  // is touched in many steps, and a world may have ten thousands of things.
  void note(BodyId body, const World& world, ContactReading::Touch touch) {
    auto name = std::ranges::find(names_, body, &BodyName::body);
    if (name == names_.end()) name = names_.insert(name, {body, name_of(body, world)});
    touch.other = name->name;
    const auto known = std::ranges::find(since_, touch.other, &ContactReading::Touch::other);
    if (known == since_.end())
      since_.push_back(std::move(touch));
    else if (touch.force_n > known->force_n)
      *known = std::move(touch);
  }

  struct BodyName {
    BodyId body{};
    std::string name;
  };

  Config config_;
  std::size_t link_;
  std::size_t collider_count_;
  std::vector<ContactReading::Touch> since_;  // the last measurement
  std::vector<BodyName> names_;               // of what touched it since then
  std::vector<ContactReading::Touch> touches_;
};

}  // namespace

SensorKind contact_kind() { return kind_of<ContactSensor>("contact", {"contact", "touch"}, 50); }

}  // namespace tandem
