// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/web/sources.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "ports/web/sensor_pictures.h"
#include "ports/web/values.h"
#include "ports/web/wire.h"

namespace tandem::web {

namespace {

using Json = nlohmann::json;

constexpr int jpeg_quality = 80;

// The pictures and points that a sensor's topics carry.
std::vector<Source> sources_of(const SensorInfo& sensor) {
  const std::string name = sensor.owner + "/" + sensor.name;
  const std::string robot = sensor.is_on_robot ? sensor.owner : "";
  std::vector<Source> found;
  const auto add = [&](const std::string& suffix, SightKind kind, Streams stream) {
    Source source{name + suffix, kind, robot, true, sensor.owner, sensor.name, stream};
    if (std::ranges::find(found, source) == found.end()) found.push_back(std::move(source));
  };
  for (const SensorTopic& topic : sensor.topics) {
    if (topic.message == "sensor_msgs/msg/Image") {
      if (topic.stream == streams::main) add("", SightKind::image, streams::main);
      if (topic.stream == streams::depth) add("/depth", SightKind::image, streams::depth);
      if (topic.stream == streams::labels) add("/classes", SightKind::image, streams::labels);
    } else if (topic.stream == streams::main && (topic.message == "sensor_msgs/msg/LaserScan" ||
                                                 topic.message == "sensor_msgs/msg/PointCloud2")) {
      add("", SightKind::points, streams::main);
    }
  }
  return found;
}

std::vector<Vec3> points_of(const ScanReading& scan) {
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < scan.ranges_m.size(); ++i) {
    const double range = scan.ranges_m[i];
    if (!std::isfinite(range)) continue;
    const double angle = scan.angle_min_rad + static_cast<double>(i) * scan.angle_increment_rad;
    points.push_back({range * std::cos(angle), range * std::sin(angle), 0});
  }
  return points;
}

std::vector<Vec3> points_of(const CloudReading& cloud) {
  std::vector<Vec3> points;
  for (const CloudPoint& point : cloud.points)
    if (std::isfinite(point.x) && std::isfinite(point.y) && std::isfinite(point.z))
      points.push_back({point.x, point.y, point.z});
  return points;
}

const CameraReading* camera_of(const Measurement& measurement) {
  if (const auto* camera = std::get_if<CameraReading>(&measurement)) return camera;
  if (const auto* stereo = std::get_if<StereoReading>(&measurement)) return &stereo->left;
  return nullptr;
}

std::optional<Pose> pose_of_link(const Frame& frame, const SensorInfo& sensor) {
  const Entity* const entity = frame.entities->find(sensor.entity);
  if (!entity) return std::nullopt;
  for (std::size_t i = 0; i < entity->links.size(); ++i)
    if (entity->model->links[i].name == sensor.link) {
      const EntityLink& link = entity->links[i];
      return frame.world_from_body[static_cast<std::size_t>(link.body)] * link.body_from_link;
    }
  return std::nullopt;
}

PictureLens lens_of(const Intrinsics& lens) {
  PictureLens told{lens.width, lens.height, lens.fx, lens.fy, lens.cx, lens.cy};
  if (lens.lens == Lens::pinhole) return told;
  told.distortion.assign(lens.distortion.begin(), lens.distortion.end());
  if (lens.lens != Lens::fisheye) return told;
  told.model = "equidistant";
  told.distortion.resize(4);
  return told;
}

Json json_of_lens(const PictureLens& lens) {
  return {{"width", lens.width}, {"height", lens.height},
          {"fx", lens.fx},       {"fy", lens.fy},
          {"cx", lens.cx},       {"cy", lens.cy},
          {"model", lens.model}, {"distortion", lens.distortion}};
}

// What a page is told before the messages of a source.
struct Watching {
  Json camera = nullptr;
  std::string no_camera = {};
  std::string problem = {};
};

std::string watching_text(const Source& source, std::uint16_t number, Watching watching) {
  return encode_text(Kind::watching, to_text({{"source", number},
                                              {"name", source.name},
                                              {"kind", name_of(source.kind)},
                                              {"camera", std::move(watching.camera)},
                                              {"no_camera", watching.no_camera},
                                              {"problem", watching.problem}}));
}

// Of a topic.
Watching watching_of(const TopicSight& sight) {
  Watching watching{.problem = sight.problem};
  const auto* const picture = std::get_if<EncodedPicture>(&sight.what);
  if (!picture) return watching;
  watching.no_camera = picture->no_camera;
  if (picture->camera)
    watching.camera = {{"entity", nullptr},
                       {"link", ""},
                       {"pose", json_of(picture->camera->world_from_camera)},
                       {"lens", json_of_lens(picture->camera->lens)}};
  return watching;
}

std::shared_ptr<const std::string> shared(std::string text) {
  return std::make_shared<const std::string>(std::move(text));
}

}  // namespace

void SourceMessages::put(std::string told, std::shared_ptr<const std::string> newest,
                         std::uint64_t count) {
  version = count;
  if (!watching || *watching != told) {
    watching = shared(std::move(told));
    watching_version = version;
  }
  data = std::move(newest);
}

Sources::Sources(std::shared_ptr<SensorInterest> interest, Network* network)
    : interest_(std::move(interest)), network_(network) {}

void Sources::take(const Frame& frame) {
  const std::pair world{frame.world_generation, frame.episode_count};
  const bool is_anew = std::exchange(world_, world) != world;
  if (frame.readings.empty() && !is_anew) return;
  const std::lock_guard lock(mutex_);
  if (is_anew)
    for (auto& [sensor, measured] : measured_) measured = {.count = measured.count};
  for (const std::shared_ptr<const Reading>& reading : frame.readings) {
    const SensorInfo& sensor = *reading->sensor;
    const auto found = measured_.find({sensor.owner, sensor.name});
    if (found == measured_.end()) continue;  // nobody watches it
    const std::optional<Pose> world_from_link = pose_of_link(frame, sensor);
    if (!world_from_link) continue;
    found->second = {reading, *world_from_link * sensor.link_from_frame, sensor.link_from_frame,
                     found->second.count + 1};
  }
}

bool Sources::update(const Frame& frame) {
  std::vector<Source> sources;
  for (const std::shared_ptr<const SensorInfo>& sensor : *frame.sensors)
    std::ranges::move(sources_of(*sensor), std::back_inserter(sources));
  if (network_)
    for (const ViewableTopic& topic : network_->viewable_topics())
      sources.push_back({topic.name, topic.kind, topic.robot, false, {}, {}, streams::main});
  if (sources == sources_) return false;
  sources_ = std::move(sources);
  places_.clear();
  for (std::size_t i = 0; i < sources_.size(); ++i) places_.try_emplace(sources_[i].name, i);
  // what was watched before it was there
  for (auto& [name, watched] : watched_)
    if (const Source* source = find(name); source && !watched.number) begin(*source, watched);
  return true;
}

std::string Sources::list() const {
  Json sources = Json::array();
  for (const Source& source : sources_)
    sources.push_back({{"name", source.name},
                       {"kind", name_of(source.kind)},
                       {"robot", source.robot},
                       {"from", source.is_sensor ? "sensor" : "topic"}});
  return encode_text(Kind::sources, to_text({{"sources", sources}}));
}

const Source* Sources::find(const std::string& name) const {
  const auto found = places_.find(name);
  return found == places_.end() ? nullptr : &sources_[found->second];
}

void Sources::watch(const std::string& name) {
  Watched& watched = watched_[name];
  if (++watched.count > 1) return;
  if (const Source* source = find(name)) begin(*source, watched);
}

void Sources::begin(const Source& source, Watched& watched) {
  watched.number = numbers_.try_emplace(source.name, numbers_.size() + 1).first->second;
  if (!source.is_sensor) {
    if (network_) watched.view = network_->view(source.name);
    return;
  }
  watched.sensor.emplace(source.owner, source.sensor);
  {
    const std::lock_guard lock(mutex_);
    measured_.try_emplace(*watched.sensor);
  }
  if (interest_) watched.claim = interest_->want(source.owner, source.sensor, source.stream);
}

void Sources::unwatch(const std::string& name) {
  const auto found = watched_.find(name);
  if (found == watched_.end() || --found->second.count > 0) return;
  const auto sensor = std::move(found->second.sensor);
  watched_.erase(found);
  // other streams of the same sensor may still be watched; then it goes on being kept
  if (!sensor ||
      std::ranges::any_of(watched_, [&](const auto& each) { return each.second.sensor == sensor; }))
    return;
  const std::lock_guard lock(mutex_);
  measured_.erase(*sensor);
}

SourceMessages Sources::newest(const std::string& name) {
  const auto found = watched_.find(name);
  const Source* const source = find(name);
  if (found == watched_.end() || !source) return {};
  Watched& watched = found->second;
  if (watched.view) {
    if (const auto sight = watched.view->latest(); sight && sight != watched.shown)
      encode_sight(*source, watched, sight);
    return watched.messages;
  }
  Measured measured;
  {
    const std::lock_guard lock(mutex_);
    if (const auto at = measured_.find({source->owner, source->sensor}); at != measured_.end())
      measured = at->second;
  }
  if (measured.reading && measured.reading != watched.shown)
    encode_measured(*source, watched, measured);
  // what it measured before its world began anew means nothing any more
  if (!measured.reading) watched.messages.data = nullptr;
  return watched.messages;
}

void Sources::encode_measured(const Source& source, Watched& watched, const Measured& measured) {
  const Reading& reading = *measured.reading;
  watched.shown = measured.reading;
  if (const CameraReading* camera = camera_of(reading.measurement)) {
    const std::vector<std::uint8_t> rgb = visible_pixels(camera->image, source.stream);
    if (rgb.empty()) return;  // another stream of it was wanted when this was taken
    const Result<std::vector<std::uint8_t>> picture =
        jpeg_.encode(rgb, camera->image.width, camera->image.height, jpeg_quality);
    if (!picture) return;
    watched.messages.put(
        watching_text(source, watched.number,
                      {.camera = {{"entity", static_cast<std::uint32_t>(reading.sensor->entity)},
                                  {"link", reading.sensor->link},
                                  {"pose", json_of(measured.link_from_frame)},
                                  {"lens", json_of_lens(lens_of(camera->intrinsics))}}}),
        shared(encode(
            ImageMessage{.source = watched.number, .stamp = reading.stamp, .picture = *picture})),
        measured.count);
    return;
  }
  PointsMessage message{.source = watched.number,
                        .stamp = reading.stamp,
                        .world_from_sensor = measured.world_from_frame,
                        .points = {}};
  if (const auto* scan = std::get_if<ScanReading>(&reading.measurement))
    message.points = points_of(*scan);
  else if (const auto* cloud = std::get_if<CloudReading>(&reading.measurement))
    message.points = points_of(*cloud);
  message.unit_m = unit_for(message.points);
  watched.messages.put(watching_text(source, watched.number, {}), shared(encode(message)),
                       measured.count);
}

void Sources::encode_sight(const Source& source, Watched& watched,
                           const std::shared_ptr<const TopicSight>& seen) {
  const TopicSight& sight = *seen;
  watched.shown = seen;
  const std::uint16_t number = watched.number;
  struct Encode {
    std::uint16_t number;
    SimTime stamp;
    std::string operator()(const std::monostate&) const { return {}; }
    std::string operator()(const EncodedPicture& picture) const {
      return encode(ImageMessage{
          .format = picture.is_png ? ImageMessage::Format::png : ImageMessage::Format::jpeg,
          .source = number,
          .stamp = stamp,
          .picture = picture.bytes});
    }
    std::string operator()(const PointSight& points) const {
      return encode(PointsMessage{.source = number,
                                  .stamp = stamp,
                                  .world_from_sensor = points.world_from_sensor,
                                  .unit_m = unit_for(points.points),
                                  .points = points.points});
    }
    std::string operator()(const GridSight& grid) const {
      return encode(GridMessage{.source = number,
                                .stamp = stamp,
                                .cell_m = grid.cell_m,
                                .world_from_grid = grid.world_from_grid,
                                .width = grid.width,
                                .height = grid.height,
                                .cells = grid.cells});
    }
    std::string operator()(const PathSight& path) const {
      Json points = Json::array();
      for (const Vec3& point : path.points) points.push_back(json_of(point));
      return drawing("points", std::move(points));
    }
    std::string operator()(const PoseSight& pose) const {
      return drawing("pose", json_of(pose.pose));
    }
    std::string drawing(const char* what, Json value) const {
      return encode_text(
          Kind::drawing,
          to_text({{"source", number}, {"stamp_s", seconds(stamp)}, {what, std::move(value)}}));
    }
  };
  std::string data = std::visit(Encode{number, sight.stamp}, sight.what);
  if (data.empty() && sight.problem.empty()) return;
  watched.messages.put(watching_text(source, number, watching_of(sight)),
                       data.empty() ? nullptr : shared(std::move(data)), sight.count);
}

}  // namespace tandem::web
