// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/check_things.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "scenario/convexity.h"
#include "scenario/rigid_groups.h"

namespace tandem {

namespace {

// Says of one model what physics will do otherwise than its file says.
class ModelCheck {
 public:
  explicit ModelCheck(Findings& findings) : findings_(findings) {}

  void check(const Model& model) {
    for (const RigidGroup& group : rigid_groups(model).groups) {
      if (!can_move(model, group)) continue;
      check_drag(model, group);
      for (const std::size_t link : group.links)
        for (const Collision& collision : model.links[link].collisions)
          check_shape(model, collision);
    }
  }

 private:
  void check_shape(const Model& model, const Collision& collision) {
    const bool is_plane = std::holds_alternative<Plane>(collision.shape);
    if (is_plane || std::holds_alternative<HeightfieldShape>(collision.shape))
      findings_.error(collision.place,
                      fmt::format("collision '{}' is a {}, which cannot move: make the model '{}' "
                                  "static",
                                  collision.name, is_plane ? "plane" : "heightmap", model.name));
    const auto* mesh = std::get_if<MeshShape>(&collision.shape);
    if (!mesh || !mesh->mesh || is_convex(*mesh->mesh)) return;
    findings_.warn(collision.place,
                   fmt::format("collision '{}' is a mesh with hollows that can move: its convex "
                               "hull collides",
                               collision.name));
  }

  // One rigid body has one drag, that of its first link.
  void check_drag(const Model& model, const RigidGroup& group) {
    const Link& lead = model.links[group.links.front()];
    for (const std::size_t index : group.links) {
      const Link& link = model.links[index];
      if (link.linear_drag == lead.linear_drag && link.angular_drag == lead.angular_drag) continue;
      findings_.warn(link.place,
                     fmt::format("the velocity_decay of link '{}' is not used: it is fixed to "
                                 "'{}', whose velocity_decay counts for both",
                                 link.name, lead.name));
    }
  }

  bool is_convex(const Mesh& mesh) {
    const auto known = convex_.find(&mesh);
    if (known != convex_.end()) return known->second;
    return convex_[&mesh] = is_nearly_convex(mesh);
  }

  Findings& findings_;
  std::map<const Mesh*, bool> convex_;
};

std::vector<std::string> driven_joints(const DriveConfig& drive) {
  if (drive.type == DriveType::none) return {};
  std::vector<std::string> joints = drive.left_joints;
  joints.insert(joints.end(), drive.right_joints.begin(), drive.right_joints.end());
  return joints;
}

// Only a drive knows how hard and how fast its joints may turn.
void check_limits(const Model& model, const std::vector<std::string>& driven, Findings& findings) {
  if (model.is_static) return;
  std::vector<std::string> names;
  Place place;
  for (const Joint& joint : model.joints) {
    if (joint.type == ModelJointType::fixed || (!joint.max_effort && !joint.max_velocity)) continue;
    if (std::ranges::find(driven, joint.name) != driven.end()) continue;
    if (names.empty()) place = joint.place;
    names.push_back(fmt::format("'{}'", joint.name));
  }
  if (!names.empty())
    findings.warn(place, fmt::format("limits of effort and velocity are not enforced for joints "
                                     "that no drive turns: {}",
                                     fmt::join(names, ", ")));
}

}  // namespace

void check_things(const Scenario& scenario, Findings& findings) {
  ModelCheck models(findings);
  std::set<const Model*> seen;
  for (const ModelInstance& instance : scenario.world.models) {
    if (!seen.insert(instance.model.get()).second) continue;
    models.check(*instance.model);
    check_moving_parts_have_mass(*instance.model, findings);
    check_limits(*instance.model, {}, findings);
  }
  for (const RobotConfig& robot : scenario.robots) {
    if (seen.insert(robot.model.get()).second) models.check(*robot.model);
    const std::vector<std::string> driven = driven_joints(robot.drive);
    // a differential drive slides on its wheels, which are one body with the rest
    const bool are_welded = robot.drive.type == DriveType::differential;
    check_moving_parts_have_mass(*robot.model, findings,
                                 are_welded ? driven : std::vector<std::string>{});
    check_limits(*robot.model, driven, findings);
  }
}

}  // namespace tandem
