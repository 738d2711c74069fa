// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <numbers>
#include <optional>

#include "base/log.h"
#include "commands.h"
#include "loading.h"
#include "picture.h"
#include "render/renderer.h"
#include "render/viewpoint.h"
#include "scenario/image.h"
#include "simulation/simulation.h"

namespace tandem {

namespace {

struct SnapArguments {
  std::string scenario = "push";
  std::string camera = "orbit";
  std::string at = "0s";
  std::string file = "picture.png";
  bool is_depth = false;
  bool is_segmentation = false;
  std::string renderer = "auto";
  std::vector<double> from, to;
  std::string size = "1280x720";
  double fov_deg = 60;
  bool has_no_shadows = false;
  std::vector<std::string> settings;
};

[[noreturn]] void reject(const std::string& message) {
  log(LogLevel::error, message);
  throw CLI::RuntimeError(2);
}

void parse_size(const std::string& text, int& width, int& height) {
  char rest = 0;
  if (std::sscanf(text.c_str(), "%dx%d%c", &width, &height, &rest) != 2 || width < 1 ||
      height < 1 || width > 8192 || height > 8192)
    reject(
        fmt::format("--size takes WIDTHxHEIGHT up to 8192x8192, such as 640x480; not '{}'", text));
}

bool is_jpeg(const std::filesystem::path& file) {
  const std::string ending = file.extension().string();
  if (ending == ".jpg" || ending == ".jpeg") return true;
  if (ending == ".png") return false;
  reject(fmt::format("-o takes a file that ends in .png or .jpg, not '{}'", file.string()));
}

Pose viewpoint(const SnapArguments& arguments, const RenderScene& scene, double fov,
               double aspect) {
  if (!arguments.from.empty()) {
    const auto& from = arguments.from;
    const Vec3 eye{from[0], from[1], from[2]};
    const Vec3 target = arguments.to.empty()
                            ? extent_of(scene).middle
                            : Vec3{arguments.to[0], arguments.to[1], arguments.to[2]};
    if (length(target - eye) < 1e-6) reject("--from and --to are the same point");
    return looking_at(eye, target);
  }
  if (arguments.camera == "top") return view_from_top(extent_of(scene), fov, aspect);
  if (arguments.camera == "orbit") return view_from_orbit(extent_of(scene), fov, aspect);
  reject(fmt::format("there is no camera '{}'; there are top and orbit", arguments.camera));
}

void snap(const SnapArguments& arguments) {
  const auto choice = parse_renderer(arguments.renderer);
  if (!choice)
    reject(fmt::format("--renderer takes auto, ray or gl; not '{}'", arguments.renderer));
  const auto at = parse_duration(arguments.at);
  if (!at || *at < Duration{})
    reject(fmt::format("--at takes a time with its unit such as 5s; not '{}'", arguments.at));
  int width = 0, height = 0;
  parse_size(arguments.size, width, height);
  if (!(arguments.fov_deg > 1 && arguments.fov_deg < 170))
    reject(fmt::format("--fov takes 1 to 170 degrees, not {}", arguments.fov_deg));
  const double fov = arguments.fov_deg * std::numbers::pi / 180;
  const bool as_jpeg = is_jpeg(arguments.file);

  const auto scenario =
      load_or_exit(arguments.scenario, {.overrides = parse_settings(arguments.settings)});
  Simulation simulation(scenario);
  while (simulation.time() < *at) simulation.step({});
  const Frame frame = simulation.edit({});

  RenderScene scene(scenario->world);
  scene.show(frame.entities, frame.world_from_body, frame.paint);
  ThreadPool pool;
  auto renderer = make_renderer(*choice, std::make_shared<RayWorld>(), &pool);
  if (!renderer) reject(renderer.error());
  (*renderer)->update(scene);

  CameraView view;
  auto rays = RayTable::make(intrinsics_from_fov(width, height, fov));
  if (!rays) reject(rays.error());
  view.rays = std::make_shared<const RayTable>(*std::move(rays));
  view.world_from_camera = viewpoint(arguments, scene, fov, static_cast<double>(width) / height);
  view.far_m = 5000;
  view.has_color = !arguments.is_depth && !arguments.is_segmentation;
  view.has_depth = arguments.is_depth;
  view.has_instances = view.has_labels = arguments.is_segmentation;
  view.has_shadows = !arguments.has_no_shadows;
  CameraImage image;
  if (const auto error = (*renderer)->render(view, image)) reject(error->message);

  const auto written = as_jpeg ? write_jpeg(arguments.file, picture_of(image), 85)
                               : write_png(arguments.file, picture_of(image));
  if (!written) {
    log(LogLevel::error, written.error());
    throw CLI::RuntimeError(1);
  }
  log(LogLevel::info, fmt::format("wrote {}", arguments.file));
}

}  // namespace

void add_snap_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("snap", "Draw a picture of a scenario");
  const auto arguments = std::make_shared<SnapArguments>();
  command
      ->add_option("SCENARIO", arguments->scenario,
                   "Name of a scenario that came with Tandem, or a yaml, sdf, world or urdf file")
      ->capture_default_str();
  command->add_option("--camera", arguments->camera, "top, or orbit: from above at an angle")
      ->capture_default_str();
  command->add_option("--from", arguments->from, "Where to look from, in metres: X,Y,Z")
      ->expected(3)
      ->delimiter(',');
  command->add_option("--to", arguments->to, "Where to look, in metres: X,Y,Z")
      ->expected(3)
      ->delimiter(',');
  command->add_option("--at", arguments->at, "Simulated time, such as 5s")->capture_default_str();
  command->add_option("-o,--output", arguments->file, "PNG or JPEG file to write")
      ->capture_default_str();
  command->add_option("--size", arguments->size, "WIDTHxHEIGHT in pixels")->capture_default_str();
  command->add_option("--fov", arguments->fov_deg, "Horizontal field of view in degrees")
      ->capture_default_str();
  command->add_flag("--depth", arguments->is_depth, "Draw distances: near is bright");
  command->add_flag("--segmentation", arguments->is_segmentation,
                    "Draw each thing in a colour of its own");
  command->add_flag("--no-shadows", arguments->has_no_shadows, "Draw without shadows");
  command->add_option("--renderer", arguments->renderer, "auto, ray or gl")->capture_default_str();
  add_settings_option(*command, arguments->settings);
  command->callback([arguments] { snap(*arguments); });
}

}  // namespace tandem
