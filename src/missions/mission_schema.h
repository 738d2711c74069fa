// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "scenario/schema.h"

namespace tandem {

// The keys of mission files. docs/mission-format.md has a heading for each section and explains
// each key under it.
namespace mission_schema {

extern const Section mission, condition, expectation, event, watch, place, goal, drive, tracker,
    message, map;

}  // namespace mission_schema

std::vector<Section> all_mission_sections();

}  // namespace tandem
