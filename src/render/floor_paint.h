// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "render/floor_projection.h"
#include "render/gl_objects.h"
#include "render/paint_texture.h"

namespace tandem {

// The painted floor in the memory of OpenGL, as fine as the projector can show it.
class FloorPaint {
 public:
  FloorPaint();

  // Uploads what is new. Where that is seen goes to `dirty`.
  void update(const std::shared_ptr<const PaintImage>& image, const FloorProjection& projection,
              DirtyPixels& dirty);

  GLuint texture() const { return texture_; }
  // From the shaders' floor to the texture.
  const std::array<float, 3>& column() const { return column_; }
  const std::array<float, 3>& row() const { return row_; }

 private:
  std::size_t level_for(const FloorProjection& projection) const;
  void upload(int column, int row);
  FloorRect seen(int column, int row, const FloorProjection& projection) const;

  PaintTexture paint_;
  GlTexture texture_;  // one transparent pixel without paint
  bool has_paint_ = false;
  std::size_t level_ = 0;
  int columns_ = 0, rows_ = 0;  // of tiles
  std::array<float, 3> column_{}, row_{};
};

}  // namespace tandem
