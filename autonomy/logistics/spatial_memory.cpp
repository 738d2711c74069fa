// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/logistics/spatial_memory.h"

#include <algorithm>

#include "autonomy/behavior/planar.h"

namespace tandem {

namespace {

constexpr double same_place_m = 0.3;  // of a box that was tried before

std::string boxes_key(const std::string& label) { return label + " seen"; }
std::string vain_key(const std::string& label) { return label + " tried in vain"; }
std::string given_up_key(const std::string& label) { return label + " left"; }

}  // namespace

double blur_m(double seen_from_m) { return 0.15 + 0.12 * seen_from_m; }

// Poses on a blackboard have a height that nobody on a floor needs: it keeps from where it was
// seen.
std::vector<Remembered> SpatialMemory::read(const std::string& key,
                                            const std::string& label) const {
  std::vector<Remembered> things;
  for (const auto& pose : blackboard_.find<Blackboard::Poses>(key).value_or(Blackboard::Poses{}))
    things.push_back({label, to_pose2(pose.pose).translation, pose.pose.position.z});
  return things;
}

void SpatialMemory::write(const std::string& key, const std::vector<Remembered>& things) {
  if (things.empty()) return blackboard_.erase(key);
  Blackboard::Poses poses;
  for (const Remembered& thing : things) {
    poses.push_back(to_pose_stamped({thing.place, 0}, frame_));
    poses.back().pose.position.z = thing.seen_from_m;
  }
  blackboard_.set(key, std::move(poses));
}

void SpatialMemory::note_zone(const Remembered& zone) {
  const std::optional<Remembered> known = this->zone(zone.label);
  const bool has_moved = known && distance(known->place, zone.place) >
                                      blur_m(zone.seen_from_m) + blur_m(known->seen_from_m);
  if (!known || has_moved || zone.seen_from_m <= known->seen_from_m) write(zone.label, {zone});
}

std::optional<Remembered> SpatialMemory::zone(const std::string& label) const {
  const std::vector<Remembered> known = read(label, label);
  return known.empty() ? std::nullopt : std::optional(known.front());
}

void SpatialMemory::forget_zone(const std::string& label) { blackboard_.erase(label); }

void SpatialMemory::note_box(const Remembered& box) {
  std::vector<Remembered> known = boxes(box.label);
  const auto is_same = [&](const Remembered& other) {
    return distance(other.place, box.place) <
           std::max(blur_m(other.seen_from_m), blur_m(box.seen_from_m));
  };
  const auto nearest = std::ranges::min_element(
      known, {}, [&](const Remembered& other) { return distance(other.place, box.place); });
  if (nearest == known.end() || !is_same(*nearest))
    known.push_back(box);
  else if (box.seen_from_m <= nearest->seen_from_m + 0.05)
    *nearest = box;
  write(boxes_key(box.label), known);
}

std::vector<Remembered> SpatialMemory::boxes(const std::string& label) const {
  return read(boxes_key(label), label);
}

void SpatialMemory::forget_box(const std::string& label, Vec2 near_to) {
  std::vector<Remembered> known = boxes(label);
  std::erase_if(known, [&](const Remembered& box) {
    return distance(box.place, near_to) < blur_m(box.seen_from_m);
  });
  write(boxes_key(label), known);
}

void SpatialMemory::note_vain_try(const std::string& label, Vec2 place) {
  std::vector<Remembered> tried = read(vain_key(label), label);
  tried.push_back({label, place});
  write(vain_key(label), tried);
}

int SpatialMemory::vain_tries(const std::string& label, Vec2 place) const {
  return static_cast<int>(std::ranges::count_if(
      read(vain_key(label), label),
      [&](const Remembered& tried) { return distance(tried.place, place) < same_place_m; }));
}

void SpatialMemory::give_up(const std::string& label, const std::string& why) {
  blackboard_.set(given_up_key(label), why);
}

bool SpatialMemory::is_given_up(const std::string& label) const {
  return blackboard_.has(given_up_key(label));
}

}  // namespace tandem
