// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "scenario/utf8_text.h"
#include "sensors/camera_model.h"

namespace tandem {

namespace {

void read_lens(SettingsReader& settings, Intrinsics& in) {
  constexpr std::array<std::string_view, 3> lenses{"pinhole", "plumb_bob", "fisheye"};
  if (const auto lens = settings.read_choice("lens", lenses)) in.lens = static_cast<Lens>(*lens);
  if (settings.sensor().type == "wideanglecamera" || settings.sensor().type == "wideangle")
    in.lens = Lens::fisheye;

  std::vector<double> coefficients;
  if (settings.read("distortion", coefficients, {-1e6, 1e6})) {
    const std::size_t expected = in.lens == Lens::fisheye ? 4 : 5;
    if (in.lens == Lens::pinhole)
      settings.error("distortion", "a pinhole has no distortion: 'lens' is plumb_bob or fisheye");
    else if (coefficients.size() != expected)
      settings.error("distortion",
                     fmt::format("'distortion' of this lens has {} numbers ({}), here "
                                 "are {}",
                                 expected, expected == 4 ? "k1 k2 k3 k4" : "k1 k2 p1 p2 k3",
                                 coefficients.size()));
    else
      std::ranges::copy(coefficients, in.distortion.begin());
  }
  // SDF has the coefficients one by one, and a lens has some as soon as one is not zero
  constexpr std::array<const char*, 5> sdf_names{"k1", "k2", "p1", "p2", "k3"};
  for (std::size_t i = 0; i < sdf_names.size(); ++i) {
    const auto number =
        settings.sdf_number(fmt::format("camera/distortion/{}", sdf_names[i]), {-1e6, 1e6});
    if (!number) continue;
    in.distortion[i] = *number;
    if (in.distortion[i] != 0 && in.lens == Lens::pinhole) in.lens = Lens::plumb_bob;
  }
  settings.accept_sdf("camera/distortion/center");
}

// Depth has a format of its own, which these words are for.
void check_format(SettingsReader& settings) {
  constexpr std::array<std::string_view, 5> known{"R8G8B8", "RGB_INT8", "R_FLOAT32", "FLOAT32",
                                                  "R_FLOAT16"};
  const auto format = settings.sdf_text("camera/image/format");
  if (!format || std::ranges::find(known, *format) != known.end()) return;
  settings.findings().warn(settings.sensor().place,
                           fmt::format("pictures of sensor '{}' are R8G8B8, not '{}'",
                                       settings.sensor().name, printable(*format)));
}

// Fewer pixels of the same camera, so that a look at all of them is quick.
Intrinsics coarse(const Intrinsics& in) {
  constexpr double most = 96;
  const double scale = std::min(1.0, most / std::max(in.width, in.height));
  Intrinsics small = in;
  small.width = std::max(1, static_cast<int>(std::floor(in.width * scale)));
  small.height = std::max(1, static_cast<int>(std::floor(in.height * scale)));
  const double x = static_cast<double>(small.width) / in.width;
  const double y = static_cast<double>(small.height) / in.height;
  small.fx = in.fx * x;
  small.fy = in.fy * y;
  small.cx = (in.cx + 0.5) * x - 0.5;
  small.cy = (in.cy + 0.5) * y - 0.5;
  return small;
}

// A lens whose image folds back on itself shows one direction twice and others never. The corners
// of a fisheye may see nothing; the lines through its middle may not.
void check_lens(SettingsReader& settings, const Intrinsics& in) {
  const Result<RayTable> table = RayTable::make(coarse(in));
  if (!table) {
    settings.error("distortion", table.error());
    return;
  }
  const int width = table->width(), height = table->height();
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const bool may_be_blind = in.lens == Lens::fisheye && x != width / 2 && y != height / 2;
      if (may_be_blind || table->direction(x, y) != Vec3f{}) continue;
      settings.error(
          in.lens == Lens::fisheye && !settings.has("distortion") ? "fov_deg" : "distortion",
          "the lens folds: parts of the image see nothing, or the same as others");
      return;
    }
}

}  // namespace

CameraConfig read_camera(SettingsReader& settings) {
  CameraConfig config;
  Intrinsics& in = config.intrinsics;
  settings.read("width_px", in.width, 1, max_camera_side_px, {"camera/image/width"});
  settings.read("height_px", in.height, 1, max_camera_side_px, {"camera/image/height"});
  if (static_cast<double>(in.width) * in.height > max_camera_px)
    settings.error("width_px", fmt::format("{} by {} pixels are too many: there can be {} in all",
                                           in.width, in.height, max_camera_px));
  read_lens(settings, in);

  double fov = 90;
  const bool has_fov =
      settings.read("fov_deg", fov, {0.1, 720}, {"camera/horizontal_fov", degrees});
  const double widest = in.lens == Lens::fisheye ? 360 : 180;
  if (fov >= widest) {
    settings.error("fov_deg",
                   fmt::format("{:g} degrees: a {} sees less than {:g}", fov,
                               in.lens == Lens::fisheye ? "fisheye" : "flat image", widest));
    fov = 90;
  }
  const std::array<double, 5> distortion = in.distortion;
  in = intrinsics_from_fov(in.width, in.height, fov / degrees, in.lens, distortion);
  constexpr NumberRange focal{1e-3, 1e7};
  const bool has_fx = settings.read("fx_px", in.fx, focal, {"camera/lens/intrinsics/fx"});
  if (has_fx) in.fy = in.fx;
  settings.read("fy_px", in.fy, focal, {"camera/lens/intrinsics/fy"});
  settings.read("cx_px", in.cx, {-1e6, 1e6}, {"camera/lens/intrinsics/cx"});
  settings.read("cy_px", in.cy, {-1e6, 1e6}, {"camera/lens/intrinsics/cy"});
  if (has_fov && has_fx && !settings.sensor().is_sdf)
    settings.error("fov_deg", "give either 'fov_deg' or 'fx_px': one follows from the other");

  constexpr double far_m = 100'000;
  settings.read("near_m", config.near_m, {1e-4, far_m}, {"camera/clip/near"});
  settings.read("far_m", config.far_m, {1e-3, far_m}, {"camera/clip/far"});
  if (config.near_m >= config.far_m) settings.error("near_m", "'near_m' must be below 'far_m'");
  settings.read("noise", config.noise, {0, 1}, {"camera/noise/stddev"});
  settings.read("exposure", config.exposure, {0, 1000});
  settings.read("shadows", config.has_shadows);
  settings.read("antialiasing", config.is_antialiased);

  // REP-103 has names for frames that look along z; SDF's cameras look along x
  const std::string& link = settings.sensor().link;
  config.is_optical =
      !settings.sensor().is_sdf && (link.ends_with("_optical_frame") || link.ends_with("_optical"));
  constexpr std::array<std::string_view, 2> axes{"forward", "optical"};
  if (const auto axis = settings.read_choice("axes", axes)) config.is_optical = *axis == 1;

  check_format(settings);
  for (const char* path :
       {"camera/@name", "camera/noise/@type", "camera/noise/type", "camera/noise/mean",
        "camera/depth_camera/output", "camera/depth_camera/clip/near",
        "camera/depth_camera/clip/far", "camera/lens/intrinsics/s", "camera/segmentation_type"})
    settings.accept_sdf(path);
  check_lens(settings, in);
  return config;
}

}  // namespace tandem
