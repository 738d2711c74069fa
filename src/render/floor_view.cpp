// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/floor_view.h"

#include <EGL/egl.h>
#include <fmt/format.h>

#include <algorithm>

#include "render/floor_overlays.h"
#include "render/floor_paint.h"
#include "render/floor_projection.h"
#include "render/floor_shaders.h"
#include "render/floor_things.h"
#include "render/gl_context.h"
#include "render/gl_objects.h"
#include "render/gl_surfaces.h"
#include "render/text_painter.h"

namespace tandem {

namespace {

// A picture with heights.
struct Canvas {
  GlTexture color, depth;
  GlFramebuffer framebuffer;

  void make(int width, int height) {
    color = make_texture(GL_RGBA8, width, height);
    depth = make_texture(GL_DEPTH_COMPONENT32F, width, height);
    framebuffer = make_framebuffer();
    gl::glNamedFramebufferTexture(framebuffer, GL_COLOR_ATTACHMENT0, color, 0);
    gl::glNamedFramebufferTexture(framebuffer, GL_DEPTH_ATTACHMENT, depth, 0);
    constexpr GLenum only = GL_COLOR_ATTACHMENT0;
    gl::glNamedFramebufferDrawBuffers(framebuffer, 1, &only);
  }
};

// Two pictures are kept: the background of what never moves, and the whole. What changed in the
// whole is copied from the background again and drawn over.
class GlFloorView : public FloorView {
 public:
  GlFloorView(GlProgram things, GlProgram overlays, std::unique_ptr<TextPainter> painter)
      : thing_program_(std::move(things)),
        overlay_program_(std::move(overlays)),
        overlays_(std::move(painter)) {}

  void draw(const RenderScene& scene, const FloorPicture& picture) override {
    take_calibration(picture);
    const FloorProjection& projection = *projection_;
    DirtyPixels behind, before;
    behind.start(width_, height_);
    before.start(width_, height_);
    if (is_new_ || height_m_ != picture.floor_height_m) {
      behind.add_all();
      before.add_all();
    }
    is_new_ = false;
    height_m_ = picture.floor_height_m;

    // what is new
    DirtyPixels painted = behind;
    paint_.update(scene.paint(), projection, painted);
    things_.update(scene, picture, projection, behind, before);
    for (const FloorRect& rect : painted.rects()) behind.add(rect);
    for (const FloorRect& rect : behind.rects()) before.add(rect);
    overlays_.update(scene, picture, projection, things_, before);
    drawn_pixels_ = 0;
    for (const FloorRect& rect : before.rects()) drawn_pixels_ += rect.size();
    changed_ = before.rects();
    if (before.rects().empty()) return;

    // everything that will be drawn, in one upload
    things_.begin();
    std::vector<FloorThings::Range> still, moving, masks;
    for (const FloorRect& rect : behind.rects())
      still.push_back(things_.collect(FloorThings::Which::still, rect));
    for (const FloorRect& rect : before.rects()) {
      moving.push_back(things_.collect(FloorThings::Which::moving, rect));
      masks.push_back(things_.collect(FloorThings::Which::mask, rect));
    }
    things_.upload();
    overlays_.upload();

    prepare();
    draw_background(behind, still);
    // all copies before all drawing: a copy waits until its pictures are drawn
    for (const FloorRect& rect : before.rects()) {
      copy(background_.color, whole_.color, rect);
      copy(background_.depth, whole_.depth, rect);
    }
    gl::glBindFramebuffer(GL_FRAMEBUFFER, whole_.framebuffer);
    for (std::size_t i = 0; i < before.rects().size(); ++i) {
      cut_out(before.rects()[i]);
      use_things();
      gl::glEnable(GL_DEPTH_TEST);
      things_.draw(moving[i]);
      gl::glDisable(GL_DEPTH_TEST);
      use(overlay_program_);
      gl::glEnable(GL_BLEND);
      gl::glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
      overlays_.draw(before.rects()[i], projection, overlay_program_);
      gl::glDisable(GL_BLEND);
      // nothing is cast on the back of a real robot
      if (masks[i].first == masks[i].end) continue;
      use_things();
      things_.draw(masks[i]);
    }
    gl::glDisable(GL_SCISSOR_TEST);
    for (GLenum i = 0; i < 4; ++i) gl::glDisable(GL_CLIP_DISTANCE0 + i);
  }

  void finish() override { gl::glFinish(); }

  void present(int window_width, int window_height) override {
    gl::glBlitNamedFramebuffer(
        whole_.framebuffer, 0, 0, 0, width_, height_, 0, 0, window_width, window_height,
        GL_COLOR_BUFFER_BIT,
        window_width == width_ && window_height == height_ ? GL_NEAREST : GL_LINEAR);
  }

  RgbaImage read() const override {
    RgbaImage image{
        width_, height_,
        std::vector<Rgba>(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_))};
    gl::glBindFramebuffer(GL_FRAMEBUFFER, whole_.framebuffer);
    gl::glPixelStorei(GL_PACK_ALIGNMENT, 1);
    gl::glReadPixels(0, 0, width_, height_, GL_RGBA, GL_UNSIGNED_BYTE, image.pixels.data());
    // OpenGL begins at the bottom
    for (int row = 0; row < height_ / 2; ++row)
      std::swap_ranges(
          image.pixels.begin() + static_cast<std::ptrdiff_t>(row) * width_,
          image.pixels.begin() + static_cast<std::ptrdiff_t>(row + 1) * width_,
          image.pixels.begin() + static_cast<std::ptrdiff_t>(height_ - 1 - row) * width_);
    for (Rgba& pixel : image.pixels) pixel.a = 255;
    return image;
  }

  const std::vector<FloorRect>& changed() const override { return changed_; }

  void read(const FloorRect& rect, std::vector<std::uint32_t>& pixels) const override {
    const auto width = static_cast<std::size_t>(rect.x1 - rect.x0);
    const auto height = static_cast<std::size_t>(rect.y1 - rect.y0);
    std::vector<Rgba> upwards(width * height);
    gl::glBindFramebuffer(GL_FRAMEBUFFER, whole_.framebuffer);
    gl::glPixelStorei(GL_PACK_ALIGNMENT, 1);
    gl::glReadPixels(rect.x0, height_ - rect.y1, rect.x1 - rect.x0, rect.y1 - rect.y0, GL_RGBA,
                     GL_UNSIGNED_BYTE, upwards.data());
    pixels.resize(width * height);
    for (std::size_t row = 0; row < height; ++row) {
      const Rgba* from = upwards.data() + (height - 1 - row) * width;
      std::uint32_t* to = pixels.data() + row * width;
      for (std::size_t i = 0; i < width; ++i)
        to[i] =
            0xff000000u | static_cast<std::uint32_t>(from[i].r << 16 | from[i].g << 8 | from[i].b);
    }
  }

  bool is_software() const override {
    const auto* name = reinterpret_cast<const char*>(gl::glGetString(GL_RENDERER));
    return name && is_software_name(name);
  }

  long drawn_pixels() const override { return drawn_pixels_; }

 private:
  void take_calibration(const FloorPicture& picture) {
    const ProjectorCalibration& calibration = picture.calibration;
    if (projection_ && is_same(projection_->calibration, calibration)) return;
    projection_.emplace(calibration);
    is_new_ = true;
    if (calibration.width_px == width_ && calibration.height_px == height_) return;
    width_ = calibration.width_px;
    height_ = calibration.height_px;
    background_.make(width_, height_);
    whole_.make(width_, height_);
  }

  void prepare() const {
    gl::glViewport(0, 0, width_, height_);
    gl::glDisable(GL_BLEND);
    gl::glDisable(GL_CULL_FACE);
    gl::glEnable(GL_SCISSOR_TEST);
    gl::glDepthFunc(GL_LEQUAL);
    gl::glDepthMask(GL_TRUE);
    for (GLenum i = 0; i < 4; ++i) gl::glEnable(GL_CLIP_DISTANCE0 + i);
  }

  void use(GLuint program) const {
    gl::glUseProgram(program);
    gl::glUniformMatrix3fv(uniform(program, "clip_from_floor"), 1, GL_FALSE,
                           projection_->clip_from_floor.data());
    gl::glUniform3fv(uniform(program, "side_x"), 1, projection_->side_x.data());
    gl::glUniform3fv(uniform(program, "side_y"), 1, projection_->side_y.data());
  }

  void use_things() const {
    use(thing_program_);
    gl::glUniform1f(uniform(thing_program_, "edge_m"),
                    static_cast<float>(std::max(0.004, 1.2 * projection_->pixel_m)));
    gl::glUniform3fv(uniform(thing_program_, "paint_column"), 1, paint_.column().data());
    gl::glUniform3fv(uniform(thing_program_, "paint_row"), 1, paint_.row().data());
    gl::glBindTextureUnit(0, paint_.texture());
    gl::glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  }

  void cut_out(const FloorRect& rect) const {
    gl::glScissor(rect.x0, height_ - rect.y1, rect.x1 - rect.x0, rect.y1 - rect.y0);
  }

  void copy(GLuint from, GLuint to, const FloorRect& rect) const {
    gl::glCopyImageSubData(from, GL_TEXTURE_2D, 0, rect.x0, height_ - rect.y1, 0, to, GL_TEXTURE_2D,
                           0, rect.x0, height_ - rect.y1, 0, rect.x1 - rect.x0, rect.y1 - rect.y0,
                           1);
  }

  void draw_background(const DirtyPixels& behind,
                       const std::vector<FloorThings::Range>& still) const {
    if (behind.rects().empty()) return;
    gl::glBindFramebuffer(GL_FRAMEBUFFER, background_.framebuffer);
    use_things();
    gl::glEnable(GL_DEPTH_TEST);
    for (std::size_t i = 0; i < behind.rects().size(); ++i) {
      cut_out(behind.rects()[i]);
      constexpr float black[4] = {0, 0, 0, 1}, far = 1;
      gl::glClearBufferfv(GL_COLOR, 0, black);
      gl::glClearBufferfv(GL_DEPTH, 0, &far);
      things_.draw(still[i]);
    }
    gl::glDisable(GL_DEPTH_TEST);
  }

  GlProgram thing_program_, overlay_program_;
  FloorThings things_;
  FloorPaint paint_;
  FloorOverlays overlays_;
  Canvas background_, whole_;
  std::optional<FloorProjection> projection_;
  bool is_new_ = true;
  double height_m_ = 0;
  int width_ = 0, height_ = 0;
  long drawn_pixels_ = 0;
  std::vector<FloorRect> changed_;
};

}  // namespace

Result<std::unique_ptr<FloorView>> FloorView::make() {
  if (const char* missing = load_gl(&eglGetProcAddress))
    return Error{fmt::format("OpenGL has no {}", missing)};
  Result<GlProgram> things =
      make_program("", {floor_shaders::thing_vertex}, {floor_shaders::thing_fragment});
  if (!things) return Error{things.error()};
  Result<GlProgram> overlays =
      make_program("", {floor_shaders::overlay_vertex}, {floor_shaders::overlay_fragment});
  if (!overlays) return Error{overlays.error()};
  Result<std::unique_ptr<TextPainter>> painter = TextPainter::make();
  if (!painter) return Error{painter.error()};
  return std::unique_ptr<FloorView>(
      std::make_unique<GlFloorView>(*std::move(things), *std::move(overlays), *std::move(painter)));
}

}  // namespace tandem
