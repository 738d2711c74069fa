// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <deque>
#include <optional>

#include "base/random.h"
#include "bench_list.h"
#include "measure.h"
#include "world/paint_layer.h"

namespace tandem {

namespace {

// 100 pens all over a floor of 10 by 10 m at 5 mm, each drawing at half a metre a second, in steps
// of 8 ms. Frames of the last ten steps are kept, as slow readers do.
BenchRow scattered_pens(double width_m, std::optional<double> target) {
  PaintLayer layer({.surface = "floor", .area = {{}, 10, 10}, .initial = {}});
  Random random(1, "paint bench");
  struct Pen {
    Vec2 at;
    double heading;
  };
  std::vector<Pen> pens;
  for (int i = 0; i < 100; ++i)
    pens.push_back({{random.uniform(-4, 4), random.uniform(-4, 4)}, random.uniform(0, 6)});

  std::deque<std::shared_ptr<const PaintImage>> frames{layer.share()};
  constexpr int warm_up = 250, steps = 1000;
  double start = 0, cpu = 0;
  std::size_t rects = 0;
  for (int step = 0; step < warm_up + steps; ++step) {
    if (step == warm_up) start = wall_seconds(), cpu = cpu_seconds();
    for (Pen& pen : pens) {
      pen.heading += random.uniform(-0.1, 0.1);
      const Vec2 next = pen.at + 0.004 * Vec2{std::cos(pen.heading), std::sin(pen.heading)};
      layer.apply(paint_stroke({pen.at, next}, width_m, {0.1f, 0.2f, 0.8f, 1}));
      pen.at = next;
    }
    auto image = layer.share();
    rects += image->changes_since(*frames.back()).size();
    frames.push_back(std::move(image));
    if (frames.size() > 10) frames.pop_front();
  }
  const double wall = wall_seconds() - start;
  cpu = cpu_seconds() - cpu;
  if (rects == 0) return failed("100 strokes", "nothing was painted");
  return {.what = fmt::format("100 strokes {:.0f} cm wide all over a floor of 10 by 10 m",
                              100 * width_m),
          .value = wall / steps * 1000,
          .unit = "ms/step",
          .target = target,
          .note = fmt::format("{:.3f} ms CPU; edits, digest, changes and a frame's image",
                              cpu / steps * 1000)};
}

BenchRow one_color() {
  PaintLayer layer({.surface = "floor", .area = {{}, 80, 80}, .initial = {}});
  auto before = layer.share();
  constexpr int rounds = 20;
  const double start = wall_seconds();
  for (int i = 0; i < rounds; ++i) {
    layer.apply(paint_fill(PaintEverywhere{}, {i % 2 ? 1.0f : 0.5f, 0, 0, 1}));
    auto after = layer.share();
    if (after->changes_since(*before).size() != 1) return failed("fill", "no change was seen");
    before = std::move(after);
  }
  return {.what = "filling 80 by 80 m, 256 million pixels",
          .value = (wall_seconds() - start) / rounds * 1000,
          .unit = "ms",
          .note = {}};
}

}  // namespace

std::vector<BenchRow> bench_paint() {
  return {scattered_pens(0.02, 0.2), scattered_pens(0.1, {}), one_color()};
}

}  // namespace tandem
