// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "results/run_result.h"
#include "simulation/frame.h"

namespace tandem {

struct FilmOptions {
  Duration last = 6s;             // how much of the end becomes a film
  Duration period = 200ms;        // between two of its pictures
  std::size_t most_moments = 12;  // pictures of single moments
  int width_px = 640;
  int height_px = 400;
  int quality = 72;  // of JPEG
};

// Remembers moments of a run, and draws them when it is over. Remembering costs next to nothing:
// the poses of a step share what did not change with those of the step before.
class Film {
 public:
  explicit Film(const FilmOptions& options = {}) : options_(options) {}

  // After every step, and with a caption after one that is worth a picture of its own.
  void add(const Frame& frame, const std::string& caption = {});

  // Draws the world from above, the moments and, where it is wanted, the end as a film, into JPEG
  // files whose names begin with `stem`. They are told as a result has them. The same frames give
  // the same files.
  Result<std::vector<Picture>> develop(const std::filesystem::path& folder, const std::string& stem,
                                       bool wants_film) const;

 private:
  struct Moment {
    std::string caption;
    SimTime time{};
    std::shared_ptr<const Scenario> scenario;
    std::shared_ptr<const EntityList> entities;
    PoseTable world_from_body;
    std::shared_ptr<const PaintImage> paint;
    std::optional<Vec3> robot;  // where the first one is
    double robot_radius_m = 0;
  };
  class Darkroom;

  static Moment moment_of(const Frame& frame, std::string caption);

  const FilmOptions options_;
  std::optional<Moment> first_;
  std::deque<Moment> end_;
  std::vector<Moment> moments_;
  std::optional<Picture::Area> gone_;  // where the first robot has been
};

}  // namespace tandem
