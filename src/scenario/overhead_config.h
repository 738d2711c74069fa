// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "calibration/camera_calibration.h"
#include "geometry/area.h"

namespace tandem {

// The light of the room changes: over `during` to this share of what it was at the start.
struct LightChange {
  Duration at{};
  Duration during{};
  double level = 1;
};

enum class OccluderType {
  hand,    // of a person who reaches in, holds still above the robot, and goes
  object,  // something round that passes between robot and camera
};

struct Occlusion {
  OccluderType type = OccluderType::hand;
  Duration at{};
  Duration during = 1s;
  std::string robot;    // above which one; empty: the first
  double size_m = 0.3;  // of an object
};

// What a projector above the room throws onto the floor and onto what stands there.
struct ProjectedLight {
  std::filesystem::path image;  // of the floor, north up; empty: no picture
  bool is_live = false;         // the scenario's own projection instead, as it is at each moment
  std::optional<Area> area;     // that the image covers; nothing: the whole room
  double brightness = 0.5;      // of white, beside the room's light, which is 1
  double height_m = 2.8;        // of the projector, above the middle of the room
  bool has_halos = true;        // a bright ring around each robot, as twins are shown
  int spots = 0;                // of light that wander over the floor
};

// Where a run tells what its projector shows, for stand-ins on whose floor that falls.
constexpr const char* projection_topic = "/overhead/projection/image_raw";

// The camera above the room of the stand-ins, for runs through pixels.
struct OverheadConfig {
  bool is_told = false;                                  // the scenario says something about it
  std::shared_ptr<const CameraCalibration> calibration;  // null: a wide-angle one that sees it all
  int width_px = 1920;
  int height_px = 1200;
  double rate_hz = 30;
  Duration exposure = 4ms;
  double gain = 1;
  Duration latency = 30ms;  // from the middle of the exposure to the message
  double noise = 3;         // deviation, of 255
  double blur_px = 0.7;     // of the lens, deviation
  double vignetting = 0.3;  // share of light that is missing in the corners
  double flicker = 0;       // of lamps at 100 Hz, share of their light
  double marker_size_m = 0.12;
  std::map<std::string, int> markers;  // of robots by name; the others: their place in the scenario
  std::string topic = "/overhead/image_raw";
  std::string mixed_topic = "/overhead/mixed/image_raw";  // its pictures with what is virtual
  std::vector<LightChange> lighting;                      // by time
  std::optional<ProjectedLight> projection;
  std::vector<Occlusion> occlusions;
  std::optional<Duration> occlude_every;  // one more at a random moment of each such span
};

}  // namespace tandem
