// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ports/projector/projector_port.h"
#include "scenario/scenario.h"
#include "sensors/suite.h"

namespace tandem {

// What a person said about projectors when starting a run.
struct ProjectorChoice {
  bool is_on = false;
  bool is_headless = false;  // nothing may open a window
  std::vector<std::string> calibrations;
  std::vector<int> monitors;
  std::optional<std::string> area;
  bool has_no_vsync = false;
  std::vector<std::string> cameras;
};

void add_projector_options(CLI::App& command, ProjectorChoice& choice);

// The floor that is shown, through a calibration file or straight down. Ends the command with a
// sentence where something is wrong.
struct FloorChoice {
  std::optional<std::string> calibration_file;
  std::optional<std::string> area;  // "4x3", "4x3@1,2" or "4x3@1,2,90"
  std::optional<std::string> size;  // "1280x800"
};
ProjectorCalibration floor_calibration(const FloorChoice& choice, const Scenario& scenario);

// What was chosen, checked: nothing without projectors. Ends the command with a sentence where
// something is wrong.
std::optional<ProjectorOptions> projector_options(const ProjectorChoice& choice,
                                                  const Scenario& scenario);
// A window for each projector. Null without them.
std::unique_ptr<ProjectorPort> open_projectors(std::optional<ProjectorOptions> options,
                                               const Board* board, const RunControl& run);
// The cameras that look for the planes behind robots, as long as the claims last.
std::vector<SensorInterest::Claim> claim_cameras(const ProjectorChoice& choice,
                                                 const SensorList& sensors,
                                                 SensorInterest& interest);
// How it went.
void report_on(const ProjectorPort& port);

}  // namespace tandem
