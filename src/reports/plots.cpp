// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "reports/plots.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "reports/html.h"

namespace tandem::reports {

namespace {

constexpr double width = 960;            // of charts over time, in units of their drawing
constexpr double left = 62;              // room for the numbers of the vertical axis
constexpr std::size_t most_letters = 8;  // that fit into it
constexpr double plot_right = 800;
constexpr std::size_t most_points = 1200;  // more are not seen

double x_of(const Axis& time, double seconds) {
  return left + time.share(seconds) * (plot_right - left);
}

// Of many points those that show the shape: the least and the largest of each stretch.
std::vector<std::size_t> thinned(const std::vector<double>& values) {
  std::vector<std::size_t> kept;
  const std::size_t stretch = std::max<std::size_t>(1, 2 * values.size() / most_points);
  for (std::size_t begin = 0; begin < values.size(); begin += stretch) {
    const std::size_t end = std::min(values.size(), begin + stretch);
    std::size_t least = begin, largest = begin;
    for (std::size_t i = begin; i < end; ++i) {
      if (values[i] < values[least]) least = i;
      if (values[i] > values[largest]) largest = i;
    }
    kept.push_back(std::min(least, largest));
    if (least != largest) kept.push_back(std::max(least, largest));
  }
  return kept;
}

std::string time_marks(const Axis& time, double top, double bottom) {
  std::string svg;
  for (const double mark : time.marks) {
    const double x = x_of(time, mark);
    svg += fmt::format(
        "<line class=\"grid\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1:.1f}\" y2=\"{2:.1f}\"/>"
        "<text class=\"tick\" x=\"{0:.1f}\" y=\"{3:.1f}\" text-anchor=\"middle\">{4}</text>",
        x, top, bottom, bottom + 14, time.label(mark));
  }
  return svg + fmt::format("<text class=\"tick\" x=\"{:.1f}\" y=\"{:.1f}\">s</text>",
                           plot_right + 6, bottom + 14);
}

std::vector<int> count_in(const Axis& axis, const std::vector<double>& values, int bins) {
  std::vector<int> counts(static_cast<std::size_t>(bins));
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    const int bin = static_cast<int>(std::floor(axis.share(value) * bins));
    ++counts[static_cast<std::size_t>(std::clamp(bin, 0, bins - 1))];
  }
  return counts;
}

std::vector<double> finite(const std::vector<double>& values) {
  std::vector<double> kept;
  std::ranges::copy_if(values, std::back_inserter(kept), [](double v) { return std::isfinite(v); });
  return kept;
}

// The numbers below an axis, none beyond the edges of the drawing or over another.
std::string marks_below(const Axis& axis, double from, double to, double y, double drawing_width) {
  constexpr double letter = 6.6, gap = 6;
  std::string svg;
  double taken = -gap;
  for (const double mark : axis.marks) {
    const std::string text = axis.label(mark);
    const double half = letter * static_cast<double>(text.size()) / 2;
    const double x = std::clamp(from + axis.share(mark) * (to - from), std::min(half, to),
                                std::max(half, drawing_width - half));
    if (x - half < taken + gap) continue;
    taken = x + half;
    svg += fmt::format(
        "<text class=\"tick\" x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>", x, y, text);
  }
  return svg;
}

Axis axis_around(const std::vector<double>& values, std::optional<double> low,
                 std::optional<double> high, int about_marks) {
  std::vector<double> all = finite(values);
  for (const auto& limit : {low, high})
    if (limit && std::isfinite(*limit)) all.push_back(*limit);
  if (all.empty()) all = {0, 1};
  const auto [least, largest] = std::ranges::minmax(all);
  const double room = 0.04 * (largest - least);
  return make_axis(least - room, largest + room, about_marks);
}

}  // namespace

std::string Axis::label(double mark) const {
  const double step = marks.size() > 1 ? marks[1] - marks[0] : 1;
  if (std::abs(mark) >= 1e6 || step < 1e-9) return fmt::format("{:.3g}", mark);
  const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
  return fmt::format("{:.{}f}", mark, decimals);
}

Axis make_axis(double low, double high, int about_marks) {
  if (!std::isfinite(low) || !std::isfinite(high)) low = 0, high = 1;
  if (high - low < 1e-9 * std::max(1.0, std::abs(low) + std::abs(high))) {
    const double half = std::max(0.5, std::abs(low) * 0.1);
    low -= half;
    high += half;
  }
  Axis axis{low, high, {}};
  const double rough = (high - low) / std::max(1, about_marks);
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  double step = 10 * power;
  for (const double nice : {1.0, 2.0, 5.0})
    if (nice * power >= rough) {
      step = nice * power;
      break;
    }
  for (double n = std::ceil(low / step - 1e-9); n * step <= high + 1e-9 * step; ++n)
    axis.marks.push_back(n == 0 ? 0 : n * step);
  return axis;
}

std::string series_chart(const Series& series, double end_s, std::span<const double> moments) {
  constexpr double top = 12, bottom = 150, height = 176;
  const Axis time = make_axis(0, std::max(end_s, 1e-3), 10);
  const Axis axis = axis_around(series.values, series.low, series.high, 5);
  const auto y_of = [&](double value) {
    return bottom - std::clamp(axis.share(value), 0.0, 1.0) * (bottom - top);
  };
  std::string svg = fmt::format(
      "<figure class=\"chart\"><figcaption><b>{}</b>{}</figcaption><svg viewBox=\"0 0 {} {}\" "
      "role=\"img\" aria-label=\"{} over time\" class=\"timed\">",
      escaped(series.name), series.unit.empty() ? "" : fmt::format(" in {}", escaped(series.unit)),
      width, height, escaped(series.name));

  // what was allowed
  if (series.low || series.high) {
    const double from = y_of(series.high.value_or(axis.high)),
                 to = y_of(series.low.value_or(axis.low));
    svg += fmt::format(
        "<rect class=\"allowed\" x=\"{}\" y=\"{:.1f}\" width=\"{}\" height=\"{:.1f}\"/>", left,
        from, plot_right - left, std::max(1.0, to - from));
    for (const auto& limit : {series.low, series.high})
      if (limit && std::isfinite(*limit))
        svg += fmt::format(
            "<line class=\"limit\" x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\"/>", left,
            plot_right, y_of(*limit));
  }
  svg += time_marks(time, top, bottom);
  for (const double mark : axis.marks)
    svg += fmt::format(
        "<line class=\"grid\" x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\"/>"
        "<text class=\"tick\" x=\"{3}\" y=\"{4:.1f}\" text-anchor=\"end\"{5}>{6}</text>",
        left, plot_right, y_of(mark), left - 7, y_of(mark) + 4,
        axis.label(mark).size() > most_letters
            ? " textLength=\"54\" lengthAdjust=\"spacingAndGlyphs\""
            : "",
        axis.label(mark));
  for (const double moment : moments)
    svg +=
        fmt::format("<line class=\"moment\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1}\" y2=\"{2}\"/>",
                    x_of(time, moment), top, bottom);

  // the value; what is no number interrupts it
  std::string path;
  bool is_drawing = false;
  const std::size_t count = std::min(series.values.size(), series.times_s.size());
  for (const std::size_t i : thinned(series.values)) {
    if (i >= count || !std::isfinite(series.values[i])) {
      is_drawing = false;
      continue;
    }
    path += fmt::format("{}{:.1f} {:.1f}", is_drawing ? "L" : "M", x_of(time, series.times_s[i]),
                        y_of(series.values[i]));
    is_drawing = true;
  }
  svg += fmt::format("<path class=\"line\" d=\"{}\"/>", path);
  svg +=
      fmt::format("<line class=\"cursor\" y1=\"{}\" y2=\"{}\" data-x0=\"{}\" data-x1=\"{:.1f}\"/>",
                  top, bottom, left, x_of(time, end_s));

  // how often it was there
  constexpr int bins = 18;
  const std::vector<int> counts = count_in(axis, series.values, bins);
  const int most = std::max(1, *std::ranges::max_element(counts));
  const double bin_height = (bottom - top) / bins;
  svg += fmt::format("<text class=\"tick\" x=\"{}\" y=\"{}\">how often</text>", plot_right + 30,
                     bottom + 14);
  for (int bin = 0; bin < bins; ++bin) {
    const int n = counts[static_cast<std::size_t>(bin)];
    if (n > 0)
      svg += fmt::format(
          "<rect class=\"bar\" x=\"{}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>",
          plot_right + 30, bottom - (bin + 1) * bin_height + 0.5, std::max(1.0, 120.0 * n / most),
          bin_height - 1);
  }
  return svg + "</svg></figure>\n";
}

std::string histogram(const Counted& counted) {
  constexpr double w = 300, top = 8, bottom = 92, height = 116, from = 28, to = 292;
  std::vector<double> all = finite(counted.values);
  if (all.empty()) return {};
  const Axis axis = axis_around(all, {}, {}, 5);
  const int bins =
      std::clamp(static_cast<int>(std::sqrt(static_cast<double>(all.size())) * 1.5) + 3, 6, 24);
  const std::vector<int> counts = count_in(axis, all, bins);
  const std::vector<int> bad = count_in(axis, counted.bad, bins);
  const int most = std::max(1, *std::ranges::max_element(counts));
  std::string svg =
      fmt::format("<svg viewBox=\"0 0 {} {}\" class=\"histogram\" role=\"img\">", w, height);
  for (const double mark : axis.marks) {
    const double x = from + axis.share(mark) * (to - from);
    svg += fmt::format("<line class=\"grid\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1}\" y2=\"{2}\"/>",
                       x, top, bottom);
  }
  svg += marks_below(axis, from, to, bottom + 15, w);
  svg += fmt::format("<text class=\"tick\" x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>",
                     from - 5, top + 8, most);
  const double bin_width = (to - from) / bins;
  for (int bin = 0; bin < bins; ++bin) {
    const auto index = static_cast<std::size_t>(bin);
    const double x = from + bin * bin_width;
    const auto bar = [&](int n, double base, std::string_view css) {
      const double h = (bottom - top) * n / most;
      if (n > 0)
        svg += fmt::format(
            "<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>",
            css, x + 0.5, base - h, bin_width - 1, h);
      return base - h;
    };
    bar(bad[index], bar(counts[index] - bad[index], bottom, "bar"), "bar bad");
  }
  return svg + "</svg>";
}

std::string timeline_chart(const std::vector<TimelineEntry>& timeline, double end_s) {
  if (timeline.empty()) return {};
  using Kind = TimelineEntry::Kind;
  constexpr std::array<std::pair<Kind, std::string_view>, 5> rows{{{Kind::event, "mission"},
                                                                   {Kind::goal, "goals"},
                                                                   {Kind::program, "programs"},
                                                                   {Kind::world, "world"},
                                                                   {Kind::verdict, "verdicts"}}};
  constexpr double row_height = 26, top = 6;
  const Axis time = make_axis(0, std::max(end_s, 1e-3), 10);
  std::string marks;
  double y = top;
  for (const auto& [kind, name] : rows) {
    if (std::ranges::count(timeline, kind, &TimelineEntry::kind) == 0) continue;
    const double middle = y + row_height / 2;
    marks += fmt::format(
        "<line class=\"lane\" x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\"/><text "
        "class=\"tick\" "
        "x=\"{3}\" y=\"{4:.1f}\" text-anchor=\"end\">{5}</text>",
        left, plot_right, middle, left - 7, middle + 4, name);
    for (std::size_t i = 0; i < timeline.size(); ++i) {
      const TimelineEntry& entry = timeline[i];
      if (entry.kind != kind) continue;
      marks += fmt::format(
          "<a href=\"#e{}\"><circle class=\"{}{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\"><title>{}: "
          "{}</title></circle></a>",
          i, name_of(kind), entry.is_bad ? " bad" : "", x_of(time, entry.time_s), middle,
          time_text(entry.time_s), escaped(entry.text));
    }
    y += row_height;
  }
  return fmt::format(
      "<figure class=\"chart\"><svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"what happened "
      "when\" "
      "class=\"timed\">{}{}<line class=\"cursor\" y1=\"{}\" y2=\"{:.1f}\" data-x0=\"{}\" "
      "data-x1=\"{:.1f}\"/></svg></figure>\n",
      width, y + 24, time_marks(time, top, y), marks, top, y, left, x_of(time, end_s));
}

std::string strips(const std::vector<double>& before, const std::vector<double>& after) {
  constexpr double w = 300, from = 8, to = 292;
  std::vector<double> all = before;
  all.insert(all.end(), after.begin(), after.end());
  if (finite(all).empty()) return {};
  const Axis axis = axis_around(all, {}, {}, 5);
  const auto x_at = [&](double value) { return from + axis.share(value) * (to - from); };
  std::string svg = fmt::format("<svg viewBox=\"0 0 {} 62\" class=\"histogram\" role=\"img\">", w);
  for (const double mark : axis.marks)
    svg += fmt::format("<line class=\"grid\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"2\" y2=\"44\"/>",
                       x_at(mark));
  svg += marks_below(axis, from, to, 58, w);
  const auto strip = [&](const std::vector<double>& values, double y, std::string_view css) {
    const std::vector<double> good = finite(values);
    for (const double value : good)
      svg +=
          fmt::format("<line class=\"{0}\" x1=\"{1:.1f}\" x2=\"{1:.1f}\" y1=\"{2}\" y2=\"{3}\"/>",
                      css, x_at(value), y, y + 16);
    if (good.empty()) return;
    const double mean =
        std::accumulate(good.begin(), good.end(), 0.0) / static_cast<double>(good.size());
    svg += fmt::format("<circle class=\"mean {}\" cx=\"{:.1f}\" cy=\"{}\" r=\"4.5\"/>", css,
                       x_at(mean), y + 8);
  };
  strip(before, 4, "before");
  strip(after, 25, "after");
  return svg + "</svg>";
}

}  // namespace tandem::reports
