// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "render/renderer.h"
#include "simulation/simulation.h"

namespace tandem {

// A scenario for sensors to look at, in which everything that can move does so by script: physics
// is left out of what is measured.
class MovingScene {
 public:
  // Nothing when the scenario cannot be loaded; the reasons are on standard error.
  static std::unique_ptr<MovingScene> load(const std::string& scenario,
                                           const ScenarioOptions& options = {});

  // One tick further: things swing about their places. With `moves` false all stand still.
  void advance(bool moves = true);

  const RenderScene& scene() const { return scene_; }
  RayWorld& rays() { return *rays_; }
  const std::shared_ptr<RayWorld>& shared_rays() const { return rays_; }
  const Frame& frame() const { return frame_; }
  // Of the first robot; nothing without one.
  std::optional<EntityId> robot() const { return robot_; }
  Pose world_from_robot() const;
  std::size_t moving_bodies() const { return moving_.size(); }

 private:
  explicit MovingScene(std::shared_ptr<const Scenario> scenario);

  std::shared_ptr<const Scenario> scenario_;
  Simulation simulation_;
  Frame frame_;
  RenderScene scene_;
  std::shared_ptr<RayWorld> rays_;
  std::optional<EntityId> robot_;
  struct Moving {
    std::size_t body;
    Pose place;
  };
  std::vector<Moving> moving_;
  PoseTable poses_;
  int ticks_ = 0;
};

// How long a piece of work takes: the median of wall and CPU time over some seconds.
struct Timing {
  double wall_ms = 0;
  double cpu_ms = 0;
};
template <typename Work>
Timing median_time(Work&& work, double seconds = 1.5);

}  // namespace tandem

#include <algorithm>

#include "measure.h"

namespace tandem {

template <typename Work>
Timing median_time(Work&& work, double seconds) {
  std::vector<double> walls, cpus;
  work();
  const double begin = wall_seconds();
  while (walls.size() < 5 || wall_seconds() - begin < seconds) {
    const double wall = wall_seconds(), cpu = cpu_seconds();
    work();
    cpus.push_back(cpu_seconds() - cpu);
    walls.push_back(wall_seconds() - wall);
  }
  const auto median = [](std::vector<double>& values) {
    std::ranges::nth_element(values,
                             values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
    return 1000 * values[values.size() / 2];
  };
  return {median(walls), median(cpus)};
}

}  // namespace tandem
