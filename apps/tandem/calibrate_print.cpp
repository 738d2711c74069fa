// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "base/log.h"
#include "calibrate_options.h"
#include "calibrating/drawing.h"
#include "calibrating/floor_pattern.h"
#include "companion_options.h"
#include "scenario/image.h"
#include "scenario/projector_file.h"

namespace tandem {

namespace {

struct PrintArguments {
  BoardChoice board;
  std::optional<int> marker;
  double size_mm = 120;
  std::optional<std::string> projector;
  std::string file = "board.pdf";
};

void print_pattern(const PrintArguments& arguments) {
  Findings findings;
  const auto projector = read_projector_file(*arguments.projector, findings);
  for (const Finding& finding : findings.all()) fmt::print(stderr, "{}\n", to_string(finding));
  if (!projector) throw CLI::RuntimeError(1);
  if (!arguments.file.ends_with(".png")) reject_command("a projector shows a picture: -o FILE.png");
  const auto image = draw_floor_pattern(*projector, chosen_dictionary(arguments.board.dictionary));
  if (!image) fail_calibration(image.error());
  if (const auto written = write_png(arguments.file, *image); !written)
    fail_calibration("-o: " + written.error());
  log(LogLevel::info,
      fmt::format("wrote {}: show it on the projector, in full and unscaled", arguments.file));
}

void calibrate_print(const PrintArguments& arguments) {
  if (arguments.projector) return print_pattern(arguments);
  const MarkerDictionary& dictionary = chosen_dictionary(arguments.board.dictionary);
  if (arguments.marker &&
      (*arguments.marker < 0 || *arguments.marker >= static_cast<int>(dictionary.codes.size())))
    reject_command(fmt::format("{} has the markers 0 to {}, no {}", dictionary.name,
                               dictionary.codes.size() - 1, *arguments.marker));
  const Drawing drawing = arguments.marker
                              ? draw_marker(dictionary, *arguments.marker, 1e-3 * arguments.size_mm)
                              : draw(chosen_board(arguments.board));
  const bool is_svg = arguments.file.ends_with(".svg");
  if (!is_svg && !arguments.file.ends_with(".pdf"))
    reject_command("-o takes a .pdf or an .svg file");
  write_or_exit(arguments.file, is_svg ? svg_of(drawing) : pdf_of(drawing));
  log(LogLevel::info,
      fmt::format("{:.0f} x {:.0f} mm: print it at 100 %, measure it, and say what you measured",
                  drawing.width_mm, drawing.height_mm));
}

}  // namespace

void add_calibrate_print(CLI::App& group) {
  CLI::App* command = group.add_subcommand(
      "print", "Draw a board, a marker or a projector's pattern at its exact size");
  const auto arguments = std::make_shared<PrintArguments>();
  add_board_options(*command, arguments->board);
  CLI::Option* marker =
      command->add_option("--marker", arguments->marker, "A marker of this number, not a board");
  command->add_option("--size", arguments->size_mm, "Black side of that marker in millimetres")
      ->check(CLI::Range(5.0, 5000.0))
      ->capture_default_str();
  command
      ->add_option("--projector", arguments->projector,
                   "The picture of a projector with this calibration, for calibrate floor")
      ->excludes(marker);
  command
      ->add_option("-o,--output", arguments->file, "PDF or SVG file to write; PNG of a projector")
      ->capture_default_str();
  command->callback([arguments] { calibrate_print(*arguments); });
}

}  // namespace tandem
