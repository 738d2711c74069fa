// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "results/run_result.h"

namespace tandem::reports {

// A picture of a result, as it was read from its file.
struct PictureFile {
  Picture picture;
  std::string jpeg;
};

// One run on a map.
struct MappedRun {
  const RunResult* result = nullptr;
  std::string label;  // in the legend; empty: by its robots
};

// The world from above with the ways that were gone: of one run with marks that can be moved
// through time, of many as a bundle in which those that did not pass stand out.
std::string top_view(const std::vector<MappedRun>& runs, const PictureFile* floor);

}  // namespace tandem::reports
