// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "plant/pixel_rays.h"

#include <fmt/format.h>

#include "calibration/lens.h"

namespace tandem {

Result<PixelRays> PixelRays::make(const CameraCalibration& camera, int width, int height) {
  if (!camera.lens || !camera.room_from_camera)
    return Error{"a camera that draws needs its lens and its place"};
  PixelRays rays;
  rays.width_ = width;
  rays.height_ = height;
  rays.eye_ = camera.room_from_camera->translation;
  rays.columns_ = (width + spacing - 1) / spacing + 1;
  const int rows = (height + spacing - 1) / spacing + 1;
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < rays.columns_; ++x) {
      const Vec2 pixel{static_cast<double>(x * spacing), static_cast<double>(y * spacing)};
      const auto direction = direction_of(*camera.lens, pixel);
      const Vec3 in_room =
          direction ? camera.room_from_camera->rotation * Vec3{direction->x, direction->y, 1}
                    : Vec3{};
      if (!(in_room.z < -1e-3))
        return Error{fmt::format("the camera does not see the floor with its pixel ({:g}, {:g})",
                                 pixel.x, pixel.y)};
      rays.slopes_.push_back({in_room.x / -in_room.z, in_room.y / -in_room.z});
    }
  return rays;
}

void PixelRays::row(int y, int x0, int count, std::vector<Vec2>& slopes) const {
  slopes.resize(static_cast<std::size_t>(count));
  const int row = y / spacing;
  const double down = static_cast<double>(y % spacing) / spacing;
  const Vec2* upper = &slopes_[static_cast<std::size_t>(row * columns_)];
  const Vec2* lower = upper + columns_;
  for (int i = 0; i < count; ++i) {
    const int x = x0 + i, column = x / spacing;
    const double along = static_cast<double>(x % spacing) / spacing;
    const Vec2 a = (1 - down) * upper[column] + down * lower[column];
    const Vec2 b = (1 - down) * upper[column + 1] + down * lower[column + 1];
    slopes[static_cast<std::size_t>(i)] = (1 - along) * a + along * b;
  }
}

}  // namespace tandem
