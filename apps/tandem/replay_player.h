// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <stop_token>

#include "ports/record/replay_tape.h"
#include "simulation/frame.h"
#include "simulation/run_control.h"

namespace tandem {

struct PlayerOptions {
  double speed = 1;                    // as Pacer has it
  std::optional<Duration> until;       // of the recording, from its start
  bool is_watched = false;             // somebody looks: it stays at its end until it is stopped
  bool stops_at_a_difference = false;  // as soon as it is known what differs
};

// How a replay went.
struct PlayerReport {
  Duration simulated{};  // of the recording, as far as it came
  Duration wall{};
  std::uint64_t state_hash = 0;  // of the last frame that was shown
};

// Shows a recorded run to people: frames out as fast as they want them, at once where they jump to.
// What they ask of the world is not done, as it is over.
PlayerReport play(ReplayTape& tape, std::shared_ptr<const Frame> first,
                  std::span<Sink* const> sinks, Sink& events, Inbox& inbox, RunControl& control,
                  const PlayerOptions& options, const std::stop_token& stop);

}  // namespace tandem
