// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/floor_overlays.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "render/gl_surfaces.h"

namespace tandem {

namespace {

constexpr double pi = std::numbers::pi;
constexpr double line_m = 0.05;          // of text on the floor, at least
constexpr double smallest_line_px = 16;  // so that it can be read
constexpr double line_lengths = 13;      // width of a billboard, in heights of a line
constexpr double ring_gap_m = 0.03, ring_width_m = 0.03;
constexpr double gap_m = 0.03;  // between the image and the billboard

GlTexture texture_of(const RgbaImage& image) {
  GlTexture texture = make_texture(GL_RGBA8, image.width, image.height);
  gl::glTextureParameteri(texture, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  gl::glTextureParameteri(texture, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  gl::glTextureSubImage2D(texture, 0, 0, 0, image.width, image.height, GL_RGBA, GL_UNSIGNED_BYTE,
                          image.pixels.data());
  return texture;
}

// Bright in the middle, dark at the edge.
RgbaImage glow_image() {
  constexpr int size = 64;
  RgbaImage image{size, size, std::vector<Rgba>(size * size)};
  for (int row = 0; row < size; ++row)
    for (int column = 0; column < size; ++column) {
      const double x = (column + 0.5) / size * 2 - 1, y = (row + 0.5) / size * 2 - 1;
      const double light = std::pow(std::max(0.0, 1 - std::hypot(x, y)), 1.5);
      const auto value = static_cast<std::uint8_t>(std::lround(255 * light));
      image.at(column, row) = {value, value, value, 0};  // adds light and hides nothing
    }
  return image;
}

Rgba bytes_of(const Color& color) {
  const auto byte = [](float value) {
    return static_cast<std::uint8_t>(std::lround(255 * std::clamp(value, 0.0f, 1.0f)));
  };
  return {byte(color.r), byte(color.g), byte(color.b), 255};
}

std::array<float, 4> floats_of(const Color& color, float strength) {
  return {strength * color.r, strength * color.g, strength * color.b, strength};
}

}  // namespace

bool FloorOverlays::Overlay::is_same(const Overlay& other) const {
  return texture == other.texture && texture_revision == other.texture_revision &&
         mode == other.mode && rect == other.rect && vertices == other.vertices;
}

FloorOverlays::FloorOverlays(std::unique_ptr<TextPainter> painter)
    : painter_(std::move(painter)),
      white_(texture_of({1, 1, {{255, 255, 255, 255}}})),
      glow_(texture_of(glow_image())),
      array_(make_vertex_array()),
      buffer_(make_buffer()) {
  gl::glVertexArrayVertexBuffer(array_, 0, buffer_, 0, sizeof(Vertex));
  const auto attribute = [&](GLuint at, GLint count, std::size_t offset) {
    gl::glEnableVertexArrayAttrib(array_, at);
    gl::glVertexArrayAttribFormat(array_, at, count, GL_FLOAT, GL_FALSE,
                                  static_cast<GLuint>(offset));
    gl::glVertexArrayAttribBinding(array_, at, 0);
  };
  attribute(0, 2, offsetof(Vertex, position));
  attribute(1, 2, offsetof(Vertex, on_texture));
  attribute(2, 4, offsetof(Vertex, color));
}

void FloorOverlays::show(Sheet& sheet, const RgbaImage& image) {
  if (image.width != sheet.width || image.height != sheet.height) {
    sheet.texture = texture_of(image);
    sheet.width = image.width;
    sheet.height = image.height;
  } else {
    gl::glTextureSubImage2D(sheet.texture, 0, 0, 0, image.width, image.height, GL_RGBA,
                            GL_UNSIGNED_BYTE, image.pixels.data());
  }
  sheet.revision = ++last_revision_;
}

FloorOverlays::Sheet& FloorOverlays::text_sheet(const std::string& key,
                                                const std::vector<std::string>& lines, int line_px,
                                                int width_px, Rgba title, bool is_panel) {
  Sheet& sheet = sheets_[key];
  sheet.is_used = true;
  if (sheet.revision != 0 && sheet.lines == lines && sheet.title == title &&
      sheet.line_px == line_px && (!is_panel || sheet.width == width_px))
    return sheet;
  sheet.lines = lines;
  sheet.title = title;
  sheet.line_px = line_px;
  show(sheet, is_panel ? painter_->panel(lines, line_px, width_px, title)
                       : painter_->label(lines[0], line_px, title));
  return sheet;
}

FloorOverlays::Overlay& FloorOverlays::add(const Sheet* sheet) {
  Overlay& overlay = overlays_.emplace_back();
  overlay.texture = sheet != nullptr ? sheet->texture : white_;
  overlay.texture_revision = sheet != nullptr ? sheet->revision : 0;
  return overlay;
}

// Corners from the top left of the texture, clockwise.
void FloorOverlays::add_quad(Overlay& overlay, const std::array<Vec2, 4>& corners,
                             std::array<float, 4> color) {
  constexpr std::array<std::array<float, 2>, 4> at{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
  for (const std::size_t i : {0u, 1u, 2u, 0u, 2u, 3u})
    overlay.vertices.push_back(
        {{static_cast<float>(corners[i].x), static_cast<float>(corners[i].y)}, at[i], color});
}

void FloorOverlays::add_lamps(const RenderScene& scene, const FloorPicture& picture,
                              const FloorProjection& projection) {
  for (const Light& light : scene.lights()) {
    if (light.type == LightType::directional) continue;
    const Vec3 at = light.world_from_light.translation;
    const double height = at.z - picture.floor_height_m;
    if (height <= 0 || height > light.range_m) continue;
    const double angle =
        light.type == LightType::spot ? std::clamp(light.spot_outer_angle / 2, 0.1, 1.2) : pi / 4;
    const double radius = height * std::tan(angle);
    const Vec2 middle = projection.local({at.x, at.y});
    Overlay& overlay = add(nullptr);
    overlay.texture = glow_;
    const std::array<Vec2, 4> corners{middle + Vec2{-radius, radius}, middle + Vec2{radius, radius},
                                      middle + Vec2{radius, -radius},
                                      middle + Vec2{-radius, -radius}};
    add_quad(overlay, corners, floats_of(light.diffuse, 0.35f));
    overlay.rect = projection.around(corners);
  }
}

void FloorOverlays::add_ring(const FloorRobot& robot, double radius_m,
                             const FloorProjection& projection) {
  constexpr int segments = 48;
  const Pose2 pose = robot.shown_from_world * robot.world_from_robot;
  const double inner = radius_m + ring_gap_m, outer = inner + ring_width_m;
  Overlay& overlay = add(nullptr);
  std::vector<Vec2> rim;
  const auto color = floats_of(robot.light, 0.9f);
  const auto at = [&](double angle, double radius) {
    return projection.local(pose * Vec2{radius * std::cos(angle), radius * std::sin(angle)});
  };
  for (int i = 0; i < segments; ++i) {
    // a gap in front shows the heading
    const double a = pi / 16 + (2 * pi - pi / 8) * i / segments;
    const double b = pi / 16 + (2 * pi - pi / 8) * (i + 1) / segments;
    add_quad(overlay, {at(a, inner), at(a, outer), at(b, outer), at(b, inner)}, color);
    rim.push_back(at(a, outer));
    rim.push_back(at(b, outer));
  }
  add_quad(overlay,
           {at(0, outer + 2 * ring_width_m), at(-pi / 24, inner), at(0, inner), at(pi / 24, inner)},
           color);
  rim.push_back(at(0, outer + 2 * ring_width_m));
  overlay.rect = projection.around(rim);
}

void FloorOverlays::add_panels(const FloorRobot& robot, const RobotReach& reach,
                               const FloorPicture& picture, const FloorProjection& projection) {
  const double line = std::max(line_m, smallest_line_px * projection.pixel_m);
  const double width = line_lengths * line;
  std::vector<Sheet*> sheets;
  if (picture.layers.has_images && robot.image && robot.image->width > 0) {
    Sheet& sheet = sheets_["image " + robot.name];
    sheet.is_used = true;
    if (sheet.image != robot.image) show(sheet, *robot.image);
    sheet.image = robot.image;
    sheets.push_back(&sheet);
  }
  if (picture.layers.has_billboards && !robot.lines.empty()) {
    const int line_px =
        std::clamp(static_cast<int>(std::lround(line / projection.pixel_m)), 10, 96);
    sheets.push_back(&text_sheet("billboard " + robot.name, robot.lines, line_px,
                                 static_cast<int>(std::lround(line_lengths * line_px)),
                                 bytes_of(robot.light), true));
  }
  const auto height_of = [&](const Sheet* sheet) { return width * sheet->height / sheet->width; };
  double length = -gap_m;
  for (const Sheet* sheet : sheets) length += height_of(sheet) + gap_m;

  // the top is towards the robot: a person who walks behind it reads along
  const Pose2 place =
      place_panels(projection.calibration.area, robot.shown_from_world * robot.world_from_robot,
                   reach, length, width);
  double x = 0;
  for (const Sheet* sheet : sheets) {
    const double height = height_of(sheet);
    std::array<Vec2, 4> corners{Vec2{x, width / 2}, Vec2{x, -width / 2},
                                Vec2{x - height, -width / 2}, Vec2{x - height, width / 2}};
    for (Vec2& corner : corners) corner = projection.local(place * corner);
    Overlay& overlay = add(sheet);
    add_quad(overlay, corners);
    overlay.rect = projection.around(corners);
    x -= height + gap_m;
  }
}

// Lines of the area's own axes, whose numbers are its metres from its middle.
void FloorOverlays::add_grid(const FloorProjection& projection) {
  const Area& area = projection.calibration.area;
  const Pose2 turn{{}, area.world_from_center.yaw};
  double step = 0.1;
  for (const double coarser : {0.5, 1.0, 5.0, 10.0, 50.0, 100.0})
    if (step / projection.pixel_m < 8) step = coarser;
  const FloorRect all{0, 0, projection.calibration.width_px, projection.calibration.height_px};
  // the fine lines, then the coarse ones over them
  const std::size_t fine_at = overlays_.size();
  overlays_.resize(fine_at + 2);
  for (std::size_t i = fine_at; i < fine_at + 2; ++i) {
    overlays_[i].mode = GL_LINES;
    overlays_[i].texture = white_;
    overlays_[i].rect = all;
  }
  const double half[2] = {area.size_x_m / 2, area.size_y_m / 2};
  const auto add_line = [&](std::size_t overlay, Vec2 a, Vec2 b, std::array<float, 4> color) {
    for (const Vec2& end : {turn * a, turn * b})
      overlays_[overlay].vertices.push_back(
          {{static_cast<float>(end.x), static_cast<float>(end.y)}, {0.5f, 0.5f}, color});
  };
  const double ruler = std::max(10 * step, 1.0);  // between numbers
  const int line_px = 18;
  const double text_m = line_px * projection.pixel_m;
  for (int axis = 0; axis < 2; ++axis) {
    const int most = static_cast<int>(std::floor(half[axis] / step + 1e-9));
    for (int i = -most; i <= most; ++i) {
      const double at = i * step;
      const bool is_coarse = std::abs(std::remainder(at, ruler)) < 1e-9;
      const bool is_middle = i == 0;
      const std::array<float, 4> color = is_middle
                                             ? (axis == 0 ? std::array<float, 4>{0.3f, 1, 0.3f, 1}
                                                          : std::array<float, 4>{1, 0.3f, 0.3f, 1})
                                         : is_coarse ? std::array<float, 4>{0.9f, 0.9f, 0.9f, 1}
                                                     : std::array<float, 4>{0.35f, 0.35f, 0.35f, 1};
      const double end = half[1 - axis];
      const Vec2 from = axis == 0 ? Vec2{at, -end} : Vec2{-end, at};
      const Vec2 to = axis == 0 ? Vec2{at, end} : Vec2{end, at};
      add_line(is_coarse ? fine_at + 1 : fine_at, from, to, color);
      if (!is_coarse) continue;
      Sheet& sheet = text_sheet(fmt::format("ruler {:g}", at), {fmt::format("{:g}", at)}, line_px,
                                0, {255, 255, 160, 255}, false);
      const double width = text_m * sheet.width / sheet.height;
      // inside of the edge, right of its line or above it
      const Vec2 low = axis == 0 ? Vec2{at + text_m / 5, -end + text_m / 5}
                                 : Vec2{-end + text_m / 5, at + text_m / 5};
      const std::array<Vec2, 4> corners{turn * (low + Vec2{0, text_m}),
                                        turn * (low + Vec2{width, text_m}),
                                        turn * (low + Vec2{width, 0}), turn * low};
      Overlay& label = add(&sheet);
      add_quad(label, corners);
      label.rect = projection.around(corners);
    }
    // the edge itself
    const Vec2 corner[4] = {
        {-half[0], half[1]}, {half[0], half[1]}, {half[0], -half[1]}, {-half[0], -half[1]}};
    for (std::size_t i = 0; i < 4 && axis == 0; ++i)
      add_line(fine_at + 1, 0.9995 * corner[i], 0.9995 * corner[(i + 1) % 4], {1, 1, 0, 1});
  }
}

void FloorOverlays::add_corners(const FloorPicture& picture) {
  for (std::size_t i = 0; i < 4; ++i) {
    const bool is_selected = picture.selected_corner == i;
    const Vec2 at = picture.calibration.corners_px[i];
    const double arm = is_selected ? 40 : 20, half = is_selected ? 1.5 : 0.75;
    const std::array<float, 4> color =
        is_selected ? std::array<float, 4>{1, 0.2f, 0.9f, 1} : std::array<float, 4>{0, 0.9f, 1, 1};
    Overlay& mark = add(nullptr);
    mark.is_in_pixels = true;
    for (const Vec2 reach : {Vec2{arm, half}, Vec2{half, arm}})
      add_quad(mark,
               {at + Vec2{-reach.x, -reach.y}, at + Vec2{reach.x, -reach.y},
                at + Vec2{reach.x, reach.y}, at + Vec2{-reach.x, reach.y}},
               color);
    const auto whole = [](double value) { return static_cast<int>(std::lround(value)); };
    mark.rect = {whole(at.x - arm) - 2, whole(at.y - arm) - 2, whole(at.x + arm) + 2,
                 whole(at.y + arm) + 2};
  }
}

void FloorOverlays::update(const RenderScene& scene, const FloorPicture& picture,
                           const FloorProjection& projection, const FloorThings& things,
                           DirtyPixels& before) {
  old_.swap(overlays_);
  overlays_.clear();
  for (auto& [key, sheet] : sheets_) sheet.is_used = false;
  if (picture.layers.has_lights) add_lamps(scene, picture, projection);
  for (const FloorRobot& robot : picture.robots) {
    const RobotReach reach = things.reach_of(robot.entity);
    if (picture.layers.has_lights) add_ring(robot, reach.radius_m, projection);
    add_panels(robot, reach, picture, projection);
  }
  if (picture.layers.has_grid || picture.selected_corner) add_grid(projection);
  if (picture.selected_corner) add_corners(picture);
  std::erase_if(sheets_, [](const auto& entry) { return !entry.second.is_used; });

  const std::size_t most = std::max(old_.size(), overlays_.size());
  for (std::size_t i = 0; i < most; ++i) {
    const Overlay* old = i < old_.size() ? &old_[i] : nullptr;
    const Overlay* now = i < overlays_.size() ? &overlays_[i] : nullptr;
    if (old != nullptr && now != nullptr && now->is_same(*old)) continue;
    if (old != nullptr) before.add(old->rect);
    if (now != nullptr) before.add(now->rect);
  }
}

void FloorOverlays::upload() {
  std::vector<Vertex> all;
  for (Overlay& overlay : overlays_) {
    overlay.first = static_cast<GLint>(all.size());
    all.insert(all.end(), overlay.vertices.begin(), overlay.vertices.end());
  }
  fill(buffer_, all.data(), all.size() * sizeof(Vertex));
}

void FloorOverlays::draw(const FloorRect& rect, const FloorProjection& projection,
                         GLuint program) const {
  gl::glBindVertexArray(array_);
  bool is_in_pixels = false;
  for (const Overlay& overlay : overlays_) {
    if (!overlap(overlay.rect, rect)) continue;
    if (overlay.is_in_pixels && !is_in_pixels) {
      constexpr std::array<float, 3> nowhere{};
      is_in_pixels = true;
      gl::glUniformMatrix3fv(uniform(program, "clip_from_floor"), 1, GL_FALSE,
                             projection.clip_from_pixels.data());
      gl::glUniform3fv(uniform(program, "side_x"), 1, nowhere.data());
      gl::glUniform3fv(uniform(program, "side_y"), 1, nowhere.data());
    }
    gl::glBindTextureUnit(0, overlay.texture);
    gl::glDrawArrays(overlay.mode, overlay.first, static_cast<GLsizei>(overlay.vertices.size()));
  }
}

}  // namespace tandem
