// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <string>

#include "film/film.h"
#include "middleware/node.h"
#include "missions/mission_script.h"
#include "results/run_result.h"

namespace tandem {

// How robot programs are made, by their names. Who calls knows which there are.
using ProgramMakers =
    std::map<std::string, std::function<std::shared_ptr<void>(const NodeOptions&)>>;

struct MissionRunOptions {
  std::uint64_t seed = 1;
  RobotMode mode = RobotMode::simulated;
  ProgramMakers programs;
  std::filesystem::path recording;                     // an MCAP file; empty: none
  Film* film = nullptr;                                // remembers it, so that it can be drawn
  std::map<std::string, std::string> environment;      // goes into the result, and the recording
  std::map<std::string, std::string> about_recording;  // goes into the recording only
  std::function<void(Duration)> on_progress;           // simulated time, some times a second
  std::stop_token stop;  // ends it before its time, with what is known
};

// Runs a mission in lockstep, as fast as it goes: world, network, stand-in and robot programs in
// this process. The same mission, seed and mode give the same result, but for its costs. What goes
// wrong is a verdict; nothing is thrown.
RunResult run_mission(const MissionScript& mission, const MissionRunOptions& options);

}  // namespace tandem
