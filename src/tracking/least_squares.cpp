// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tracking/least_squares.h"

#include <cmath>
#include <opencv2/core.hpp>

namespace tandem {

namespace {

double squares(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value * value;
  return sum;
}

cv::Mat column(const std::vector<double>& values) {
  return cv::Mat(values, true).reshape(1, static_cast<int>(values.size()));
}

// How residuals change with parameters; empty where a small change makes no sense.
cv::Mat slopes(const Residuals& residuals, const std::vector<double>& parameters,
               std::span<const double> steps, std::size_t rows) {
  cv::Mat result(static_cast<int>(rows), static_cast<int>(parameters.size()), CV_64F);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    std::vector<double> up = parameters, down = parameters;
    up[i] += steps[i], down[i] -= steps[i];
    const std::vector<double> above = residuals(up), below = residuals(down);
    if (above.size() != rows || below.size() != rows) return {};
    for (std::size_t row = 0; row < rows; ++row)
      result.at<double>(static_cast<int>(row), static_cast<int>(i)) =
          (above[row] - below[row]) / (2 * steps[i]);
  }
  return result;
}

}  // namespace

std::optional<Fit> least_squares(const Residuals& residuals, std::vector<double> start,
                                 std::span<const double> steps, int max_rounds) {
  Fit fit{std::move(start), {}, {}};
  fit.residuals = residuals(fit.parameters);
  if (fit.residuals.size() < fit.parameters.size()) return std::nullopt;
  double damping = 1e-3;
  cv::Mat normal;
  for (int round = 0; round < max_rounds; ++round) {
    const cv::Mat slope = slopes(residuals, fit.parameters, steps, fit.residuals.size());
    if (slope.empty()) return std::nullopt;
    normal = slope.t() * slope;
    const cv::Mat downhill = slope.t() * column(fit.residuals);
    bool is_better = false;
    double gain = 0;
    for (int attempt = 0; attempt < 8 && !is_better; ++attempt) {
      cv::Mat damped = normal.clone(), change;
      for (int i = 0; i < damped.rows; ++i) damped.at<double>(i, i) *= 1 + damping;
      if (!cv::solve(damped, downhill, change, cv::DECOMP_CHOLESKY)) return std::nullopt;
      std::vector<double> next = fit.parameters;
      for (std::size_t i = 0; i < next.size(); ++i)
        next[i] -= change.at<double>(static_cast<int>(i));
      std::vector<double> there = residuals(next);
      const double before = squares(fit.residuals), after = squares(there);
      if (there.size() == fit.residuals.size() && after <= before) {
        gain = before - after;
        fit.parameters = std::move(next);
        fit.residuals = std::move(there);
        damping *= 0.1;
        is_better = true;
      } else {
        damping *= 10;
      }
    }
    if (!is_better || gain <= 1e-12 * (1e-12 + squares(fit.residuals))) break;
  }
  cv::Mat inverse;
  if (normal.empty() || cv::invert(normal, inverse, cv::DECOMP_CHOLESKY) == 0) return std::nullopt;
  const double freedom = static_cast<double>(fit.residuals.size() - fit.parameters.size());
  const double variance = freedom > 0 ? squares(fit.residuals) / freedom : 0;
  for (int i = 0; i < inverse.rows; ++i)
    fit.deviations.push_back(std::sqrt(std::max(0.0, variance * inverse.at<double>(i, i))));
  for (const double value : fit.parameters)
    if (!std::isfinite(value)) return std::nullopt;
  return fit;
}

}  // namespace tandem
