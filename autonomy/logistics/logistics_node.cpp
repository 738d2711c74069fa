// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/logistics/logistics_node.h"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>
#include <utility>

#include "autonomy/behavior/planar.h"
#include "autonomy/logistics/box_sight.h"
#include "autonomy/logistics/stands.h"
#include "messages/time.h"

namespace tandem {

namespace {

constexpr double in_zone_m = 0.3;    // a box so near to the middle of its zone has been brought
constexpr double sharp_m = 1.4;      // boxes that were seen from nearer are where they are
constexpr double unmapped_m = 0.03;  // beside what is on the map
constexpr double among_m = 1.0;  // where there is a box there may be others that nobody has seen

bool is_same(Vec2 a, Vec2 b) { return a.x == b.x && a.y == b.y; }

SpiralSearchConfig search_of(const LogisticsConfig& config, SpiralSearchConfig search) {
  search.spacing_m = search.stride_m = config.search_spacing_m;
  search.radius_m = config.search_radius_m;
  return search;
}

}  // namespace

LogisticsNode::LogisticsNode(const NodeOptions& options)
    : node_("logistics", options),
      config_(declare_logistics_config(node_)),
      whereabouts_(node_),
      front_(node_),
      rear_(node_, "perception_rear"),
      map_(node_),
      footprint_(node_, config_),
      obstacles_(node_),
      box_search_(
          node_, whereabouts_, front_,
          search_of(config_, {.processor = "box",
                              .find = [this](const Sight& sight) { return find_box(sight); },
                              .clearance_m = 2 * config_.robot_radius_m,
                              .seen_within_m = sharp_m})),
      // squares whose corners it looks around at are in sight as a whole
      zone_search_(
          node_, whereabouts_, rear_,
          search_of(config_,
                    {.processor = "zone",
                     .find = [this](const Sight& sight) { return find_zone(sight); },
                     .clearance_m = config_.loaded_radius_m() + unmapped_m,
                     .is_allowed = [this](Vec2 place) { return is_away_from_boxes(place); },
                     .comes_last = [this](Vec2 place) { return is_among_boxes(place); },
                     .look_around_every_m = config_.zone_range_m / std::numbers::sqrt2})),
      approach_(
          node_, whereabouts_, front_,
          {.logistics = config_,
           .on_look = [this] { rear_.rest(); },
           .note = [this](const Sight& sight) { note_boxes(sight); },
           .stands = [this](Vec2 box,
                            const std::vector<Vec2>& tried) { return box_stands(box, tried); }}),
      verify_(node_, whereabouts_, rear_, [this](const Remembered& zone) { note_zone(zone); }),
      box_search_server_(node_, "find_box", box_search_),
      zone_search_server_(node_, "find_zone", zone_search_),
      approach_server_(node_, "approach_box", approach_),
      verify_server_(node_, "verify_zone", verify_) {
  mission_.emplace(node_, plan());
  node_.post([this] { mission_->start(); });
  node_.start();
}

// --- what it sees

// Whether a box is one to be brought somewhere.
bool LogisticsNode::is_wanted(const Remembered& box) {
  const std::string zone_label = zone_of(config_, box.label);
  if (zone_label.empty()) return false;
  const SpatialMemory memory = this->memory();
  if (memory.is_given_up(box.label)) return false;
  if (memory.vain_tries(box.label, box.place) >= most_vain_tries) return false;
  const auto zone = memory.zone(zone_label);
  return !zone || distance(zone->place, box.place) > in_zone_m;
}

void LogisticsNode::note_boxes(const Sight& sight) {
  const auto base = whereabouts_.global_from_base(to_time(sight.header.stamp));
  if (!base) return;
  for (const Remembered& box : boxes_in(sight, *base, config_)) memory().note_box(box);
  if (const auto known = known_boxes(); !std::ranges::equal(known, told_boxes_, is_same))
    tell_navigator(mission_->blackboard());
}

std::optional<Vec2> LogisticsNode::find_box(const Sight& sight) {
  note_boxes(sight);
  const auto base = whereabouts_.global_from_base(to_time(sight.header.stamp));
  if (!base) return std::nullopt;
  for (const Remembered& box : boxes_in(sight, *base, config_))
    if (is_wanted(box)) return inverse(*base) * box.place;
  return std::nullopt;
}

void LogisticsNode::note_zone(const Remembered& zone) {
  if (zone.seen_from_m <= config_.zone_range_m) memory().note_zone(zone);
}

void LogisticsNode::note_zones(const Sight& sight) {
  const auto base = whereabouts_.global_from_base(to_time(sight.header.stamp));
  if (!base) return;
  for (const Remembered& zone : zones_in(sight, *base, CutZones::leave_out)) note_zone(zone);
}

std::optional<Vec2> LogisticsNode::find_zone(const Sight& sight) {
  note_zones(sight);
  const auto base = whereabouts_.global_from_base(to_time(sight.header.stamp));
  const auto carried = mission_->blackboard().find<std::string>("carries");
  if (!base || !carried) return std::nullopt;
  const auto zone = memory().zone(zone_of(config_, *carried));
  if (!zone) return std::nullopt;
  return inverse(*base) * zone->place;
}

bool LogisticsNode::knows_all_zones() {
  return std::ranges::all_of(
      config_.zones, [this](const std::string& zone) { return memory().zone(zone).has_value(); });
}

// Zones that it passes on its way to boxes; a camera for which there is nothing left to learn
// rests.
void LogisticsNode::watch_for_zones(SimTime now) {
  if (knows_all_zones()) return;
  rear_.look_for("zone", {}, now, [this](const Sight& sight) {
    note_zones(sight);
    if (knows_all_zones()) rear_.rest();
  });
}

void LogisticsNode::rest() {
  front_.rest();
  rear_.rest();
}

// --- where it goes

std::vector<Vec2> LogisticsNode::known_boxes() {
  std::vector<Vec2> places;
  for (const std::string& label : config_.boxes)
    for (const Remembered& box : memory().boxes(label))
      if (box.seen_from_m <= sharp_m) places.push_back(box.place);
  return places;
}

bool LogisticsNode::is_away_from_boxes(Vec2 place) {
  return std::ranges::none_of(known_boxes(), [&](Vec2 box) {
    return distance(box, place) < config_.loaded_radius_m() + config_.box_size_m;
  });
}

// A robot with a load does not see what stands before it.
bool LogisticsNode::is_among_boxes(Vec2 place) {
  const auto is_near = [&](Vec2 box) { return distance(box, place) < among_m; };
  for (const auto& taken :
       mission_->blackboard().find<Blackboard::Poses>("box").value_or(Blackboard::Poses{}))
    if (is_near(to_pose2(taken.pose).translation)) return true;
  return std::ranges::any_of(config_.boxes, [&](const std::string& label) {
    const auto boxes = memory().boxes(label);
    return std::ranges::any_of(
        boxes, [&](const Remembered& box) { return is_near(box.place) && is_wanted(box); });
  });
}

void LogisticsNode::tell_navigator(const Blackboard& blackboard) {
  footprint_.tell(blackboard.has("carries"));
  told_boxes_ = known_boxes();
  obstacles_.tell(told_boxes_, config_.box_size_m, whereabouts_.global_frame());
}

std::vector<Pose2> LogisticsNode::box_stands(Vec2 box, const std::vector<Vec2>& tried) {
  const auto base = whereabouts_.global_from_base();
  if (!base) return {};
  StandQuery query{.thing = box,
                   .distance_m = config_.box_stand_m,
                   .robot = base->translation,
                   .wanted_room_m = config_.loaded_radius_m() + unmapped_m,
                   .needed_room_m = config_.robot_radius_m + unmapped_m,
                   .others = known_boxes(),
                   .other_radius_m = config_.box_size_m * std::numbers::sqrt2 / 2,
                   .tried = tried,
                   .is_free = map_.room()};
  std::erase_if(query.others, [&](Vec2 other) { return distance(other, box) < 0.2; });
  return stands_at(query);
}

std::optional<Pose2> LogisticsNode::zone_stand(const Blackboard& blackboard, Vec2 zone) {
  const auto base = whereabouts_.global_from_base();
  if (!base) return std::nullopt;
  StandQuery query{.thing = zone,
                   .distance_m = config_.zone_stand_m,
                   .robot = base->translation,
                   .wanted_room_m = config_.loaded_radius_m() + 2 * unmapped_m,
                   .needed_room_m = config_.robot_radius_m + unmapped_m,
                   .others = known_boxes(),
                   .other_radius_m = config_.box_size_m * std::numbers::sqrt2 / 2,
                   .is_free = map_.room(),
                   .drive_in_to_m = config_.load_middle_m()};
  for (const auto& pose : blackboard.find<Blackboard::Poses>("tried").value_or(Blackboard::Poses{}))
    query.tried.push_back(to_pose2(pose.pose).translation);
  const std::vector<Pose2> stands = stands_at(query);
  if (stands.empty()) return std::nullopt;
  // the rear camera looks at it
  return Pose2{stands.front().translation, wrap_angle(stands.front().yaw + std::numbers::pi)};
}

// The box that it carries is in the middle of the zone there.
Result<Pose2> LogisticsNode::drop_pose(const Blackboard& blackboard) {
  const auto base = whereabouts_.global_from_base();
  if (!base) return Error{base.error()};
  const auto zone =
      memory().zone(zone_of(config_, blackboard.find<std::string>("carries").value_or("")));
  if (!zone) return Error{"nobody knows where the zone is"};
  const Vec2 way = zone->place - base->translation;
  const double away = distance(way, {});
  if (away < 0.01) return Error{"the robot stands in the middle of the zone"};
  return Pose2{zone->place - (config_.load_middle_m() / away) * way, std::atan2(way.y, way.x)};
}

}  // namespace tandem
