// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry/rgba_image.h"
#include "render/camera.h"

namespace tandem {

// What a camera image holds, for people: its colours, or else distances as grey, near ones bright,
// or else things each in a colour of its own.
RgbaImage picture_of(const CameraImage& image);

}  // namespace tandem
