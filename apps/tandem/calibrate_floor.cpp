// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>

#include "base/log.h"
#include "calibrate_options.h"
#include "calibrating/floor_fit.h"
#include "calibrating/floor_pattern.h"
#include "companion_options.h"
#include "scenario/calibration_file.h"
#include "scenario/projector_file.h"
#include "source_options.h"
#include "stop_signals.h"

namespace tandem {

namespace {

struct FloorArguments {
  std::optional<std::string> camera;
  std::vector<std::string> markers, pixels;
  std::optional<std::string> projector;
  std::string dictionary = "4x4_50";
  SourceChoice source;
  int pictures = 15;
  std::string file = "camera.yaml";
};

struct KnownMarker {
  int id = 0;
  Vec2 in_room;
  double height_m = 0;
};

// "7=1.2,0.5" or "7=1.2,0.5,0.15"
KnownMarker parse_marker(const std::string& text) {
  KnownMarker marker;
  char rest = 0;
  const int read = std::sscanf(text.c_str(), "%d=%lf,%lf,%lf%c", &marker.id, &marker.in_room.x,
                               &marker.in_room.y, &marker.height_m, &rest);
  char two = 0;
  KnownMarker flat;
  const bool is_flat = std::sscanf(text.c_str(), "%d=%lf,%lf%c", &flat.id, &flat.in_room.x,
                                   &flat.in_room.y, &two) == 3;
  if (is_flat) return flat;
  if (read != 4)
    reject_command(fmt::format("--marker takes ID=X,Y or ID=X,Y,HEIGHT in metres; not '{}'", text));
  return marker;
}

// "640,360=1.2,0.5", and a height
FloorPoint parse_pixel(const std::string& text) {
  FloorPoint point{.name = "pixel " + text.substr(0, text.find('='))};
  char rest = 0;
  if (std::sscanf(text.c_str(), "%lf,%lf=%lf,%lf%c", &point.at_px.x, &point.at_px.y,
                  &point.in_room.x, &point.in_room.y, &rest) == 4)
    return point;
  if (std::sscanf(text.c_str(), "%lf,%lf=%lf,%lf,%lf%c", &point.at_px.x, &point.at_px.y,
                  &point.in_room.x, &point.in_room.y, &point.height_m, &rest) != 5)
    reject_command(fmt::format(
        "--pixel takes COLUMN,ROW=X,Y or COLUMN,ROW=X,Y,HEIGHT, pixels and metres; not '{}'",
        text));
  return point;
}

std::vector<KnownMarker> known_markers(const FloorArguments& arguments) {
  std::vector<KnownMarker> known;
  for (const std::string& text : arguments.markers) known.push_back(parse_marker(text));
  if (!arguments.projector) return known;
  Findings findings;
  const auto projector = read_projector_file(*arguments.projector, findings);
  for (const Finding& finding : findings.all()) fmt::print(stderr, "{}\n", to_string(finding));
  if (!projector) throw CLI::RuntimeError(1);
  for (const PatternMarker& marker : floor_pattern(*projector))
    known.push_back({marker.id, marker.in_room, 0});
  return known;
}

// Looks at pictures until the known markers were seen often enough. The camera gets their size.
std::vector<FloorPoint> look_for(const std::vector<KnownMarker>& known,
                                 const FloorArguments& arguments, CameraCalibration& camera) {
  PictureSource source = chosen_source(arguments.source, {});
  if (describe(source) == "nowhere")
    fail_calibration("where do pictures come from? --device, --topic, --film or --folder");
  source.pace = FilmPace::fastest;
  StopSignals signals;
  const auto pictures = open_source(source);
  fmt::print("Looking for {} markers of {} in {} pictures; nothing may move meanwhile.\n",
             known.size(), arguments.dictionary, arguments.pictures);
  std::fflush(stdout);
  const MarkerFinder finder(
      {.dictionary = &chosen_dictionary(arguments.dictionary), .lens = camera.lens});
  FloorSights sights(camera.lens);
  std::optional<std::string> told;
  while (sights.pictures() < arguments.pictures) {
    const auto picture = pictures->next(signals.token());
    if (!picture) break;
    if (!*picture) {
      log(LogLevel::warning, picture->error());
      continue;
    }
    const GreyImage& image = (*picture)->image;
    if (const std::string why = why_another_size(camera, image.width, image.height); !why.empty())
      fail_calibration(fmt::format("{}: {}", (*picture)->name, why));
    camera.width_px = image.width, camera.height_px = image.height;
    const auto found = finder.find(image);
    sights.look(found);
    std::string unseen;
    for (const KnownMarker& marker : known)
      if (std::ranges::find(found, marker.id, &FoundMarker::id) == found.end())
        unseen += fmt::format(" {}", marker.id);
    if (unseen == told) continue;
    told = unseen;
    fmt::print("{}: {}\n", (*picture)->name,
               unseen.empty() ? std::string("all are seen") : "not seen:" + unseen);
    std::fflush(stdout);
  }
  if (sights.pictures() == 0) fail_calibration("no picture came");
  const auto seen = sights.sights();
  if (!seen) fail_calibration(seen.error());
  std::vector<FloorPoint> points;
  for (const KnownMarker& marker : known) {
    const auto sight = std::ranges::find(*seen, marker.id, &FloorSights::Sight::id);
    if (sight == seen->end())
      log(LogLevel::warning, fmt::format("marker {} was not seen in most pictures", marker.id));
    else
      points.push_back(
          {fmt::format("marker {}", marker.id), marker.in_room, marker.height_m, sight->at_px});
  }
  return points;
}

void calibrate_floor(const FloorArguments& arguments) {
  CameraCalibration camera;
  if (arguments.camera) {
    camera = calibration_of(*arguments.camera);
    if (!camera.lens) fail_calibration(fmt::format("{} has no camera_matrix", *arguments.camera));
  } else {
    log(LogLevel::warning,
        "without --camera the lens counts as straight: fine in the middle of a long lens only, and "
        "for markers at the height of these points");
  }
  const std::vector<KnownMarker> known = known_markers(arguments);
  std::vector<FloorPoint> points;
  for (const std::string& text : arguments.pixels) points.push_back(parse_pixel(text));
  if (known.empty() && points.empty())
    reject_command("which points of the floor are known? --marker, --pixel or --projector");
  if (!known.empty()) {
    const auto seen = look_for(known, arguments, camera);
    points.insert(points.end(), seen.begin(), seen.end());
  }
  const auto fit = fit_floor(points, camera.lens);
  if (!fit) fail_calibration(fit.error());
  for (std::size_t i = 0; i < points.size(); ++i)
    fmt::print("{:<24} {:8.3f} {:8.3f} m  {:6.1f} mm off\n", points[i].name, points[i].in_room.x,
               points[i].in_room.y, fit->off_mm[i]);
  std::string found = fmt::format("{} points, {:.1f} mm and {:.2f} pixels off", points.size(),
                                  fit->rms_mm, fit->rms_px);
  if (!fit->is_checked) {
    log(LogLevel::warning,
        "four points fit whatever was measured; a fifth one tells how exact they are");
    found += " (four points always fit)";
  }
  fmt::print("{}\n", found);
  CameraCalibration calibration = fit->calibration;
  calibration.width_px = camera.width_px;
  calibration.height_px = camera.height_px;
  write_or_exit(
      arguments.file,
      calibration_text(calibration, {"A camera above a floor, by tandem calibrate floor.", found}));
}

}  // namespace

void add_calibrate_floor(CLI::App& group) {
  CLI::App* command = group.add_subcommand(
      "floor", "Measure where a camera stands, by points of the floor that are known");
  const auto arguments = std::make_shared<FloorArguments>();
  command->add_option("--camera", arguments->camera,
                      "The camera's lens, as tandem calibrate camera wrote it");
  command->add_option("--marker", arguments->markers,
                      "A marker that lies at a measured place: ID=X,Y in metres of the room, or "
                      "ID=X,Y,HEIGHT; four times or more");
  command->add_option("--pixel", arguments->pixels,
                      "A place that was found in a picture by hand: COLUMN,ROW=X,Y");
  command->add_option("--projector", arguments->projector,
                      "A projector's calibration, whose pattern (calibrate print --projector) lies "
                      "on the floor");
  command->add_option("--dictionary", arguments->dictionary, "Of the markers")
      ->capture_default_str();
  command->add_option("--pictures", arguments->pictures, "How many are looked at, at the most")
      ->check(CLI::Range(1, 10000))
      ->capture_default_str();
  add_source_options(*command, arguments->source);
  command->add_option("-o,--output", arguments->file, "YAML file to write")->capture_default_str();
  command->callback([arguments] { calibrate_floor(*arguments); });
}

}  // namespace tandem
