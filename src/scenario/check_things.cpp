// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/check_things.h"

#include <fmt/format.h>

#include <set>

#include "scenario/rigid_groups.h"

namespace tandem {

namespace {

// Without an end there is no inside, so these can carry others and nothing else.
void check_endless_shapes(const Model& model, const Link& link, Findings& findings) {
  for (const Collision& collision : link.collisions) {
    const bool is_plane = std::holds_alternative<Plane>(collision.shape);
    if (!is_plane && !std::holds_alternative<HeightfieldShape>(collision.shape)) continue;
    findings.error(collision.place,
                   fmt::format("collision '{}' is a {}, which cannot move: make the model '{}' "
                               "static",
                               collision.name, is_plane ? "plane" : "heightmap", model.name));
  }
}

void check_shapes(const Model& model, Findings& findings) {
  for (const RigidGroup& group : rigid_groups(model).groups) {
    if (!can_move(model, group)) continue;
    for (const std::size_t link : group.links)
      check_endless_shapes(model, model.links[link], findings);
  }
}

// A differential drive slides over the floor on its wheels, which do not turn.
std::vector<std::string> welded_joints(const DriveConfig& drive) {
  if (drive.type != DriveType::differential) return {};
  std::vector<std::string> joints = drive.left_joints;
  joints.insert(joints.end(), drive.right_joints.begin(), drive.right_joints.end());
  return joints;
}

}  // namespace

void check_things(const Scenario& scenario, Findings& findings) {
  std::set<const Model*> seen;
  for (const ModelInstance& instance : scenario.world.models) {
    if (!seen.insert(instance.model.get()).second) continue;
    check_moving_parts_have_mass(*instance.model, findings);
    check_shapes(*instance.model, findings);
  }
  for (const RobotConfig& robot : scenario.robots) {
    check_moving_parts_have_mass(*robot.model, findings, welded_joints(robot.drive));
    if (seen.insert(robot.model.get()).second) check_shapes(*robot.model, findings);
  }
}

}  // namespace tandem
