// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "floor_snap.h"

#include <CLI/CLI.hpp>

#include "base/log.h"
#include "ports/projector/floor_frame.h"
#include "render/floor_view.h"
#include "render/gl_context.h"

namespace tandem {

RgbaImage draw_floor(const Frame& frame, const ProjectorCalibration& calibration, bool has_grid) {
  const auto fail = [](const std::string& why) {
    log(LogLevel::error, why);
    throw CLI::RuntimeError(1);
  };
  auto context = GlContext::make(GlDevice::any);
  if (!context) fail(context.error());
  auto view = FloorView::make();
  if (!view) fail(view.error());
  FloorScene scene;
  FloorPicture picture;
  picture.calibration = calibration;
  picture.layers.has_grid = has_grid;
  picture.robots = floor_robots(frame, {});
  picture.floor_height_m = floor_height(*frame.scenario, calibration.area);
  (*view)->draw(scene.show(frame), picture);
  return (*view)->read();
}

}  // namespace tandem
