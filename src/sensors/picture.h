// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/time.h"
#include "sensors/reading.h"
#include "sensors/sensor.h"
#include "world/entity_list.h"
#include "world/paint_image.h"
#include "world/shared_table.h"

namespace tandem {

using Readings = std::vector<std::shared_ptr<const Reading>>;

// When pictures are drawn.
enum class PictureTiming {
  in_step,  // before the step is over, however long it takes: for tests, and for single steps
  behind,   // later, on another thread, so that nothing waits for them
};

// The world at one moment, to be looked at later.
struct Snapshot {
  std::shared_ptr<const EntityList> entities;
  PoseTable world_from_body;
  std::shared_ptr<const PaintImage> paint;  // null without a floor to paint
};

// A picture that is to be taken.
struct PictureOrder {
  std::shared_ptr<const SensorInfo> sensor;
  SimTime stamp{};
  std::uint64_t index = 0;
  std::shared_ptr<const PictureTaker> taker;
  Pose world_from_sensor;
  Streams wanted = streams::all;
};

// Draws and develops it. Null after the reason was told in the log.
std::shared_ptr<const Reading> take_picture(const PictureOrder& order, class Renderer& renderer,
                                            ThreadPool* pool);

}  // namespace tandem
