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
#include "floor_snap.h"
#include "loading.h"
#include "picture.h"
#include "projector_options.h"
#include "render/renderer.h"
#include "render/viewpoint.h"
#include "robot_camera.h"
#include "scenario/image.h"
#include "sensors/camera_model.h"
#include "simulation/simulation.h"

namespace tandem {

namespace {

// Cameras that every world has.
constexpr std::string_view top = "top", orbit = "orbit";

struct SnapArguments {
  std::string scenario = "push";
  std::optional<std::string> camera;
  std::string at = "0s";
  std::string file = "picture.png";
  bool is_depth = false;
  bool is_segmentation = false;
  bool is_paint = false;
  std::string renderer = "auto";
  std::vector<double> from, to;
  std::optional<std::string> size;
  std::optional<double> fov_deg;
  bool has_no_shadows = false;
  FloorChoice floor;
  bool has_grid = false;
  std::vector<std::string> settings;
};

[[noreturn]] void reject(const std::string& message) {
  log(LogLevel::error, message);
  throw CLI::RuntimeError(2);
}

void parse_size(const std::string& text, int& width, int& height) {
  char rest = 0;
  if (std::sscanf(text.c_str(), "%dx%d%c", &width, &height, &rest) != 2 || width < 1 ||
      height < 1 || width > max_camera_side_px || height > max_camera_side_px)
    reject(
        fmt::format("--size takes WIDTHxHEIGHT of up to {} pixels each, such as 640x480; not '{}'",
                    max_camera_side_px, text));
  if (width * height > max_camera_px)
    reject(
        fmt::format("{} are more than the {} pixels that a picture can have", text, max_camera_px));
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
                            ? extent_of(scene).middle()
                            : Vec3{arguments.to[0], arguments.to[1], arguments.to[2]};
    if (length(target - eye) < 1e-6) reject("--from and --to are the same point");
    return looking_at(eye, target);
  }
  if (arguments.camera == top) return view_from_top(extent_of(scene), fov, aspect);
  return view_from_orbit(extent_of(scene), fov, aspect);
}

void write(const std::string& file, const RgbaImage& picture, bool as_jpeg) {
  const auto written = as_jpeg ? write_jpeg(file, picture, 85) : write_png(file, picture);
  if (!written) {
    log(LogLevel::error, written.error());
    throw CLI::RuntimeError(1);
  }
  log(LogLevel::info, fmt::format("wrote {}", file));
}

// By a camera that is not part of the world.
CameraImage look_at_world(const SnapArguments& arguments, RendererChoice choice,
                          const Scenario& scenario, const Frame& frame) {
  int width = 0, height = 0;
  parse_size(arguments.size.value_or("1280x720"), width, height);
  const double fov_deg = arguments.fov_deg.value_or(60);
  if (!(fov_deg >= 1 && fov_deg <= 170))
    reject(fmt::format("--fov takes 1 to 170 degrees, not {}", fov_deg));
  const double fov = fov_deg * std::numbers::pi / 180;

  RenderScene scene(scenario.world);
  scene.show(frame.entities, frame.world_from_body, frame.paint);
  ThreadPool pool;
  auto renderer = make_renderer(choice, std::make_shared<RayWorld>(), &pool);
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
  return image;
}

// By a camera of a robot: the first picture that it takes from now on, with its lens and its noise.
CameraImage look_through_robot(const SnapArguments& arguments, Simulation& simulation,
                               SensorInterest& interest) {
  if (arguments.size || arguments.fov_deg || !arguments.to.empty() || arguments.has_no_shadows)
    reject(fmt::format(
        "'{}' has a size, a view and shadows of its own; --size, --fov, --to and --no-shadows are "
        "for top, orbit and --from",
        *arguments.camera));
  const auto camera =
      find_camera(*simulation.sensors(), *arguments.camera, {"top", "orbit", "floor"});
  if (!camera) reject(camera.error());
  const SensorInfo& sensor = *camera->sensor;
  const Streams wanted = arguments.is_depth          ? streams::depth
                         : arguments.is_segmentation ? streams::labels | streams::instances
                                                     : streams::main;
  const auto claim = interest.want(sensor.owner, sensor.name, wanted);
  if (const auto name = simulation.renderer_name(); !name) reject(name.error());

  // two periods are enough for any rate
  const double period_s = sensor.rate_hz > 0 ? 1 / sensor.rate_hz : 1;
  const SimTime last =
      simulation.time() +
      std::chrono::duration_cast<Duration>(std::chrono::duration<double>(2 * period_s)) +
      2 * simulation.scenario().step;
  while (simulation.time() < last) {
    const Frame frame = simulation.step({});
    if (const CameraReading* reading = reading_of(*camera, frame.readings)) return reading->image;
  }
  reject(fmt::format("'{}' took no picture within two of its periods", *arguments.camera));
}

void snap(const SnapArguments& arguments) {
  const auto choice = parse_renderer(arguments.renderer);
  if (!choice)
    reject(fmt::format("--renderer takes auto, ray or gl; not '{}'", arguments.renderer));
  const auto at = parse_duration(arguments.at);
  if (!at || *at < Duration{})
    reject(fmt::format("--at takes a time with its unit such as 5s; not '{}'", arguments.at));
  if (arguments.is_depth + arguments.is_segmentation + arguments.is_paint > 1)
    reject("--depth, --segmentation and --paint are different pictures; ask for one of them");
  if (arguments.from.empty() && !arguments.to.empty()) reject("--to needs --from");
  if (!arguments.from.empty() && arguments.camera)
    reject("--from and --camera are two places to look from; give one of them");
  const bool as_jpeg = is_jpeg(arguments.file);
  if (arguments.is_paint && as_jpeg)
    reject("--paint writes a PNG file: JPEG has no room for what is not painted");

  const auto scenario =
      load_or_exit(arguments.scenario, {.overrides = parse_settings(arguments.settings)});
  const auto interest = std::make_shared<SensorInterest>();
  Simulation simulation(
      scenario, {.start_time = {}, .threads = 0, .interest = interest, .renderer = *choice});
  while (simulation.time() < *at) simulation.step({});
  if (arguments.is_paint) {
    const Frame frame = simulation.edit({});
    if (!frame.paint)
      reject(fmt::format("'{}' has no floor to paint; 'paint: {{}}' in a scenario gives it one",
                         arguments.scenario));
    write(arguments.file, frame.paint->copy(), as_jpeg);
    return;
  }
  if (arguments.camera == "floor" && arguments.from.empty()) {
    if (arguments.is_depth || arguments.is_segmentation || arguments.fov_deg ||
        arguments.has_no_shadows)
      reject(
          "--camera floor is a projector's picture: --depth, --segmentation, --fov and "
          "--no-shadows are for other cameras");
    FloorChoice floor = arguments.floor;
    floor.size = arguments.size;
    const ProjectorCalibration calibration = floor_calibration(floor, *scenario);
    write(arguments.file, draw_floor(simulation.edit({}), calibration, arguments.has_grid),
          as_jpeg);
    return;
  }
  if (arguments.floor.area || arguments.floor.calibration_file || arguments.has_grid)
    reject("--area, --projector-calibration and --grid are for --camera floor");
  const bool is_free = !arguments.camera || arguments.camera == top || arguments.camera == orbit;
  const CameraImage image = is_free
                                ? look_at_world(arguments, *choice, *scenario, simulation.edit({}))
                                : look_through_robot(arguments, simulation, *interest);

  write(arguments.file, picture_of(image), as_jpeg);
}

}  // namespace

void add_snap_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("snap", "Draw a picture of a scenario");
  const auto arguments = std::make_shared<SnapArguments>();
  command
      ->add_option("SCENARIO", arguments->scenario,
                   "Name of a scenario that came with Tandem, or a yaml, sdf, world or urdf file")
      ->capture_default_str();
  command->add_option("--camera", arguments->camera,
                      "top, orbit: from above at an angle, floor: as a projector shows it, or a "
                      "camera of a robot such as "
                      "emaros/camera_front; else orbit");
  command->add_option("--from", arguments->from, "Where to look from, in metres: X,Y,Z")
      ->expected(3)
      ->delimiter(',');
  command->add_option("--to", arguments->to, "Where to look, in metres: X,Y,Z")
      ->expected(3)
      ->delimiter(',');
  command->add_option("--at", arguments->at, "Simulated time, such as 5s")->capture_default_str();
  command->add_option("-o,--output", arguments->file, "PNG or JPEG file to write")
      ->capture_default_str();
  command->add_option("--size", arguments->size, "WIDTHxHEIGHT in pixels, else 1280x720");
  command->add_option("--fov", arguments->fov_deg, "Horizontal field of view in degrees, else 60");
  command->add_flag("--depth", arguments->is_depth, "Draw distances: near is bright");
  command->add_flag("--segmentation", arguments->is_segmentation,
                    "Draw each thing in a colour of its own");
  command->add_flag("--paint", arguments->is_paint,
                    "Draw what is painted on the floor and nothing else, as the 'image' of 'paint' "
                    "in a scenario reads it");
  command->add_flag("--no-shadows", arguments->has_no_shadows, "Draw without shadows");
  command->add_option("--renderer", arguments->renderer, "auto, ray or gl")->capture_default_str();
  command->add_option("--area", arguments->floor.area,
                      "Of --camera floor: 4x3 metres, 4x3@1,2 around a place, 4x3@1,2,90 turned by "
                      "degrees; else the scenario's projection");
  command->add_option("--projector-calibration", arguments->floor.calibration_file,
                      "Of --camera floor: a file by tandem calibrate projector");
  command->add_flag("--grid", arguments->has_grid, "Of --camera floor: draw its metres, too");
  add_settings_option(*command, arguments->settings);
  command->callback([arguments] { snap(*arguments); });
}

}  // namespace tandem
