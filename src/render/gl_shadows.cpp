// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/gl_shadows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/log.h"

namespace tandem {

namespace {

constexpr int sun_size = 2048;           // pixels
constexpr int largest_lamp_size = 1024;  // pixels, as long as there are few lamps
constexpr int smallest_lamp_size = 128;  // below this shadows are no longer ones
constexpr std::size_t lamp_bytes = std::size_t{512} << 20;  // for the pictures of all lamps
constexpr int sun_parts = 4;

// As in the shaders.
struct GpuLight {
  float position[4], direction[4], color[4], attenuation[4], cone[4];
};
struct GpuLayer {
  float clip_from_eye[16];
  float texel[4];
};

Vec3 vec(const float* v) { return {v[0], v[1], v[2]}; }

// Any two directions that are square to it and to each other.
void square_to(const Vec3& direction, Vec3& a, Vec3& b) {
  a = normalized(cross(std::abs(direction.z) < 0.9 ? Vec3{0, 0, 1} : Vec3{1, 0, 0}, direction));
  b = cross(direction, a);
}

struct Range {
  double low = std::numeric_limits<double>::max();
  double high = std::numeric_limits<double>::lowest();

  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

// A narrow cone is one picture, everything else six around the lamp.
int pictures_of(const ShadeLight& light) {
  const double half_cone = std::acos(std::clamp<double>(light.cos_outer, -1, 1));
  return light.kind == ShadeLight::spot && half_cone < 1.3 ? 1 : 6;
}

GlTexture make_pictures(int size, int layers) {
  GlTexture texture = make_texture_array(GL_DEPTH_COMPONENT32F, size, size, layers);
  gl::glTextureParameteri(texture, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  gl::glTextureParameteri(texture, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  gl::glTextureParameteri(texture, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  gl::glTextureParameteri(texture, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  gl::glTextureParameteri(texture, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
  gl::glTextureParameteri(texture, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
  return texture;
}

}  // namespace

GlShadows::GlShadows()
    : lights_(make_buffer()), layer_buffer_(make_buffer()), framebuffer_(make_framebuffer()) {
  fill(lights_, nullptr, 0);
  fill(layer_buffer_, nullptr, 0);
  gl::glGetIntegerv(GL_MAX_ARRAY_TEXTURE_LAYERS, &most_layers_);
  lamp_size_ = largest_lamp_size;
  make_room();
}

void GlShadows::make_room() {
  if (sun_layers_ > sun_room_ || sun_room_ == 0) {
    sun_room_ = std::max(sun_layers_, 1);
    sun_pictures_ = make_pictures(sun_size, sun_room_);
  }
  if (lamp_layers_ > lamp_room_ || lamp_size_ != lamp_room_size_) {
    lamp_room_ = std::max(lamp_layers_, 1);
    lamp_room_size_ = lamp_size_;
    lamp_pictures_ = make_pictures(lamp_size_, lamp_room_);
  }
}

void GlShadows::add_sun(const GlScene& scene, const ShadeLight& light, const Vec3& eye,
                        const Quat& world_from_camera, const GlPinhole& camera, double near_m,
                        double far_m) {
  const Vec3 direction = vec(light.direction);
  Vec3 a, b;
  square_to(direction, a, b);

  // the whole scene from the light, and how far it reaches from the camera
  Range all_x, all_y, all_z;
  double farthest = near_m;
  for (int corner = 0; corner < 8; ++corner) {
    const PrimBounds& bounds = scene.bounds();
    const Vec3 point = Vec3{(corner & 1) != 0 ? bounds.high[0] : bounds.low[0],
                            (corner & 2) != 0 ? bounds.high[1] : bounds.low[1],
                            (corner & 4) != 0 ? bounds.high[2] : bounds.low[2]} -
                       eye;
    all_x.add(dot(a, point));
    all_y.add(dot(b, point));
    all_z.add(dot(direction, point));
    farthest = std::max(farthest, dot(world_from_camera * Vec3{0, 0, 1}, point));
  }
  const double end = std::min(far_m, farthest);
  const double start = std::clamp(0.02 * end, near_m, std::max(near_m, 1.0));

  double former = near_m;
  for (int part = 1; part <= sun_parts; ++part) {
    const double share = static_cast<double>(part) / sun_parts;
    const double until = std::max(
        0.85 * start * std::pow(end / start, share) + 0.15 * (start + (end - start) * share),
        former + 1e-3);
    Range x, y;
    for (const double z : {former, until})
      for (const double u : {-0.5, camera.width - 0.5})
        for (const double v : {-0.5, camera.height - 0.5}) {
          const Vec3 point = world_from_camera * Vec3{z * (u - camera.cx) / camera.fx,
                                                      z * (v - camera.cy) / camera.fy, z};
          x.add(dot(a, point));
          y.add(dot(b, point));
        }
    x = {std::max(x.low, all_x.low), std::min(x.high, all_x.high)};
    y = {std::max(y.low, all_y.low), std::min(y.high, all_y.high)};
    former = until;
    if (x.high <= x.low || y.high <= y.low) continue;

    // a few pixels around it, so that offsets stay inside
    const double margin_x = 0.004 * (x.high - x.low) + 1e-3,
                 margin_y = 0.004 * (y.high - y.low) + 1e-3;
    x = {x.low - margin_x, x.high + margin_x};
    y = {y.low - margin_y, y.high + margin_y};
    const double z_low = all_z.low - 1, depth = all_z.high + 1 - z_low;
    Layer layer;
    const auto row = [](const Vec3& axis, double scale, double offset) {
      return std::array<double, 4>{scale * axis.x, scale * axis.y, scale * axis.z, offset};
    };
    const double sx = 2 / (x.high - x.low), sy = 2 / (y.high - y.low);
    layer.clip_from_light.rows[0] = row(a, sx, -sx * x.low - 1);
    layer.clip_from_light.rows[1] = row(b, sy, -sy * y.low - 1);
    layer.clip_from_light.rows[2] = row(direction, 1 / depth, -z_low / depth);
    layer.clip_from_light.rows[3] = {0, 0, 0, 1};
    layer.origin = eye;
    layer.direction = direction;
    layer.texel = std::max(x.high - x.low, y.high - y.low) / sun_size;
    layer.bias = 2e-4 / depth;
    layer.picture = sun_layers_++;
    layers_.push_back(layer);
  }
}

void GlShadows::add_cone(const Vec3& at, const Quat& world_from_cone, double tangent,
                         double range) {
  Layer layer;
  const double focal = lamp_size_ / (2 * tangent), middle = (lamp_size_ - 1) / 2.0;
  const GlPinhole camera{lamp_size_, lamp_size_, focal, focal, middle, middle};
  layer.clip_from_light = camera.projection(0.005) * into_axes(world_from_cone);
  layer.origin = at;
  layer.direction = world_from_cone * Vec3{0, 0, 1};
  layer.is_parallel = false;
  layer.texel = 2 * tangent / lamp_size_;
  layer.range = range;
  layer.picture = lamp_layers_++;
  layers_.push_back(layer);
}

void GlShadows::add_lamp(const ShadeLight& light) {
  const Vec3 at = vec(light.position);
  if (pictures_of(light) == 1) {
    const double half_cone = std::acos(std::clamp<double>(light.cos_outer, -1, 1));
    add_cone(at, Quat::between({0, 0, 1}, vec(light.direction)), std::tan(half_cone) * 1.02,
             light.range);
    return;
  }
  for (const Vec3& direction : {Vec3{0, 0, 1}, Vec3{0, 0, -1}, Vec3{1, 0, 0}, Vec3{-1, 0, 0},
                                Vec3{0, 1, 0}, Vec3{0, -1, 0}})
    add_cone(at, Quat::between({0, 0, 1}, direction), 1.01, light.range);
}

// The more lamps, the smaller their pictures. What is beyond even that shines through everything,
// and the log says so.
void GlShadows::share_memory(const GlScene& scene) {
  std::size_t pictures = 0, unshadowed = 0;
  for (const ShadeLight& light : scene.lights()) {
    if (!light.casts_shadows || light.kind == ShadeLight::directional) continue;
    const auto more = static_cast<std::size_t>(pictures_of(light));
    if (pictures + more > static_cast<std::size_t>(most_layers_))
      ++unshadowed;
    else
      pictures += more;
  }
  const auto bytes = [&](int size) {
    return pictures * static_cast<std::size_t>(size) * static_cast<std::size_t>(size) *
           sizeof(float);
  };
  lamp_size_ = largest_lamp_size;
  while (lamp_size_ > smallest_lamp_size && bytes(lamp_size_) > lamp_bytes) lamp_size_ /= 2;
  if (unshadowed != unshadowed_ && unshadowed > 0)
    log(LogLevel::warning,
        fmt::format("{} lamps cast no shadows: OpenGL has {} pictures for all lamps, six for a "
                    "point light",
                    unshadowed, most_layers_));
  unshadowed_ = unshadowed;
}

void GlShadows::draw(const GlScene& scene, const GlSurfaces& surfaces, const Vec3& eye,
                     const Quat& world_from_camera, const GlPinhole& camera, double near_m,
                     double far_m, bool has_shadows, std::uint32_t ignored_entity) {
  layers_.clear();
  sun_layers_ = lamp_layers_ = 0;
  share_memory(scene);
  std::vector<GpuLight> lights;
  for (const ShadeLight& light : scene.lights()) {
    const std::size_t first = layers_.size();
    if (light.casts_shadows && has_shadows) {
      if (light.kind == ShadeLight::directional)
        add_sun(scene, light, eye, world_from_camera, camera, near_m, far_m);
      else if (lamp_layers_ + pictures_of(light) <= most_layers_)
        add_lamp(light);
    }
    const auto count = static_cast<float>(layers_.size() - first);
    const float layer = count > 0 ? static_cast<float>(first) : -1.0f;
    lights.push_back(
        {{light.position[0], light.position[1], light.position[2], static_cast<float>(light.kind)},
         {light.direction[0], light.direction[1], light.direction[2], light.range},
         {light.color[0], light.color[1], light.color[2], layer},
         {light.attenuation[0], light.attenuation[1], light.attenuation[2], light.falloff},
         {light.cos_inner, light.cos_outer, count, 0}});
  }
  make_room();
  std::vector<GpuLayer> uploaded;
  for (const Layer& layer : layers_) {
    GpuLayer& gpu = uploaded.emplace_back();
    const auto columns = (layer.clip_from_light * translation(eye - layer.origin)).columns();
    std::ranges::copy(columns, gpu.clip_from_eye);
    gpu.texel[0] = static_cast<float>(layer.texel);
    gpu.texel[1] = static_cast<float>(layer.picture);
    gpu.texel[2] = static_cast<float>(layer.bias);
  }
  fill(lights_, lights.data(), lights.size() * sizeof(GpuLight));
  fill(layer_buffer_, uploaded.data(), uploaded.size() * sizeof(GpuLayer));

  scene.bind();
  gl::glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  gl::glEnable(GL_DEPTH_TEST);
  gl::glDepthFunc(GL_LESS);
  for (const Layer& layer : layers_) {
    const int size = layer.is_parallel ? sun_size : lamp_size_;
    gl::glNamedFramebufferTextureLayer(framebuffer_, GL_DEPTH_ATTACHMENT,
                                       layer.is_parallel ? sun_pictures_ : lamp_pictures_, 0,
                                       layer.picture);
    gl::glViewport(0, 0, size, size);
    const float far = 1;
    gl::glClearBufferfv(GL_DEPTH, 0, &far);
    const auto matrix = layer.clip_from_light.columns();
    const float origin[3] = {static_cast<float>(layer.origin.x), static_cast<float>(layer.origin.y),
                             static_cast<float>(layer.origin.z)};
    const float direction[3] = {static_cast<float>(layer.direction.x),
                                static_cast<float>(layer.direction.y),
                                static_cast<float>(layer.direction.z)};
    surfaces.draw(scene, GlPass::shadow, [&](GLuint program) {
      gl::glUniformMatrix4fv(uniform(program, "clip_from_eye"), 1, GL_FALSE, matrix.data());
      gl::glUniform3fv(uniform(program, "eye"), 1, origin);
      gl::glUniform3fv(uniform(program, "forward"), 1, direction);
      gl::glUniform1i(uniform(program, "is_parallel"), layer.is_parallel ? 1 : 0);
      gl::glUniform1f(uniform(program, "light_range"), static_cast<float>(layer.range));
      gl::glUniform1ui(uniform(program, "ignored_entity"), ignored_entity);
    });
  }
}

void GlShadows::bind() const {
  gl::glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 3, lights_);
  gl::glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 7, layer_buffer_);
  gl::glBindTextureUnit(5, sun_pictures_);
  gl::glBindTextureUnit(6, lamp_pictures_);
}

}  // namespace tandem
