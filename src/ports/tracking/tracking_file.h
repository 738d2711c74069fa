// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/findings.h"
#include "calibration/camera_calibration.h"
#include "ports/tracking/picture_source.h"
#include "tracking/marker_tracker.h"

namespace tandem {

struct TrackedRobot {
  std::string name;
  TrackedMarker marker;
  std::string topic;  // where its poses go
};

// What `tandem track` looks for, and where.
struct TrackingSetup {
  PictureSource source;
  const MarkerDictionary* dictionary = nullptr;
  std::shared_ptr<const CameraCalibration> camera;
  std::vector<TrackedRobot> robots;
  std::string frame_id = "room";               // of poses in metres
  std::string debug_topic = "/tracker/image";  // what was seen, as JPEG
  double debug_rate_hz = 5;
};

// What the tracker itself needs of it.
MarkerTrackerConfig tracker_config(const TrackingSetup& config);

// A tracking file as docs/tracking.md describes it. Everything wrong goes to `findings`; nothing is
// returned only after an error was reported there.
std::optional<TrackingSetup> read_tracking_file(const std::filesystem::path& file,
                                                Findings& findings);

}  // namespace tandem
