// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/logistics/logistics_config.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <stdexcept>

namespace tandem {

namespace {

void number(Node& node, const std::string& name, double& field, double low, double high,
            const std::string& description) {
  field = node.parameter(name, field,
                         {.description = description, .range = {low, high}, .is_read_only = true})
              .value();
}

void words(Node& node, const std::string& name, std::vector<std::string>& field,
           const std::string& description) {
  field = node.parameter(name, field, {.description = description, .is_read_only = true}).value();
}

// Where a zone is, if somebody knows.
std::optional<Vec2> given_place(Node& node, const std::string& zone) {
  const std::string name = "given." + zone;
  const std::vector<double> place =
      node.parameter(name, std::vector<double>{},
                     {.description = "Where it is, as x and y in the global frame; empty: it is "
                                     "looked for.",
                      .is_read_only = true})
          .value();
  if (place.empty()) return std::nullopt;
  if (place.size() != 2 || !std::isfinite(place[0] + place[1]))
    throw std::invalid_argument(name + ": a place is two numbers, x and y");
  return Vec2{place[0], place[1]};
}

}  // namespace

double LogisticsConfig::loaded_radius_m() const {
  return std::hypot(mount_x_m + box_size_m, box_size_m / 2);
}

LogisticsConfig declare_logistics_config(Node& node) {
  LogisticsConfig config;
  words(node, "boxes", config.boxes, "Labels of boxes, as perception calls them.");
  words(node, "zones", config.zones, "Where each of them belongs, in the same order.");
  if (config.boxes.size() != config.zones.size())
    throw std::invalid_argument("boxes and zones: each box has one zone, in the same order");
  for (const std::string& zone : config.zones)
    if (const auto place = given_place(node, zone)) config.given_zones[zone] = *place;
  number(node, "robot_radius_m", config.robot_radius_m, 0.01, 2, "Of the robot without a load.");
  number(node, "box_size_m", config.box_size_m, 0.01, 2, "Side of a box's square foot.");
  number(node, "mount_x_m", config.mount_x_m, 0, 2,
         "From the robot's middle to the near side of the box that it carries.");
  number(node, "box_stand_m", config.box_stand_m, 0.1, 3,
         "From the robot's middle to that of a box that it takes.");
  number(node, "zone_stand_m", config.zone_stand_m, 0.1, 3,
         "From the middle of a zone to where it is looked at before the robot drives in.");
  number(node, "back_off_m", config.back_off_m, 0, 2, "Away from a box that was put down.");
  number(node, "back_off_mps", config.back_off_mps, 0.01, 1, "How fast it does that.");
  number(node, "search_spacing_m", config.search_spacing_m, 0.1, 10,
         "Between the turns of a search, and between its way points.");
  number(node, "search_radius_m", config.search_radius_m, 0.5, 100, "Where a search ends.");
  number(node, "box_range_m", config.box_range_m, 0.5, 20,
         "Boxes farther away are not remembered.");
  number(node, "zone_range_m", config.zone_range_m, 0.5, 20,
         "Zones farther away are not remembered.");
  double immobile_s = seconds(config.immobile);
  number(node, "immobile_s", immobile_s, 3, 600,
         "A robot that drives and has not moved for so long is stuck.");
  config.immobile = std::chrono::duration_cast<Duration>(std::chrono::duration<double>(immobile_s));
  return config;
}

std::string zone_of(const LogisticsConfig& config, const std::string& box) {
  const auto found = std::ranges::find(config.boxes, box);
  if (found == config.boxes.end()) return {};
  return config.zones[static_cast<std::size_t>(found - config.boxes.begin())];
}

}  // namespace tandem
