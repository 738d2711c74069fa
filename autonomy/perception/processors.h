// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "autonomy/perception/color_range.h"
#include "autonomy/perception/processor.h"
#include "base/result.h"

namespace tandem {

// A share of a picture's height is counted from its top. Defaults suit the shipped worlds.
struct LineSettings {
  std::vector<ColorLabel> colors{{"line", {0, 100, 50, 179, 255, 255}}};
  double top_share = 0.5;  // what is above is not looked at
  int min_area_px = 250;
};

// What stands on the floor and reaches above the camera's height, or has upright sides.
struct BoxSettings {
  std::vector<ColorLabel> colors{{"red_box", {172, 140, 50, 6, 255, 255}},
                                 {"green_box", {50, 120, 40, 82, 255, 255}},
                                 {"blue_box", {104, 130, 40, 122, 255, 255}},
                                 {"yellow_box", {19, 140, 70, 34, 255, 255}}};
  double top_share = 0.25;
  int min_area_px = 60;
  double min_height_m = 0.06;
  double max_width_m = 0.5;
};

// What lies flat on the floor.
struct ZoneSettings {
  std::vector<ColorLabel> colors{{"red_zone", {172, 90, 60, 6, 255, 255}},
                                 {"green_zone", {50, 80, 60, 82, 255, 255}},
                                 {"blue_zone", {104, 90, 60, 122, 255, 255}},
                                 {"yellow_zone", {19, 90, 80, 34, 255, 255}}};
  double top_share = 0.25;
  int min_area_px = 60;
  double min_size_m = 0.15;  // lines are narrower
  double max_size_m = 1.2;
};

// Arable land and what is around it.
struct FieldSettings {
  // dry or ploughed; the tracks of the shipped farm are paler (saturation 84), its sand paler still
  std::vector<ColorLabel> land{{"land", {8, 89, 30, 34, 200, 255}}};
  std::vector<ColorLabel> outside{{"sand", {15, 20, 90, 32, 78, 255}},
                                  {"grass", {36, 100, 40, 65, 255, 255}}};
  double top_share = 0.55;
  int min_area_px = 2000;    // less land is a plank or a bale of hay
  double min_ratio = 0.5;    // of land in the region, to be on it
  int min_edge_px = 60;      // length of an edge
  double max_range_m = 1.2;  // farther edges are not told apart
};

// Tools, by the color of what they have near their hitch.
struct EquipmentSettings {
  // red without the brown of barns, whose hue is 6
  std::vector<ColorLabel> colors{{"plow", {172, 150, 60, 3, 255, 255}},
                                 {"seeder", {104, 130, 40, 122, 255, 255}},
                                 {"harvester", {80, 110, 40, 95, 255, 255}}};
  double top_share = 0.4;
  int min_area_px = 80;
  double plate_height_m = 0.037;  // of the lowest edge of that color above the floor
  double max_height_m = 0.2;      // what is higher, or wider, is a house
  double max_width_m = 0.6;
  // Whose sides reach lower than their hitch, so that only the middle of the lower edge counts.
  std::vector<std::string> low_sides{"harvester"};
};

// A ball on the floor.
struct BallSettings {
  std::vector<ColorLabel> colors{{"ball", {18, 120, 90, 34, 255, 255}}};
  double top_share = 0.45;
  int min_area_px = 12;
  double max_width_m = 0.3;
};

struct PerceptionSettings {
  LineSettings line;
  BoxSettings box;
  ZoneSettings zone;
  FieldSettings field;
  EquipmentSettings equipment;
  BallSettings ball;
};

// "line", "box", ... in the order of the documentation.
const std::vector<std::string>& processor_names();

// Looks for these labels only, or for all it knows. Why not: no such processor, no such label.
Result<std::unique_ptr<Processor>> make_processor(std::string_view name,
                                                  const PerceptionSettings& settings,
                                                  const std::vector<std::string>& labels = {});

}  // namespace tandem
