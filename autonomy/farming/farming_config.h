// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "autonomy/farming/adjust_to_edge.h"
#include "autonomy/farming/coverage.h"
#include "autonomy/farming/drive_to_edge.h"
#include "autonomy/farming/drives.h"
#include "autonomy/farming/follow_edge.h"
#include "autonomy/farming/work_field.h"

namespace tandem {

// A tool that the robot uses.
struct FarmTool {
  ToolShape shape;
  double wait_s = 0;  // after the work with the tool before: crops grow
};

// All settings of the farming program; docs/programs.md tells what they mean.
struct FarmingConfig {
  std::vector<std::string> tools{"plow", "seeder", "harvester"};  // in the order of their use
  std::map<std::string, FarmTool> tool_settings{
      {"plow", {.shape = {0.30, 0.205, 0.305}}},
      {"seeder", {.shape = {0.28, 0.20, 0.29}}},
      {"harvester", {.shape = {0.32, 0.20, 0.34}, .wait_s = 45}}};
  double robot_radius_m = 0.125;
  double field_ratio = 0.75;       // of land before a robot that is on the field, or nearly
  double onto_field_m = 0.45;      // so far ahead it drives then
  double equipment_range_m = 1.5;  // farther away a tool's place is too uncertain
  double nearer_m = 1.0;           // so near to it the robot drives then
  double before_tool_m = 0.6;      // where the robot turns to the tool, from the tool's plate
  double hitch_m = 0.17;           // from the robot's middle to the plate when it attaches
  double back_off_m = 0.45;        // with the tool, and without it
  double spacing_m = 0.8;          // between turns of a search
  double radius_m = 4.0;           // where a search ends
  CoverageConfig coverage;
  DriveToEdgeConfig drive_to_edge;
  AdjustToEdgeConfig adjust_to_edge;
  FollowEdgeConfig follow_edge;
  WorkFieldConfig work;
  DockConfig dock;
};

}  // namespace tandem
