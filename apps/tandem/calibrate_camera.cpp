// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>

#include "base/log.h"
#include "calibrate_options.h"
#include "calibrating/camera_guide.h"
#include "scenario/calibration_file.h"
#include "source_options.h"
#include "stop_signals.h"

namespace tandem {

namespace {

struct CameraArguments {
  BoardChoice board;
  SourceChoice source;
  std::string lens = "plumb_bob";
  int views = 8;
  std::string file = "camera.yaml";
};

void say_progress(const CameraGuide& guide, const std::string& name) {
  fmt::print("{} taken, {} views\n", name, guide.views());
  for (const std::string& line : guide.map()) fmt::print("  {}\n", line);
  fmt::print("{}\n", guide.advice());
  std::fflush(stdout);
}

void calibrate_camera(const CameraArguments& arguments) {
  const BoardConfig board = chosen_board(arguments.board);
  PictureSource source = chosen_source(arguments.source, {});
  // a folder is looked at as it is, and whole
  const bool is_recorded = !source.folder.empty() || !source.film.empty();
  if (is_recorded) source.pace = FilmPace::fastest;
  if (describe(source) == "nowhere")
    fail_calibration("where do pictures come from? --device, --topic, --film or --folder");
  StopSignals signals;
  const auto pictures = open_source(source);
  CameraGuide guide({.board = board,
                     .lens = arguments.lens == "fisheye" ? LensType::fisheye : LensType::plumb_bob,
                     .min_views = arguments.views});
  fmt::print(
      "Move {} with squares of {:g} mm about in front of the camera: to all edges of the picture,\n"
      "near enough to fill a third of it, tilted to all sides. Hold it still for each "
      "picture.\n{}\n",
      describe(board), 1e3 * board.square_m, guide.advice());
  std::fflush(stdout);
  std::string told;
  while (is_recorded || !guide.is_enough()) {
    const auto picture = pictures->next(signals.token());
    if (!picture) break;
    const auto answer = *picture ? guide.look((*picture)->image, (*picture)->name)
                                 : CameraGuide::Answer{false, picture->error()};
    if (answer.is_taken) {
      say_progress(guide, (*picture)->name);
      told.clear();
    } else if (is_recorded || answer.why != told) {
      told = answer.why;
      fmt::print("{}: {}\n", *picture ? (*picture)->name : "a picture", told);
      std::fflush(stdout);
    }
  }
  const auto outcome = guide.finish();
  if (!outcome) fail_calibration(outcome.error());
  for (const std::string& remark : outcome->remarks) log(LogLevel::warning, remark);
  const LensFit& fit = outcome->fit;
  const std::string found = fmt::format(
      "{} views, corners {:.3f} pixels off ({:.3f} mm at the board), the lens known to "
      "{:.2f} pixels",
      fit.camera_from_board.size(), fit.off_px, fit.off_mm, fit.uncertain_px);
  fmt::print("{}\n", found);
  write_or_exit(
      arguments.file,
      calibration_text(
          {.lens = fit.lens, .width_px = outcome->width_px, .height_px = outcome->height_px},
          {"A camera's lens, by tandem calibrate camera.",
           fmt::format("{}, squares of {:g} mm", describe(board), 1e3 * board.square_m), found,
           "tandem calibrate floor adds where the camera is."}));
}

}  // namespace

void add_calibrate_camera(CLI::App& group) {
  CLI::App* command =
      group.add_subcommand("camera", "Measure a camera's lens by a board of squares");
  const auto arguments = std::make_shared<CameraArguments>();
  add_board_options(*command, arguments->board);
  add_source_options(*command, arguments->source);
  command->add_option("--lens", arguments->lens, "plumb_bob, or fisheye beyond some 120 degrees")
      ->check(CLI::IsMember({"plumb_bob", "fisheye"}))
      ->capture_default_str();
  command->add_option("--views", arguments->views, "The least number of views")
      ->check(CLI::Range(4, 200))
      ->capture_default_str();
  command->add_option("-o,--output", arguments->file, "YAML file to write")->capture_default_str();
  command->callback([arguments] { calibrate_camera(*arguments); });
}

}  // namespace tandem
