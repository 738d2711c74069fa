// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "base/time.h"
#include "geometry/area.h"
#include "ports/board/board.h"
#include "ports/projector/plane_images.h"
#include "render/floor_view.h"
#include "render/render_scene.h"
#include "simulation/frame.h"

namespace tandem {

// Frames as a floor view takes them.

// Where a robot goes within some time at its velocity, from where it is.
Pose2 moved_on(const Pose2& world_from_robot, const Twist& velocity, Duration ahead);

// The robots of a frame, each moved on to the moment when the picture is seen. `observed` is what
// topics said; billboards of robots show what is said in their namespaces.
std::vector<FloorRobot> floor_robots(const Frame& frame, Duration ahead,
                                     std::span<const Observation> observed = {},
                                     const PlaneImages& images = {});

// How high the floor of an area is: the lowest of the ground in it.
double floor_height(const Scenario& scenario, const Area& area);

// What is shown of a scenario when nobody says otherwise: its projection, or 4 by 3 m around its
// origin.
ProjectionConfig projection_of(const Scenario& scenario);

// The scene of the newest frame, which survives changes of the world.
class FloorScene {
 public:
  const RenderScene& show(const Frame& frame);

 private:
  std::shared_ptr<const Scenario> scenario_;
  std::unique_ptr<RenderScene> scene_;
};

}  // namespace tandem
