// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "base/findings.h"
#include "base/time.h"
#include "calibration/camera_calibration.h"
#include "plane_tracking/drift_correction.h"
#include "plane_tracking/plane_tracker.h"
#include "ports/tracking/picture_source.h"

namespace tandem {

// What `tandem track --plane` looks for: a plane whose place is known, by a robot's own camera.
struct PlaneSetup {
  PictureSource source;
  std::shared_ptr<const CameraCalibration> camera;  // whose lens the tracker has
  PlaneTrackerConfig tracker;
  std::string robot;
  std::string topic;           // where its poses go
  std::string odometry_topic;  // of its wheels; empty without
  DriftCorrectionConfig drift;
  Duration longest_unseen = 10s;  // that wheels alone are believed
  std::string frame_id = "room";
  std::string debug_topic = "/tracker/image";
  double debug_rate_hz = 5;
};

// A plane file as docs/tracking.md describes it. Everything wrong goes to `findings`; nothing is
// returned only after an error was reported there.
std::optional<PlaneSetup> read_plane_file(const std::filesystem::path& file, Findings& findings);

}  // namespace tandem
