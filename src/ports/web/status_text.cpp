// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/web/status_text.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

#include "ports/web/values.h"
#include "ports/web/wire.h"
#include "simulation/pacer.h"
#include "twin/room_frame.h"

namespace tandem::web {

namespace {

using Json = nlohmann::json;

double milliseconds(Duration duration) { return seconds(duration) * 1e3; }

Json navigation_json(const Navigation& navigation) {
  return {{"state", name_of(navigation.state)},
          {"distance_m", navigation.distance_m},
          {"text", navigation.text}};
}

Json rules_json(const Frame& frame) {
  Json rules = Json::array();
  for (const auto& status : *frame.statuses) {
    Json values = Json::array();
    for (const auto& [name, value] : status->values)
      values.push_back({name, std::visit([](const auto& now) { return Json(now); }, value)});
    rules.push_back({{"name", status->rule}, {"type", status->type}, {"values", values}});
  }
  return rules;
}

Json faults_json(const Frame& frame) {
  Json faults = Json::array();
  if (!frame.faults) return faults;
  for (const FaultState& state : *frame.faults) {
    const Fault& fault = state.fault;
    Json values = Json::array();
    const auto& parameters = info_of(fault.kind).parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i)
      values.push_back({parameters[i].name, fault.values[i]});
    Json ends_in_s;
    if (state.end) ends_in_s = seconds(*state.end - frame.time_in_episode);
    faults.push_back({{"name", fault.name},
                      {"kind", name_of(fault.kind)},
                      {"robot", fault.robot},
                      {"sensor", fault.sensor},
                      {"process", fault.process},
                      {"values", values},
                      {"active", state.is_active},
                      {"starts_in_s", seconds(state.start - frame.time_in_episode)},
                      {"ends_in_s", ends_in_s},
                      {"hits", state.hits}});
  }
  return faults;
}

Json carried_json(const Frame& frame, EntityId robot) {
  const auto carried = std::ranges::find(frame.carried, robot, &Carried::robot);
  if (carried == frame.carried.end()) return nullptr;
  return {{"name", carried->load_name}, {"type", carried->type}, {"active", carried->is_active}};
}

// Where the real robot of a twin is by its poses, also while its twin is paused and stands still.
Json real_json(const Frame& frame, const RobotState& robot) {
  const TwinState& twin = robot.twin->state;
  const auto config = std::ranges::find(frame.scenario->robots, robot.name, &RobotConfig::name);
  if (config == frame.scenario->robots.end() || twin.tracking == TrackingState::waiting ||
      twin.tracking == TrackingState::lost)
    return nullptr;
  const RoomFrame room = RoomFrame::at(twin.world_from_room, config->twin.scale);
  const Pose2 there = room.to_world(twin.room_from_robot);
  return {there.translation.x, there.translation.y, there.yaw};
}

Json robot_json(const Frame& frame, const RobotState& robot, const Network* network) {
  const Vec3& v = robot.velocity.linear;
  const Vec3 forward = robot.world_from_base.rotation * Vec3{1, 0, 0};
  Json json{{"name", robot.name},
            {"mode", robot.twin ? "twin" : "virtual"},
            {"speed_mps", std::copysign(std::hypot(v.x, v.y), v.x * forward.x + v.y * forward.y)},
            {"yaw_rate_radps", robot.velocity.angular.z},
            {"pose", json_of(robot.world_from_base)},
            {"command", {robot.command.linear, robot.command.angular}},
            {"gate", nullptr},
            {"gate_reason", ""},
            {"navigation", navigation_json({})},
            {"goal", nullptr}};
  for (const char* of_twins : {"tracking", "paused", "latency_ms", "pose_age_ms", "inside", "real",
                               "area", "overlap_m", "off_m"})
    json[of_twins] = nullptr;
  if (robot.twin) {
    const TwinState& twin = robot.twin->state;
    json["tracking"] = name_of(twin.tracking);
    json["paused"] = twin.is_paused;
    json["latency_ms"] = milliseconds(twin.latency);
    json["pose_age_ms"] = milliseconds(twin.pose_age);
    json["inside"] = twin.is_inside;
    json["real"] = real_json(frame, robot);
    json["area"] = twin.area ? json_of(*twin.area) : Json();
    json["overlap_m"] = robot.twin->overlap_m;
    json["off_m"] = robot.twin->off_m;
  }
  if (!network) return json;
  const Navigation navigation = network->navigation(robot.name);
  json["navigation"] = navigation_json(navigation);
  if (navigation.goal)
    json["goal"] = {navigation.goal->translation.x, navigation.goal->translation.y,
                    navigation.goal->yaw};
  if (const std::optional<GateView> gate = network->gate(robot.name)) {
    json["gate"] = gate->is_open ? "open" : "closed";
    json["gate_reason"] = gate->reason;
  }
  return json;
}

// What people should look at. Events are named for programs; these are the ones of trouble.
std::string_view level_of(const WorldEvent& event) {
  // as those say themselves who know
  const auto told = std::ranges::find(
      event.values, "level", [](const auto& value) -> const std::string& { return value.first; });
  if (told != event.values.end())
    for (const std::string_view level : {"info", "warning", "error"})
      if (told->second == level) return level;
  const auto has = [&](std::string_view part) {
    return event.name.find(part) != std::string::npos ||
           std::ranges::any_of(event.values,
                               [&](const auto& value) { return value.second == part; });
  };
  if (has("failed") || has("lost") || has("error")) return "error";
  if (has("fault_began") || has("degraded") || has("snapped") || has("stale") || has("refused") ||
      has("closed"))
    return "warning";
  return "info";
}

}  // namespace

void RecentSteps::add(const Frame& frame) {
  const std::lock_guard lock(mutex_);
  const auto time_ms = static_cast<float>(milliseconds(frame.wall_time));
  if (times_ms_.size() < kept)
    times_ms_.push_back(time_ms);
  else
    times_ms_[next_] = time_ms;
  next_ = (next_ + 1) % kept;
  if (frame.journey.pose_received)
    pose_to_frame_ms_ = milliseconds(frame.journey.published - *frame.journey.pose_received);
}

RecentSteps::Summary RecentSteps::summary() const {
  std::vector<float> times;
  Summary summary;
  {
    const std::lock_guard lock(mutex_);
    times = times_ms_;
    summary.pose_to_frame_ms = pose_to_frame_ms_;
  }
  if (times.empty()) return summary;
  summary.mean_ms =
      std::accumulate(times.begin(), times.end(), 0.0) / static_cast<double>(times.size());
  const auto at = times.begin() + static_cast<std::ptrdiff_t>(times.size() * 99 / 100);
  std::ranges::nth_element(times, at);
  summary.p99_ms = *at;
  return summary;
}

void PageLatencies::add(std::uint32_t latency_us, std::uint32_t pose_age_us) {
  if (latency_us == unknown_us) return;
  const std::lock_guard lock(mutex_);
  const auto keep = [](std::deque<double>& values, double value) {
    values.push_back(value);
    if (values.size() > kept) values.pop_front();
  };
  keep(frame_ms_, latency_us * 1e-3);
  if (pose_age_us == unknown_us) return;
  const double pose_ms = (double{1} * pose_age_us + latency_us) * 1e-3;
  keep(pose_ms_, pose_ms);
  if (all_pose_ms_.size() < most) all_pose_ms_.push_back(pose_ms);
}

PageLatencies::Summary PageLatencies::summary() const {
  const auto middle = [](std::deque<double> values) {
    if (values.empty()) return -1.0;
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, at);
    return *at;
  };
  const std::lock_guard lock(mutex_);
  return {middle(frame_ms_), middle(pose_ms_)};
}

std::vector<double> PageLatencies::take_pose_ms() {
  const std::lock_guard lock(mutex_);
  return std::exchange(all_pose_ms_, {});
}

std::string status_text(const Frame& frame, const RunControl::Status& run, bool is_loading,
                        const RecentSteps::Summary& steps, const ServerCounts& counts,
                        const Network* network) {
  Json robots = Json::array(), topics = Json::array();
  for (const RobotState& robot : frame.robots) {
    robots.push_back(robot_json(frame, robot, network));
    robots.back()["carries"] = carried_json(frame, robot.entity);
  }
  if (network)
    for (const TopicRate& rate : network->rates())
      topics.push_back({{"name", rate.topic}, {"hz", rate.hz}});
  Json speed = run.speed;
  if (run.speed == Pacer::as_fast_as_possible) speed = "max";
  Json recorded;
  if (run.recorded)
    recorded = {{"begin_s", seconds(run.recorded->begin)}, {"end_s", seconds(run.recorded->end)}};
  const auto known = [](double ms) { return ms < 0 ? Json() : Json(ms); };
  return encode_text(Kind::status, to_text({{"time_s", seconds(frame.time)},
                                            {"episode_s", seconds(frame.time_in_episode)},
                                            {"episode", frame.episode},
                                            {"paused", run.is_paused},
                                            {"speed", speed},
                                            {"wall_clock", run.has_wall_clock},
                                            {"recorded", recorded},
                                            {"real_time_factor", run.real_time_factor},
                                            {"slipped_s", seconds(run.slipped)},
                                            {"step_ms", steps.mean_ms},
                                            {"step_p99_ms", steps.p99_ms},
                                            {"loading", is_loading},
                                            {"clients", counts.pages},
                                            {"dropped_frames", counts.dropped_frames},
                                            {"dropped_data", counts.dropped_data},
                                            {"pose_to_frame_ms", known(steps.pose_to_frame_ms)},
                                            {"frame_to_page_ms", known(counts.latency.frame_ms)},
                                            {"pose_to_page_ms", known(counts.latency.pose_ms)},
                                            {"network", network != nullptr},
                                            {"robots", robots},
                                            {"rules", rules_json(frame)},
                                            {"faults", faults_json(frame)},
                                            {"topics", topics}}));
}

std::string events_text(const std::vector<EventLog::Entry>& events) {
  Json list = Json::array();
  for (const EventLog::Entry& entry : events) {
    list.push_back({{"time_s", seconds(entry.time)},
                    {"name", entry.event.name},
                    {"robot", entry.event.robot},
                    {"text", entry.event.text},
                    {"level", level_of(entry.event)}});
    if (!entry.source.empty()) list.back()["source"] = entry.source;
  }
  return encode_text(Kind::events, to_text({{"events", list}}));
}

std::string board_text(const std::vector<Observation>& entries) {
  Json list = Json::array();
  for (const Observation& entry : entries)
    list.push_back({{"label", entry.label},
                    {"topic", entry.topic},
                    {"robot", entry.robot},
                    {"text", entry.text},
                    {"unit", entry.unit},
                    {"level", name_of(entry.level)},
                    {"problem", entry.problem}});
  return encode_text(Kind::board, to_text({{"entries", list}}));
}

std::string missions_text(const std::vector<MissionView>& missions) {
  Json list = Json::array();
  for (const MissionView& mission : missions) {
    Json states = Json::array(), blackboard = Json::array();
    for (const MissionView::State& state : mission.states)
      states.push_back({{"path", state.path}, {"outcomes", state.outcomes}, {"next", state.next}});
    for (const auto& [key, value] : mission.blackboard)
      blackboard.push_back(Json::array({key, value}));
    list.push_back({{"robot", mission.robot},
                    {"program", mission.program},
                    {"status", name_of(mission.status)},
                    {"active", mission.active},
                    {"since_s", seconds(mission.since)},
                    {"outcome", mission.outcome},
                    {"message", mission.message},
                    {"states", states},
                    {"blackboard", blackboard},
                    {"has_program", mission.has_program}});
  }
  return encode_text(Kind::missions, to_text({{"missions", list}}));
}

}  // namespace tandem::web
