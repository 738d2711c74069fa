// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "render/floor_panels.h"
#include "render/floor_projection.h"
#include "render/floor_things.h"
#include "render/floor_view.h"
#include "render/gl_objects.h"
#include "render/text_painter.h"

namespace tandem {

// What lies over the things on the floor: rings, pictures, billboards, the grid and the marks of
// corners.
class FloorOverlays {
 public:
  explicit FloorOverlays(std::unique_ptr<TextPainter> painter);

  // Finds what is to be drawn again.
  void update(const RenderScene& scene, const FloorPicture& picture,
              const FloorProjection& projection, const FloorThings& things, DirtyPixels& before);

  // What is seen in one part of the picture; upload() first.
  void upload();
  void draw(const FloorRect& rect, const FloorProjection& projection, GLuint program) const;

 private:
  struct Vertex {
    std::array<float, 2> position{}, on_texture{};
    std::array<float, 4> color{};

    friend bool operator==(const Vertex&, const Vertex&) = default;
  };
  struct Overlay {
    std::vector<Vertex> vertices;
    GLenum mode = GL_TRIANGLES;
    GLuint texture = 0;
    std::uint64_t texture_revision = 0;
    bool is_in_pixels = false;
    FloorRect rect;
    GLint first = 0;  // of the uploaded vertices

    bool is_same(const Overlay& other) const;
  };
  // A picture in the memory of OpenGL, and what it was made of.
  struct Sheet {
    GlTexture texture;
    int width = 0, height = 0;
    std::uint64_t revision = 0;
    std::vector<std::string> lines;
    Rgba title;
    int line_px = 0;
    std::shared_ptr<const RgbaImage> image;
    bool is_used = false;
  };

  void show(Sheet& sheet, const RgbaImage& image);
  Sheet& text_sheet(const std::string& key, const std::vector<std::string>& lines, int line_px,
                    int width_px, Rgba title, bool is_panel);
  Overlay& add(const Sheet* sheet);
  static void add_quad(Overlay& overlay, const std::array<Vec2, 4>& corners,
                       std::array<float, 4> color = {1, 1, 1, 1});
  void add_lamps(const RenderScene& scene, const FloorPicture& picture,
                 const FloorProjection& projection);
  void add_ring(const FloorRobot& robot, double radius_m, const FloorProjection& projection);
  void add_panels(const FloorRobot& robot, const RobotReach& reach, const FloorPicture& picture,
                  const FloorProjection& projection);
  void add_grid(const FloorProjection& projection);
  void add_corners(const FloorPicture& picture);

  std::unique_ptr<TextPainter> painter_;
  GlTexture white_, glow_;
  GlVertexArray array_;
  GlBuffer buffer_;
  std::map<std::string, Sheet> sheets_;
  std::uint64_t last_revision_ = 0;
  std::vector<Overlay> overlays_, old_;
};

}  // namespace tandem
