// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "calibration/projector_calibration.h"
#include "geometry/rgba_image.h"
#include "simulation/frame.h"

namespace tandem {

// The picture that a projector would show of a frame. Ends the command with a sentence where OpenGL
// cannot be had.
RgbaImage draw_floor(const Frame& frame, const ProjectorCalibration& calibration, bool has_grid);

}  // namespace tandem
