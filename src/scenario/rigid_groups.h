// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/findings.h"
#include "scenario/model.h"

namespace tandem {

// Links that move as one because fixed joints hold them together. The first link leads.
struct RigidGroup {
  std::vector<std::size_t> links;
  bool is_fixed_to_world = false;
};

struct RigidGroups {
  std::vector<RigidGroup> groups;          // in the order of their first links
  std::vector<std::size_t> group_of_link;  // as in model.links
};

// Joints named in `welded` count as fixed, whatever the model says.
RigidGroups rigid_groups(const Model& model, std::span<const std::string> welded = {});

// The place of each link among model.links.
std::map<std::string, std::size_t, std::less<>> links_by_name(const Model& model);

// Whether physics moves what is in a group: nothing static, and nothing that is fixed to the world.
bool can_move(const Model& model, const RigidGroup& group);

// Reports what no physics could move: parts without mass on a joint that is meant to turn.
void check_moving_parts_have_mass(const Model& model, Findings& findings,
                                  std::span<const std::string> welded = {});

}  // namespace tandem
