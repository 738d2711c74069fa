// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "results/run_result.h"

namespace tandem::reports {

// Where values are along an axis, with marks at round numbers.
struct Axis {
  double low = 0;
  double high = 1;
  std::vector<double> marks;

  double share(double value) const { return (value - low) / (high - low); }
  // A mark with as many decimals as all of them need.
  std::string label(double mark) const;
};
// About so many marks; never empty, whatever the values are.
Axis make_axis(double low, double high, int about_marks);

// A value over time, what was allowed as a band, and beside it how often it had which value.
// `moments` are marked on it.
std::string series_chart(const Series& series, double end_s, std::span<const double> moments);

// How often values were where; those of `bad` among them in another colour.
struct Counted {
  std::vector<double> values;
  std::vector<double> bad;
};
std::string histogram(const Counted& counted);

// What happened when: one row for each kind.
std::string timeline_chart(const std::vector<TimelineEntry>& timeline, double end_s);

// Two sets of values as rows of ticks on one axis, with their means.
std::string strips(const std::vector<double>& before, const std::vector<double>& after);

}  // namespace tandem::reports
