// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "autonomy/perception/annotation.h"
#include "autonomy/perception/floor_camera.h"
#include "imaging/rgb_image.h"
#include "messages/tandem_msgs.h"

namespace tandem {

// One picture, and where its camera is; without that nothing has a place on the floor.
struct Shot {
  const RgbImage& image;
  const FloorCamera* camera = nullptr;
};

// Looks for one kind of thing in single pictures. What it makes of a picture depends on nothing
// else.
class Processor {
 public:
  virtual ~Processor() = default;

  // All of a sight but its header and the processor's name. Whoever gives an annotation gets it
  // filled.
  virtual tandem_msgs::msg::Sight look(const Shot& shot, Annotation* annotation) const = 0;
};

}  // namespace tandem
