// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/result.h"
#include "recording/byte_writer.h"
#include "scenario/source.h"
#include "simulation/frame.h"

namespace tandem {

// The version of the bytes below, which recordings carry (docs/recording.md).
constexpr std::uint32_t inputs_version = 1;

// What came from outside before a frame, to the bit. A thing that was spawned is kept as what was
// asked for, not as all of its triangles: its files travel as attachments.
void write_inputs(ByteWriter& to, const Inputs& inputs);

using Thing = std::variant<ModelInstance, RobotConfig>;
// Reads a thing again, or says why it cannot be had.
using ThingReader = std::function<Result<Thing>(const ThingSource&)>;

// And back. Nothing in the bytes is trusted.
Result<Inputs> read_inputs(std::span<const std::byte> bytes, const ThingReader& read_thing);

}  // namespace tandem
