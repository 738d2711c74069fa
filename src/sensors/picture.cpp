// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "sensors/picture.h"

#include <fmt/format.h>

#include "base/log.h"
#include "render/renderer.h"

namespace tandem {

std::shared_ptr<const Reading> take_picture(const PictureOrder& order, Renderer& renderer,
                                            ThreadPool* pool) {
  std::vector<CameraImage> images;
  for (const CameraView& view : order.taker->views(order.world_from_sensor, order.wanted)) {
    if (const auto error = renderer.render(view, images.emplace_back())) {
      log(LogLevel::error, fmt::format("{}/{} has no picture: {}", order.sensor->owner,
                                       order.sensor->name, error->message));
      return nullptr;
    }
  }
  return std::make_shared<const Reading>(
      Reading{order.sensor, order.stamp, order.index,
              order.taker->develop(order.index, std::move(images), pool)});
}

}  // namespace tandem
