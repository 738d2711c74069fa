// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/gl_renderer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "render/camera_view.h"
#include "render/gl_scene.h"
#include "render/gl_shaders.h"
#include "render/gl_shadows.h"
#include "render/gl_surfaces.h"
#include "render/ray_parts.h"

namespace tandem {

namespace {

constexpr int most_layers = 8;
constexpr float nothing = 3e38f;  // the distance of nothing, in the shaders' pictures

// Where light, distance and instance of each pixel go.
struct Target {
  GlTexture color, distance, instance, depth;
  GlFramebuffer framebuffer;

  void attach() {
    framebuffer = make_framebuffer();
    gl::glNamedFramebufferTexture(framebuffer, GL_COLOR_ATTACHMENT0, color, 0);
    gl::glNamedFramebufferTexture(framebuffer, GL_COLOR_ATTACHMENT1, distance, 0);
    gl::glNamedFramebufferTexture(framebuffer, GL_COLOR_ATTACHMENT2, instance, 0);
    if (depth != 0) gl::glNamedFramebufferTexture(framebuffer, GL_DEPTH_ATTACHMENT, depth, 0);
    draw_to_all(framebuffer);
  }

  static void draw_to_all(GLuint framebuffer) {
    constexpr GLenum all[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT2};
    gl::glNamedFramebufferDrawBuffers(framebuffer, 3, all);
  }

  void clear(float through = 0) const {
    gl::glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    const float black[4] = {0, 0, 0, through}, far[4] = {nothing, 0, 0, 0}, none = 0;
    const GLuint nobody[4] = {};
    gl::glClearBufferfv(GL_COLOR, 0, black);
    gl::glClearBufferfv(GL_COLOR, 1, far);
    gl::glClearBufferuiv(GL_COLOR, 2, nobody);
    if (depth != 0) gl::glClearBufferfv(GL_DEPTH, 0, &none);
  }
};

Target make_target(int width, int height, bool has_depth) {
  Target target;
  target.color = make_texture(GL_RGBA32F, width, height);
  target.distance = make_texture(GL_R32F, width, height);
  target.instance = make_texture(GL_R32UI, width, height);
  if (has_depth) target.depth = make_texture(GL_DEPTH_COMPONENT32F, width, height);
  target.attach();
  return target;
}

// What was drawn, in one picture or one for each face of a cube around the camera.
struct Pictures {
  int width = 0, height = 0, count = 0;
  GlTexture color, distance, instance;
  GlFramebuffer framebuffer;
};

Pictures make_pictures(int width, int height, int count) {
  Pictures pictures{width, height, count, {}, {}, {}, make_framebuffer()};
  pictures.color = make_texture_array(GL_RGBA32F, width, height, count);
  pictures.distance = make_texture_array(GL_R32F, width, height, count);
  pictures.instance = make_texture_array(GL_R32UI, width, height, count);
  return pictures;
}

// One picture through a pinhole.
struct Look {
  Quat world_from_camera;
  GlPinhole camera;
  int picture = 0;
};

// The turns of the six faces, as face_of() in the shader has them: forward, back, right, left,
// down, up.
Quat face_turn(int face) {
  constexpr double quarter = std::numbers::pi / 2;
  switch (face) {
    case 0:
      return {};
    case 1:
      return Quat::from_axis_angle({0, 1, 0}, 2 * quarter);
    case 2:
      return Quat::from_axis_angle({0, 1, 0}, quarter);
    case 3:
      return Quat::from_axis_angle({0, 1, 0}, -quarter);
    case 4:
      return Quat::from_axis_angle({1, 0, 0}, -quarter);
    default:
      return Quat::from_axis_angle({1, 0, 0}, quarter);
  }
}

int face_of(const Vec3f& d) {
  const float x = std::abs(d.x), y = std::abs(d.y), z = std::abs(d.z);
  if (z >= x && z >= y) return d.z > 0 ? 0 : 1;
  if (x >= y) return d.x > 0 ? 2 : 3;
  return d.y > 0 ? 4 : 5;
}

constexpr double face_extent = 1.01;  // a little over the edge, for pixels between two

}  // namespace

struct GlRenderer::Parts {
  GlScene scene;
  GlShadows shadows;
  std::unique_ptr<GlSurfaces> surfaces;
  GlProgram blend, finish, output, lens_output;
  GlVertexArray screen;  // no vertices: the shader makes them
  GlQuery query;
  int longest_side = 0;

  int width = 0, height = 0;
  Target opaque, layer, before, sums[2];
  Pictures pictures;
  int result_width = 0, result_height = 0;
  Target result;
  std::shared_ptr<const RayTable> lens_rays;
  GlTexture lens_directions;

  Parts() : screen(make_vertex_array()), query(make_query()) {
    GLint limit = 0;
    gl::glGetIntegerv(GL_MAX_TEXTURE_SIZE, &limit);
    longest_side = limit;
  }

  std::optional<Error> compile() {
    auto made = GlSurfaces::make();
    if (!made) return Error{made.error()};
    surfaces = *std::move(made);
    const auto make = [](const char* defines, GlProgram& program) -> std::optional<Error> {
      auto compiled = make_program(defines, {gl_screen_vertex}, {gl_screen_fragment});
      if (!compiled) return Error{compiled.error()};
      program = *std::move(compiled);
      return {};
    };
    if (auto error = make("#define BLEND\n", blend)) return error;
    if (auto error = make("#define FINISH\n", finish)) return error;
    if (auto error = make("#define OUTPUT\n", output)) return error;
    return make("#define OUTPUT\n#define LENS\n", lens_output);
  }

  void make_room(int new_width, int new_height, int count) {
    if (new_width != width || new_height != height) {
      width = new_width;
      height = new_height;
      for (Target* target : {&opaque, &layer, &before, &sums[0], &sums[1]}) *target = {};
      pictures = {};
      opaque = make_target(width, height, true);
    }
    // most of the memory, for glass alone
    if (scene.has_blended() && layer.framebuffer == 0) {
      layer = make_target(width, height, true);
      before = make_target(width, height, true);
      for (Target& sum : sums) sum = make_target(width, height, false);
    }
    if (pictures.count < count) pictures = make_pictures(width, height, count);
  }

  void make_result(int new_width, int new_height) {
    result_width = new_width;
    result_height = new_height;
    result = {};
    result.color = make_texture(GL_RGBA8, new_width, new_height);
    result.distance = make_texture(GL_R32F, new_width, new_height);
    result.instance = make_texture(GL_R32UI, new_width, new_height);
    result.attach();
  }

  void fill_screen() const {
    gl::glDisable(GL_DEPTH_TEST);
    gl::glDisable(GL_CULL_FACE);
    gl::glBindVertexArray(screen);
    gl::glDrawArrays(GL_TRIANGLES, 0, 3);
  }

  void set_sky(GLuint program) const {
    const ShadeSky& sky = scene.sky();
    gl::glUniform1i(uniform(program, "fog_kind"), sky.fog);
    gl::glUniform3fv(uniform(program, "fog_color"), 1, sky.fog_color);
    const float numbers[3] = {sky.fog_start, sky.fog_end, sky.fog_density};
    gl::glUniform3fv(uniform(program, "fog_numbers"), 1, numbers);
  }

  void set_surface(GLuint program, const CameraView& view, const Look& look, float shift_x,
                   float shift_y, double pixel_angle) const;
  int draw_layers(const CameraView& view, const Look& look, float shift_x, float shift_y,
                  double pixel_angle);
  void draw(const CameraView& view, const Look& look, float shift_x, float shift_y, float weight,
            bool is_first, double pixel_angle);
  void look(const CameraView& view, const Look& look, double pixel_angle);
  void put_out(const CameraView& view);
  void read(const CameraView& view, CameraImage& image) const;
};

void GlRenderer::Parts::set_surface(GLuint program, const CameraView& view, const Look& look,
                                    float shift_x, float shift_y, double pixel_angle) const {
  const ShadeSky& sky = scene.sky();
  const Vec3 eye = view.world_from_camera.translation;
  const float at[3] = {static_cast<float>(eye.x), static_cast<float>(eye.y),
                       static_cast<float>(eye.z)};
  const Vec3 axis = look.world_from_camera * Vec3{0, 0, 1};
  const float forward[3] = {static_cast<float>(axis.x), static_cast<float>(axis.y),
                            static_cast<float>(axis.z)};
  const bool is_along_ray = view.rays->intrinsics().lens == Lens::fisheye;
  // rays of a fisheye begin at a distance, so the plane is nearer than that
  const double near_m = is_along_ray ? view.near_m / 2 : view.near_m;
  const auto matrix =
      (look.camera.projection(near_m, shift_x, shift_y) * into_axes(look.world_from_camera))
          .columns();
  gl::glUniformMatrix4fv(uniform(program, "clip_from_eye"), 1, GL_FALSE, matrix.data());
  gl::glUniform3fv(uniform(program, "eye"), 1, at);
  gl::glUniform3fv(uniform(program, "forward"), 1, forward);
  gl::glUniform1f(uniform(program, "near_m"), static_cast<float>(view.near_m));
  gl::glUniform1f(uniform(program, "far_m"), static_cast<float>(view.far_m));
  gl::glUniform1i(uniform(program, "is_along_ray"), is_along_ray ? 1 : 0);
  gl::glUniform1ui(uniform(program, "ignored_entity"),
                   view.ignored ? static_cast<std::uint32_t>(*view.ignored) : no_entity);
  gl::glUniform1i(uniform(program, "light_count"), static_cast<GLint>(scene.lights().size()));
  gl::glUniform1i(uniform(program, "has_shadows"), view.has_shadows ? 1 : 0);
  gl::glUniform1f(uniform(program, "pixel_angle"), static_cast<float>(pixel_angle));
  gl::glUniform3fv(uniform(program, "ambient"), 1, sky.ambient);
  gl::glUniform3fv(uniform(program, "mirrored_up"), 1, sky.mirrored_up);
  gl::glUniform3fv(uniform(program, "mirrored_down"), 1, sky.mirrored_down);
  set_sky(program);
  const PaintView& paint = scene.paint();
  gl::glUniform1i(uniform(program, "paint_levels"), paint.level_count);
  gl::glUniform1ui(uniform(program, "painted_id"), paint.instance_id);
  const float* m = paint.pixel_from_world;
  const float column[4] = {m[0], m[1], m[2], 0}, row[4] = {m[3], m[4], m[5], 0};
  gl::glUniform4fv(uniform(program, "paint_column"), 1, column);
  gl::glUniform4fv(uniform(program, "paint_row"), 1, row);
  gl::glUniform1f(uniform(program, "paint_pixels_a_metre"), paint.pixels_a_metre);
  for (int level = 0; level < paint.level_count; ++level)
    gl::glUniform4iv(
        uniform(program, fmt::format("paint_table[{}]", level).c_str()), 1,
        std::array<GLint, 4>{paint.first_of_level[level], paint.columns_of_level[level],
                             paint.rows_of_level[level], 0}
            .data());
}

// The transparent surfaces one behind the other, nearest first. Which of the sums holds the result.
int GlRenderer::Parts::draw_layers(const CameraView& view, const Look& look, float shift_x,
                                   float shift_y, double pixel_angle) {
  int newest = 0;
  sums[newest].clear(1);
  Target& former = before;
  for (int number = 0; number < most_layers; ++number) {
    layer.clear();
    gl::glEnable(GL_DEPTH_TEST);
    gl::glDepthFunc(GL_GREATER);
    scene.bind();
    shadows.bind();
    gl::glBindTextureUnit(8, opaque.distance);
    // before the first layer nothing was passed yet
    if (number == 0) {
      gl::glBindFramebuffer(GL_FRAMEBUFFER, former.framebuffer);
      const float none[4] = {};
      gl::glClearBufferfv(GL_COLOR, 1, none);
      gl::glBindFramebuffer(GL_FRAMEBUFFER, layer.framebuffer);
    }
    gl::glBindTextureUnit(7, former.distance);
    gl::glBeginQuery(GL_ANY_SAMPLES_PASSED, query);
    surfaces->draw(scene, GlPass::layer, [&](GLuint program) {
      set_surface(program, view, look, shift_x, shift_y, pixel_angle);
    });
    gl::glEndQuery(GL_ANY_SAMPLES_PASSED);
    GLuint has_drawn = 0;
    gl::glGetQueryObjectuiv(query, GL_QUERY_RESULT, &has_drawn);
    if (has_drawn == 0) break;

    const Target &from = sums[newest], &to = sums[1 - newest];
    gl::glBindFramebuffer(GL_FRAMEBUFFER, to.framebuffer);
    gl::glUseProgram(blend);
    gl::glBindTextureUnit(0, layer.color);
    gl::glBindTextureUnit(1, layer.distance);
    gl::glBindTextureUnit(2, layer.instance);
    gl::glBindTextureUnit(3, from.color);
    gl::glBindTextureUnit(4, from.distance);
    gl::glBindTextureUnit(5, from.instance);
    fill_screen();
    newest = 1 - newest;
    std::swap(layer, former);
  }
  return newest;
}

// Everything through one pinhole, shifted by a part of a pixel; added to the picture by its weight.
void GlRenderer::Parts::draw(const CameraView& view, const Look& look, float shift_x, float shift_y,
                             float weight, bool is_first, double pixel_angle) {
  gl::glViewport(0, 0, width, height);
  opaque.clear();
  gl::glEnable(GL_DEPTH_TEST);
  gl::glDepthFunc(GL_GREATER);
  scene.bind();
  shadows.bind();
  surfaces->draw(scene, GlPass::color, [&](GLuint program) {
    set_surface(program, view, look, shift_x, shift_y, pixel_angle);
  });
  const bool has_layers = scene.has_blended();
  const int sum = has_layers ? draw_layers(view, look, shift_x, shift_y, pixel_angle) : 0;

  // light becomes colour; distance and instance only when they are of the middle of the pixel
  gl::glNamedFramebufferTextureLayer(pictures.framebuffer, GL_COLOR_ATTACHMENT0, pictures.color, 0,
                                     look.picture);
  gl::glNamedFramebufferTextureLayer(pictures.framebuffer, GL_COLOR_ATTACHMENT1, pictures.distance,
                                     0, look.picture);
  gl::glNamedFramebufferTextureLayer(pictures.framebuffer, GL_COLOR_ATTACHMENT2, pictures.instance,
                                     0, look.picture);
  gl::glBindFramebuffer(GL_FRAMEBUFFER, pictures.framebuffer);
  const bool is_middle = shift_x == 0 && shift_y == 0;
  const GLenum all[3] = {static_cast<GLenum>(weight > 0 ? GL_COLOR_ATTACHMENT0 : GL_NONE),
                         static_cast<GLenum>(is_middle ? GL_COLOR_ATTACHMENT1 : GL_NONE),
                         static_cast<GLenum>(is_middle ? GL_COLOR_ATTACHMENT2 : GL_NONE)};
  gl::glNamedFramebufferDrawBuffers(pictures.framebuffer, 3, all);
  if (is_first && weight > 0) {
    const float black[4] = {};
    gl::glClearBufferfv(GL_COLOR, 0, black);
  }
  gl::glUseProgram(finish);
  gl::glBindTextureUnit(0, opaque.color);
  gl::glBindTextureUnit(1, opaque.distance);
  gl::glBindTextureUnit(2, opaque.instance);
  gl::glBindTextureUnit(3, sums[sum].color);
  gl::glBindTextureUnit(4, sums[sum].distance);
  gl::glBindTextureUnit(5, sums[sum].instance);
  gl::glUniform1i(uniform(finish, "has_layers"), has_layers ? 1 : 0);
  gl::glUniform1f(uniform(finish, "exposure"), static_cast<float>(view.exposure));
  gl::glUniform1f(uniform(finish, "weight"), weight);
  // from the middle of a pixel, which OpenGL counts as a half, to a direction
  const GlPinhole& c = look.camera;
  Matrix4 camera_from_pixel;
  camera_from_pixel.rows[0] = {1 / c.fx, 0, (shift_x - 0.5 - c.cx) / c.fx, 0};
  camera_from_pixel.rows[1] = {0, 1 / c.fy, (shift_y - 0.5 - c.cy) / c.fy, 0};
  camera_from_pixel.rows[2] = {0, 0, 1, 0};
  camera_from_pixel.rows[3] = {0, 0, 0, 1};
  const auto world_from_pixel =
      (into_axes(inverse(look.world_from_camera)) * camera_from_pixel).columns();
  gl::glUniformMatrix4fv(uniform(finish, "world_from_pixel"), 1, GL_FALSE, world_from_pixel.data());
  const ShadeSky& sky = scene.sky();
  gl::glUniform3fv(uniform(finish, "horizon"), 1, sky.horizon);
  gl::glUniform3fv(uniform(finish, "zenith"), 1, sky.zenith);
  gl::glUniform3fv(uniform(finish, "ground"), 1, sky.ground);
  set_sky(finish);
  gl::glEnablei(GL_BLEND, 0);
  gl::glBlendFunc(GL_ONE, GL_ONE);
  fill_screen();
  gl::glDisablei(GL_BLEND, 0);
}

void GlRenderer::Parts::look(const CameraView& view, const Look& look, double pixel_angle) {
  shadows.draw(scene, *surfaces, view.world_from_camera.translation, look.world_from_camera,
               look.camera, view.near_m, view.far_m, view.has_shadows && view.has_color,
               view.ignored ? static_cast<std::uint32_t>(*view.ignored) : no_entity);
  const bool is_smooth = view.has_color && view.is_antialiased;
  draw(view, look, 0, 0, is_smooth ? 0.0f : 1.0f, true, pixel_angle);
  if (!is_smooth) return;
  // where the ray renderer looks at edges
  constexpr float grid[4][2] = {
      {-0.125f, -0.375f}, {0.375f, -0.125f}, {-0.375f, 0.125f}, {0.125f, 0.375f}};
  for (std::size_t i = 0; i < 4; ++i)
    draw(view, look, grid[i][0], grid[i][1], 0.25f, i == 0, pixel_angle);
}

void GlRenderer::Parts::put_out(const CameraView& view) {
  const Intrinsics& in = view.rays->intrinsics();
  const bool is_pinhole = in.lens == Lens::pinhole;
  if (!is_pinhole && lens_rays != view.rays) {
    lens_directions = make_texture(GL_RGB32F, in.width, in.height);
    gl::glTextureSubImage2D(lens_directions, 0, 0, 0, in.width, in.height, GL_RGB, GL_FLOAT,
                            view.rays->directions().data());
    lens_rays = view.rays;
  }
  const GLuint program = is_pinhole ? output : lens_output;
  gl::glBindFramebuffer(GL_FRAMEBUFFER, result.framebuffer);
  gl::glViewport(0, 0, in.width, in.height);
  gl::glUseProgram(program);
  gl::glBindTextureUnit(0, pictures.color);
  gl::glBindTextureUnit(1, pictures.distance);
  gl::glBindTextureUnit(2, pictures.instance);
  if (is_pinhole) {
    const float numbers[4] = {static_cast<float>(1 / in.fx), static_cast<float>(1 / in.fy),
                              static_cast<float>(in.cx), static_cast<float>(in.cy)};
    gl::glUniform4fv(uniform(program, "pinhole"), 1, numbers);
  } else {
    gl::glBindTextureUnit(3, lens_directions);
    gl::glUniform1i(uniform(program, "is_along_ray"), in.lens == Lens::fisheye ? 1 : 0);
    gl::glUniform1f(uniform(program, "face_size"), static_cast<float>(width));
    gl::glUniform1f(uniform(program, "face_extent"), static_cast<float>(face_extent));
  }
  fill_screen();
}

void GlRenderer::Parts::read(const CameraView& view, CameraImage& image) const {
  gl::glBindFramebuffer(GL_FRAMEBUFFER, result.framebuffer);
  gl::glPixelStorei(GL_PACK_ALIGNMENT, 1);
  const auto read_from = [&](GLenum attachment, GLenum format, GLenum type, void* to) {
    gl::glNamedFramebufferReadBuffer(result.framebuffer, attachment);
    gl::glReadPixels(0, 0, image.width, image.height, format, type, to);
  };
  if (view.has_color) read_from(GL_COLOR_ATTACHMENT0, GL_RGB, GL_UNSIGNED_BYTE, image.rgb.data());
  if (view.has_depth) read_from(GL_COLOR_ATTACHMENT1, GL_RED, GL_FLOAT, image.depth_m.data());
  if (!view.has_labels && !view.has_instances) return;
  std::vector<std::uint32_t> numbers(static_cast<std::size_t>(image.width) *
                                     static_cast<std::size_t>(image.height));
  read_from(GL_COLOR_ATTACHMENT2, GL_RED_INTEGER, GL_UNSIGNED_INT, numbers.data());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const GlScene::Shown shown = scene.shown(numbers[i]);
    if (view.has_labels) image.labels[i] = shown.label;
    if (view.has_instances) image.instances[i] = shown.instance_id;
  }
}

Result<std::unique_ptr<Renderer>> GlRenderer::make(std::unique_ptr<GlContext> context) {
  context->make_current();
  gl::glClipControl(GL_LOWER_LEFT, GL_ZERO_TO_ONE);
  std::unique_ptr<GlRenderer> renderer(new GlRenderer(std::move(context)));
  if (auto error = renderer->parts_->compile()) return *error;
  std::unique_ptr<Renderer> made = std::move(renderer);
  return made;
}

GlRenderer::GlRenderer(std::unique_ptr<GlContext> context)
    : context_(std::move(context)), parts_(std::make_unique<Parts>()) {}

GlRenderer::~GlRenderer() {
  context_->make_current();
  parts_.reset();
}

void GlRenderer::update(const RenderScene& scene) {
  context_->make_current();
  parts_->scene.update(scene);
}

std::optional<Error> GlRenderer::render(const CameraView& view, CameraImage& image) {
  if (auto mistake = mistake_in(view)) return Error{*mistake};
  context_->make_current();
  prepare(view, image);
  const Intrinsics& in = view.rays->intrinsics();
  if (std::max(in.width, in.height) > parts_->longest_side)
    return Error{fmt::format("{} draws pictures of up to {} pixels a side, not {} by {}",
                             context_->device_name(), parts_->longest_side, in.width, in.height)};
  if (parts_->result.framebuffer == 0 || parts_->result_width != in.width ||
      parts_->result_height != in.height)
    parts_->make_result(in.width, in.height);

  const double pixel_angle = 1 / in.fx;
  const Quat& camera = view.world_from_camera.rotation;
  if (in.lens == Lens::pinhole) {
    parts_->make_room(in.width, in.height, 1);
    parts_->look(view, {camera, {in.width, in.height, in.fx, in.fy, in.cx, in.cy}, 0}, pixel_angle);
  } else {
    // faces of a cube, somewhat finer than the lens, and only those that it sees
    const int size = std::clamp(static_cast<int>(std::ceil(3.0 * std::max(in.fx, in.fy))), 64,
                                std::min(parts_->longest_side, 4096));
    parts_->make_room(size, size, 6);
    std::array<bool, 6> is_seen{};
    for (const Vec3f& direction : view.rays->directions())
      if (direction != Vec3f{}) is_seen[static_cast<std::size_t>(face_of(direction))] = true;
    const double focal = size / (2 * face_extent);
    const GlPinhole pinhole{size, size, focal, focal, (size - 1) / 2.0, (size - 1) / 2.0};
    for (int face = 0; face < 6; ++face)
      if (is_seen[static_cast<std::size_t>(face)])
        parts_->look(view, {camera * face_turn(face), pinhole, face}, pixel_angle);
  }
  parts_->put_out(view);
  parts_->read(view, image);
  if (const GLenum error = gl::glGetError(); error != GL_NO_ERROR)
    return Error{fmt::format("OpenGL failed with error {:#x}", error)};
  return {};
}

}  // namespace tandem
