// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "sensors/mounting.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "scenario/suggest.h"
#include "scenario/utf8_text.h"
#include "sensors/mixed_mounting.h"
#include "sensors/sensor_kind.h"

namespace tandem {

namespace {

// Of several sensors in one place of a file the first one is meant by "the other".
std::string where(const Place& place) {
  return place.line > 0 ? fmt::format("line {}", place.line) : place.file;
}

// A kind, or an error that says which there are; in SDF, which has more than we do, a warning.
const SensorKind* known_kind(const SensorDescription& sensor, Findings& findings) {
  if (const SensorKind* kind = find_kind(sensor)) return kind;
  if (sensor.is_sdf) {
    findings.warn(sensor.place,
                  fmt::format("sensor '{}' of type '{}': not simulated by this version",
                              printable(sensor.name), printable(sensor.type)));
    return nullptr;
  }
  std::vector<std::string_view> names;
  for (const SensorKind& kind : sensor_kinds()) names.push_back(kind.type);
  findings.error(sensor.place, fmt::format("there is no sensor type '{}'{}", printable(sensor.type),
                                           suggestion(sensor.type, names)));
  return nullptr;
}

void check_settings(const SensorDescription& sensor, Findings& findings) {
  const SensorKind* kind = known_kind(sensor, findings);
  if (!kind) return;
  SettingsReader settings(sensor, findings);
  kind->check(settings);
  settings.report_unread();
}

// Where the sensor's link is among the model's, and the sensor on it.
struct Place3d {
  std::size_t link = 0;
  Pose link_from_sensor;
};
std::optional<Place3d> find_place(const SensorOwner& owner, const SensorDescription& sensor) {
  std::string link = sensor.link;
  Pose link_from_sensor = sensor.link_from_sensor;
  const auto frame = std::ranges::find(owner.model.frames, link, &NamedFrame::name);
  if (frame != owner.model.frames.end()) {
    link = frame->link;
    link_from_sensor = frame->link_from_frame * link_from_sensor;
  }
  const auto found = std::ranges::find(owner.model.links, link, &Link::name);
  if (found == owner.model.links.end()) return std::nullopt;
  return Place3d{static_cast<std::size_t>(found - owner.model.links.begin()), link_from_sensor};
}

bool is_identity(const Pose& pose) {
  const Quat& q = pose.rotation;
  return length(pose.translation) < 1e-9 && std::abs(q.x) + std::abs(q.y) + std::abs(q.z) < 1e-9;
}

// "head::front" would be no name for a frame.
std::string plain(std::string name) {
  for (std::size_t at; (at = name.find("::")) != std::string::npos;) name.replace(at, 2, "_");
  return name;
}

// Files of others have names such as "front-left camera", under which no topic can be.
std::string ros_word(std::string_view text) {
  std::string word;
  for (const char letter : text)
    if (std::isalnum(static_cast<unsigned char>(letter)) || letter == '_')
      word += letter;
    else if (!word.ends_with('_'))
      word += '_';
  const bool may_begin = !word.empty() && !std::isdigit(static_cast<unsigned char>(word.front()));
  return may_begin ? word : "sensor_" + word;
}

// The same for each word between slashes; one in front stays.
std::string ros_topic(std::string_view topic) {
  std::string name;
  for (std::size_t begin = topic.starts_with('/') ? 1 : 0; begin <= topic.size();) {
    const std::size_t end = std::min(topic.find('/', begin), topic.size());
    if (begin > 0) name += '/';
    name += ros_word(topic.substr(begin, end - begin));
    begin = end + 1;
  }
  return name;
}

void tell_of_name(const SensorDescription& sensor, std::string_view what,
                  const std::string& written, const std::string& called, Findings& findings) {
  if (called == plain(written)) return;
  findings.warn(sensor.place, fmt::format("{} '{}' is called '{}' here: names have letters, digits "
                                          "and underscores",
                                          what, printable(written), called));
}

// The frame of its data: the link's own where they are the same, else one of the sensor.
void set_frame(const SensorOwner& owner, const SensorDescription& written, const Sensor& sensor,
               const Place3d& place, SensorInfo& info) {
  const Pose sensor_from_frame = sensor.sensor_from_frame();
  info.link = owner.model.links[place.link].name;
  info.link_from_frame = place.link_from_sensor * sensor_from_frame;
  // a frame of the model's file that lies right there has a name already
  const bool is_on_frame = is_identity(written.link_from_sensor * sensor_from_frame);
  if (!written.frame_id.empty()) {
    info.frame_id = written.frame_id;
  } else if (is_on_frame) {
    info.frame_id = plain(written.link);
  } else {
    info.frame_id = info.name + (is_identity(sensor_from_frame) ? "_frame" : "_optical_frame");
    while (std::ranges::find(owner.model.links, info.frame_id, &Link::name) !=
           owner.model.links.end())
      info.frame_id += "_of_sensor";
  }
}

}  // namespace

SensorOwner owner_of(const RobotConfig& robot, const Scenario& scenario) {
  return {robot.name,     *robot.model,  robot.sensors, &robot,
          scenario.world, scenario.step, scenario.seed};
}

SensorOwner owner_of(const ModelInstance& thing, const Scenario& scenario) {
  return {thing.name,     *thing.model,  thing.model->sensors, nullptr,
          scenario.world, scenario.step, scenario.seed};
}

std::vector<MountedSensor> mount_sensors(const SensorOwner& owner, Findings& findings) {
  std::vector<MountedSensor> mounted;
  std::map<std::string_view, int> count_by_type;
  for (const SensorDescription& sensor : owner.sensors)
    if (const SensorKind* kind = find_kind(sensor)) ++count_by_type[kind->type];

  std::map<std::string, Place> names, topics;
  for (const SensorDescription& written : owner.sensors) {
    const SensorKind* kind = known_kind(written, findings);
    if (!kind) continue;
    const std::string name = ros_word(plain(written.name));
    tell_of_name(written, "sensor", written.name, name, findings);
    const auto [other, is_new] = names.emplace(name, written.place);
    if (!is_new) {
      findings.error(written.place, fmt::format("there is already a sensor '{}', in {}",
                                                printable(written.name), where(other->second)));
      continue;
    }
    const std::optional<Place3d> place = find_place(owner, written);
    if (!place) {
      findings.error(
          written.place,
          fmt::format("sensor '{}': the model '{}' has no link '{}'", printable(written.name),
                      printable(owner.model.name), printable(written.link)));
      continue;
    }
    // a real robot measures by itself what is marked so; a simulated one has nobody who would
    if (written.reality == SensorReality::real && owner.robot &&
        owner.robot->mode == RobotMode::twin)
      continue;
    double rate = written.rate_hz.value_or(kind->default_rate_hz);
    const double steps_per_second = 1 / seconds(owner.step);
    const bool is_too_fast = rate > steps_per_second * (1 + 1e-9);
    if (is_too_fast && written.is_sdf) {
      // files of others were written for shorter steps
      findings.warn(written.rate_place,
                    fmt::format("sensor '{}' measures {:g} times a second instead of {:g}: there "
                                "are no more steps",
                                printable(written.name), steps_per_second, rate));
      rate = steps_per_second;
    } else if (is_too_fast) {
      findings.error(written.rate_place,
                     fmt::format("sensor '{}' cannot measure {:g} times a second: there are {:g} "
                                 "steps a second",
                                 printable(written.name), rate, steps_per_second));
      continue;
    }

    SettingsReader settings(written, findings);
    auto sensor = kind->make(settings, {.model = owner.model,
                                        .link = place->link,
                                        .link_from_sensor = place->link_from_sensor,
                                        .robot = owner.robot,
                                        .world = owner.world,
                                        .step = owner.step,
                                        .rate_hz = rate,
                                        .seed = owner.seed,
                                        .stream = fmt::format("sensor/{}/{}", owner.name, name)});
    settings.report_unread();
    if (!sensor) continue;

    MountedSensor& made = mounted.emplace_back();
    SensorInfo& info = made.info;
    info.owner = owner.name;
    info.is_on_robot = owner.robot != nullptr;
    info.name = name;
    info.type = kind->type;
    info.rate_hz = rate > 0 ? rate : steps_per_second;
    info.is_triggered_by_pose = written.is_triggered_by_pose;
    const bool is_only_one = count_by_type[kind->type] == 1;
    info.topics = sensor->topics(is_only_one ? "" : info.name);
    if (!written.topic.empty()) {
      const std::string topic = written.is_sdf ? ros_topic(written.topic) : written.topic;
      tell_of_name(written, "the topic", written.topic, topic, findings);
      // the name of the only topic, or what several begin with
      if (info.topics.size() == 1)
        info.topics[0].name = topic;
      else
        info.topics = sensor->topics(topic);
    }
    if (!set_mix(owner, written, info, findings)) {
      mounted.pop_back();
      continue;
    }
    std::vector<std::string> published;
    for (const SensorTopic& topic : info.topics) published.push_back(topic.name);
    for (const std::string& topic : mixed_topics(info)) published.push_back(topic);
    for (const std::string& topic : published) {
      const auto [taken, is_free] = topics.emplace(topic, written.place);
      if (!is_free)
        findings.error(written.place,
                       fmt::format("sensor '{}' would publish on '{}', as another sensor does ({})",
                                   info.name, topic, where(taken->second)));
    }
    set_frame(owner, written, *sensor, *place, info);
    made.sensor = std::move(sensor);
    made.link = place->link;
    made.link_from_sensor = place->link_from_sensor;
  }
  return mounted;
}

namespace {

// What holds for all sensors of a scenario together.
class ScenarioSensorCheck {
 public:
  explicit ScenarioSensorCheck(Findings& findings) : findings_(findings) {}

  void check(const SensorOwner& owner) {
    Findings found;
    const std::vector<MountedSensor> mounted = mount_sensors(owner, found);
    // robots of one kind have the same mistakes in the same lines: to be told once
    for (const Finding& finding : found.all()) tell(finding);
    for (const MountedSensor& sensor : mounted) check_topics(sensor.info, owner);
  }

 private:
  // Topics below a namespace are each owner's own; those from the root are everybody's.
  void check_topics(const SensorInfo& info, const SensorOwner& owner) {
    for (const SensorTopic& topic : info.topics) {
      if (!topic.name.starts_with('/')) continue;
      const auto [other, is_free] = rooted_.emplace(topic.name, info.owner + "/" + info.name);
      const auto written = std::ranges::find_if(owner.sensors, [&](const SensorDescription& one) {
        return ros_word(plain(one.name)) == info.name;
      });
      if (!is_free && written != owner.sensors.end() &&
          other->second != info.owner + "/" + info.name)
        findings_.error(written->place,
                        fmt::format("'{}/{}' would publish on '{}', as '{}' does", info.owner,
                                    info.name, topic.name, other->second));
    }
  }

  void tell(const Finding& finding) {
    if (!told_.insert(to_string(finding)).second) return;
    if (finding.severity == Severity::error)
      findings_.error(finding.place, finding.message);
    else
      findings_.warn(finding.place, finding.message);
  }

  Findings& findings_;
  std::set<std::string> told_;
  std::map<std::string, std::string> rooted_;  // topics from the root, and whose they are
};

}  // namespace

ScenarioChecks sensor_checks() {
  return {.sensor = check_settings, .scenario = [](const Scenario& scenario, Findings& findings) {
            ScenarioSensorCheck all(findings);
            for (const ModelInstance& thing : scenario.world.models)
              if (!thing.model->sensors.empty()) all.check(owner_of(thing, scenario));
            for (const RobotConfig& robot : scenario.robots) all.check(owner_of(robot, scenario));
          }};
}

}  // namespace tandem
