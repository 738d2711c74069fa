// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "missions/run_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "missions/observer.h"
#include "simulation/entity_queries.h"

namespace tandem {

namespace {

constexpr Duration sample_period = 100ms;
constexpr std::size_t most_entries = 2000;  // of the timeline, and as many bad ones
constexpr std::size_t most_caption = 1000;  // letters, beside the entry that goes beyond
constexpr std::size_t most_outlines = 400;
constexpr std::size_t most_newcomers = 100;  // among the outlines

// A tenth of a millimetre is more than anybody sees, and files stay small.
double rounded(double value) { return std::round(value * 1e4) / 1e4; }

std::vector<Vec2> corners_of(const Area& area) {
  const double x = area.size_x_m / 2, y = area.size_y_m / 2;
  std::vector<Vec2> corners{{-x, -y}, {x, -y}, {x, y}, {-x, y}};
  for (Vec2& corner : corners) corner = area.world_from_center * corner;
  return corners;
}

Vec2 rounded(Vec2 point) { return {rounded(point.x), rounded(point.y)}; }

// Nothing of robots, and of what is part of the floor.
std::optional<Outline> outline_of(const Frame& frame, const Entity& entity) {
  if (entity.info.category == EntityCategory::robot) return std::nullopt;
  const Bounds bounds = bounds_of(frame, entity);
  if (bounds.is_empty() || bounds.size().z < 0.02) return std::nullopt;
  const Vec3 &low = bounds.low, &high = bounds.high;
  return Outline{entity.name,
                 entity.model->is_static ? Outline::Kind::fixed : Outline::Kind::movable,
                 {rounded(Vec2{low.x, low.y}), rounded(Vec2{high.x, low.y}),
                  rounded(Vec2{high.x, high.y}), rounded(Vec2{low.x, high.y})}};
}

bool is_thing(const Outline& outline) {
  return outline.kind == Outline::Kind::fixed || outline.kind == Outline::Kind::movable;
}

}  // namespace

std::vector<Outline> outlines_of(const Frame& frame, const std::map<std::string, Area>& zones) {
  struct Sized {
    double size = 0;
    Outline outline;
  };
  std::vector<Sized> things;
  for (const Entity& entity : *frame.entities)
    if (auto outline = outline_of(frame, entity)) {
      const Vec2 size = outline->points[2] - outline->points[0];
      things.push_back({size.x * size.y, *std::move(outline)});
    }
  if (things.size() > most_outlines) {
    std::ranges::stable_sort(things, std::ranges::greater{}, &Sized::size);
    things.resize(most_outlines);
  }
  std::vector<Outline> outlines;
  for (const auto& [name, area] : zones)
    outlines.push_back({name, Outline::Kind::zone, corners_of(area)});
  if (frame.scenario->paint)
    for (const PaintEdit& edit : frame.scenario->paint->initial)
      if (const auto* line = std::get_if<PaintLine>(&edit.shape))
        outlines.push_back({"paint", Outline::Kind::line, line->points});
  for (Sized& thing : things) outlines.push_back(std::move(thing.outline));
  return outlines;
}

RunLog::RunLog(const MissionScript& mission, RunResult& result)
    : result_(result), values_(values_of(mission)) {
  things_ = mission.watched_things;
  for (const Condition* condition : conditions_of(mission))
    for (const std::string& thing : things_in(*condition))
      if (!thing.empty() && !std::ranges::count(things_, thing)) things_.push_back(thing);
  for (const Comparison* value : values_) {
    Series series{.name = value->name, .unit = std::string(unit_of(value->dimension))};
    series.low = value->bound.low;
    series.high = value->bound.high;
    result_.series.push_back(std::move(series));
  }
}

void RunLog::tell(double time_s, TimelineEntry::Kind kind, std::string text, std::string robot,
                  bool is_bad) {
  using Kind = TimelineEntry::Kind;
  // what the mission did, what was decided, and what went wrong
  if (is_bad || kind == Kind::event || kind == Kind::verdict)
    if (caption_.size() < most_caption) caption_ += (caption_.empty() ? "" : "; ") + text;
  std::size_t& count = is_bad ? bad_entries_ : plain_entries_;
  if (kind != Kind::verdict && count >= most_entries) {
    ++result_.timeline_left_out;
    return;
  }
  ++count;
  result_.timeline.push_back({rounded(time_s), kind, std::move(text), std::move(robot), is_bad});
}

std::string RunLog::take_caption() { return std::exchange(caption_, {}); }

void RunLog::look(const Evidence& now) {
  if (!has_begun_) begin(now);
  note_things(now);
  note_robots(now);
  for (const WorldEvent& event : now.events) {
    ++events_;
    tell(seconds(now.time), TimelineEntry::Kind::world,
         event.text.empty() ? event.name : event.text, event.robot);
  }
  if (next_sample_ && now.time < *next_sample_) return;
  next_sample_ = next_sample_.value_or(now.time) + sample_period;
  sample(now);
}

void RunLog::begin(const Evidence& now) {
  has_begun_ = true;
  result_.scenario = now.frame->scenario->name;
  result_.step_s = seconds(now.frame->scenario->step);
  result_.outlines = outlines_of(*now.frame, now.zones);
  entities_ = now.frame->entities;
}

// What came or went since the last look.
void RunLog::note_things(const Evidence& now) {
  if (now.frame->entities == entities_) return;
  const auto before = std::exchange(entities_, now.frame->entities);
  const double time_s = rounded(seconds(now.time));
  for (Outline& outline : result_.outlines)
    if (is_thing(outline) && !outline.gone_s && !entities_->find(outline.name))
      outline.gone_s = time_s;
  for (const Entity& entity : *entities_) {
    if (before->find(entity.name)) continue;
    const auto newcomers = std::ranges::count_if(
        result_.outlines, [](const Outline& outline) { return outline.came_s > 0; });
    if (static_cast<std::size_t>(newcomers) >= most_newcomers) return;
    if (auto outline = outline_of(*now.frame, entity)) {
      outline->came_s = time_s;
      result_.outlines.push_back(*std::move(outline));
    }
  }
}

RecordedPath& RunLog::path_of(const std::string& name, RecordedPath::Kind kind) {
  for (RecordedPath& path : result_.trajectories)
    if (path.name == name && path.kind == kind) return path;
  result_.trajectories.push_back({name, kind, {}});
  return result_.trajectories.back();
}

void RunLog::sample(const Evidence& now) {
  const double time_s = rounded(seconds(now.time));
  last_sample_s_ = time_s;
  const auto add = [&](const std::string& name, RecordedPath::Kind kind, const Vec3& at,
                       double yaw) {
    path_of(name, kind)
        .points.push_back({time_s, rounded(at.x), rounded(at.y), rounded(at.z), rounded(yaw)});
  };
  for (const RobotState& robot : now.frame->robots) {
    const Pose& pose = robot.world_from_base;
    add(robot.name, RecordedPath::Kind::robot, pose.translation, pose.rotation.yaw());
    const Pose2& believed = now.ways.at(robot.name).believed;
    add(robot.name, RecordedPath::Kind::odometry,
        {believed.translation.x, believed.translation.y, pose.translation.z}, believed.yaw);
  }
  for (const std::string& name : things_) {
    const Entity* entity = now.frame->entities->find(name);
    if (!entity || entity->info.category == EntityCategory::robot) continue;
    const Pose pose = state_of(*now.frame, *entity).world_from_entity;
    add(name, RecordedPath::Kind::thing, pose.translation, pose.rotation.yaw());
  }
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const ObservedValue value = value_of(*values_[i], now);
    const double* number = std::get_if<double>(&value);
    if (!number || !std::isfinite(*number)) continue;
    result_.series[i].times_s.push_back(time_s);
    result_.series[i].values.push_back(*number);
  }
}

void RunLog::note_robots(const Evidence& now) {
  for (const RobotState& robot : now.frame->robots) {
    RobotFigures& figures = robots_[robot.name];
    const RobotWay& way = now.ways.at(robot.name);
    figures.top_speed_mps = std::max(figures.top_speed_mps, length(robot.velocity.linear));
    figures.odometry_error_sum_m += way.odometry_error_m;
    figures.odometry_error_max_m = std::max(figures.odometry_error_max_m, way.odometry_error_m);
    ++figures.count;
    if (now.frame->contacts.empty() && !robot.twin) continue;
    for (std::string& name : touched_by(robot.name, *now.frame))
      figures.touched.insert(std::move(name));
  }
}

void RunLog::finish(const Evidence& now) {
  if (!now.frame) return;
  if (last_sample_s_ < rounded(seconds(now.time))) sample(now);
  for (const auto& [name, figures] : robots_) {
    const auto add = [&](const char* what, double value, const char* unit) {
      result_.metrics.push_back({name + "." + what, value, unit});
    };
    const RobotWay& way = now.ways.at(name);
    add("path_length", way.path_m, "m");
    add("top_speed", figures.top_speed_mps, "m/s");
    add("odometry_error", way.odometry_error_m, "m");
    add("odometry_error_mean",
        figures.odometry_error_sum_m /
            static_cast<double>(std::max<std::uint64_t>(1, figures.count)),
        "m");
    add("odometry_error_max", figures.odometry_error_max_m, "m");
    add("odometry_heading_error", way.odometry_heading_error_rad, "rad");
    add("touched", static_cast<double>(figures.touched.size()), "");
  }
  for (const auto& [name, map] : now.maps) {
    const auto add = [&](const char* what, double value) {
      result_.metrics.push_back({name + ".map_" + what, value, ""});
    };
    add("true_positive", static_cast<double>(map.true_positive));
    add("false_negative", static_cast<double>(map.false_negative));
    add("unknown_occupied", static_cast<double>(map.unknown_occupied));
    add("false_positive", static_cast<double>(map.false_positive));
    add("true_negative", static_cast<double>(map.true_negative));
    add("unknown_free", static_cast<double>(map.unknown_free));
    if (const auto precision = map.precision()) add("precision", *precision);
    if (const auto recall = map.recall()) add("recall", *recall);
    if (const auto accuracy = map.accuracy()) add("accuracy", *accuracy);
    if (const auto coverage = map.coverage()) add("coverage", *coverage);
  }
  result_.metrics.push_back({"events", static_cast<double>(events_), ""});
  // series of which nothing was ever known say nothing
  std::erase_if(result_.series, [](const Series& series) { return series.values.empty(); });
  for (AssertionResult& assertion : result_.assertions)
    if (std::ranges::none_of(result_.series,
                             [&](const Series& series) { return series.name == assertion.series; }))
      assertion.series.clear();
}

}  // namespace tandem
