// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace tandem {

// Differences between what was measured and what parameters would give; empty where the parameters
// make no sense.
using Residuals = std::function<std::vector<double>(std::span<const double> parameters)>;

struct Fit {
  std::vector<double> parameters;
  std::vector<double> residuals;
  // How uncertain each parameter is, as a deviation, if residuals are noise of one size.
  std::vector<double> deviations;
};

// The parameters with the least sum of squares near `start` (Levenberg and Marquardt), by
// differences of `steps`. Nothing where the start makes no sense, or the measurements leave a
// parameter open.
std::optional<Fit> least_squares(const Residuals& residuals, std::vector<double> start,
                                 std::span<const double> steps, int max_rounds = 50);

}  // namespace tandem
