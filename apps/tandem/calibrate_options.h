// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "calibrating/board.h"
#include "calibration/camera_calibration.h"

namespace tandem {

// The parts of `tandem calibrate`, each in a file of its own.
void add_calibrate_camera(CLI::App& group);
void add_calibrate_floor(CLI::App& group);
void add_calibrate_marker(CLI::App& group);
void add_calibrate_print(CLI::App& group);

// A board as said on the command line.
struct BoardChoice {
  std::string pattern = "charuco";
  std::string squares = "8x6";
  double square_mm = 30;
  double marker_share = 0.75;
  std::string dictionary = "4x4_50";
};
void add_board_options(CLI::App& command, BoardChoice& choice);
// Ends the command with a sentence where there is no such board.
BoardConfig chosen_board(const BoardChoice& choice);
const MarkerDictionary& chosen_dictionary(const std::string& name);

// A calibration that a command begins with; ends it with what is wrong with the file.
CameraCalibration calibration_of(const std::filesystem::path& file);
// Writes a file and says so; ends the command where it cannot be written.
void write_or_exit(const std::filesystem::path& file, const std::string& text);
[[noreturn]] void fail_calibration(const std::string& sentence);

}  // namespace tandem
