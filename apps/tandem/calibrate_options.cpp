// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "calibrate_options.h"

#include <fmt/format.h>

#include <cstdio>

#include "base/log.h"
#include "companion_options.h"
#include "scenario/calibration_file.h"
#include "scenario/whole_file.h"

namespace tandem {

void add_board_options(CLI::App& command, BoardChoice& choice) {
  command.add_option("--board", choice.pattern, "charuco or chessboard")
      ->check(CLI::IsMember({"charuco", "chessboard"}))
      ->capture_default_str();
  command.add_option("--squares", choice.squares, "COLUMNSxROWS of squares, not of corners")
      ->capture_default_str();
  command.add_option("--square", choice.square_mm, "Side of a square in millimetres, measured")
      ->capture_default_str();
  command
      .add_option("--marker-share", choice.marker_share,
                  "Side of a ChArUco board's markers, of a square's")
      ->capture_default_str();
  command.add_option("--dictionary", choice.dictionary, "Of markers, as in docs/tracking.md")
      ->capture_default_str();
}

const MarkerDictionary& chosen_dictionary(const std::string& name) {
  const MarkerDictionary* dictionary = find_dictionary(name);
  if (!dictionary)
    reject_command(
        fmt::format("there is no dictionary '{}'; there are {}", name, dictionary_names()));
  return *dictionary;
}

BoardConfig chosen_board(const BoardChoice& choice) {
  BoardConfig board{
      .pattern = choice.pattern == "charuco" ? BoardPattern::charuco : BoardPattern::chessboard,
      .square_m = 1e-3 * choice.square_mm,
      .marker_share = choice.marker_share,
      .dictionary = &chosen_dictionary(choice.dictionary)};
  char rest = 0;
  if (std::sscanf(choice.squares.c_str(), "%dx%d%c", &board.columns, &board.rows, &rest) != 2)
    reject_command(
        fmt::format("--squares takes a number each way such as 8x6; not '{}'", choice.squares));
  if (const auto problem = problem_of(board)) reject_command(*problem);
  return board;
}

CameraCalibration calibration_of(const std::filesystem::path& file) {
  Findings findings;
  const auto calibration = read_calibration_file(file, findings);
  for (const Finding& finding : findings.all()) fmt::print(stderr, "{}\n", to_string(finding));
  if (!calibration) throw CLI::RuntimeError(1);
  return *calibration;
}

void write_or_exit(const std::filesystem::path& file, const std::string& text) {
  if (const auto error = write_whole_file(file, text)) fail_calibration("-o: " + error->message);
  log(LogLevel::info, fmt::format("wrote {}", file.string()));
}

void fail_calibration(const std::string& sentence) {
  log(LogLevel::error, sentence);
  throw CLI::RuntimeError(1);
}

}  // namespace tandem
