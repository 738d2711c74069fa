// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "base/findings.h"
#include "scenario/scenario.h"

namespace tandem {

// Reading what is to join a world that runs. It is checked as a scenario's own things are; whether
// its name is free only the world knows.

struct NewcomerRequest {
  std::string name;               // empty: that of its model
  std::string uri;                // "emaros", "red_box", "model://box", "file:///...", or a path
  std::string text;               // or the model itself, as SDF or URDF
  Pose world_from_model;          // of its origin
  std::optional<std::string> ns;  // of a robot's topics
  // Types of the scenario that runs, whose names come before those of files.
  const std::vector<ObjectType>* catalog = nullptr;
};

enum class NewcomerProblem {
  none,
  bad_name,
  bad_namespace,
  bad_pose,
  nothing_found,   // under that uri
  unknown_format,  // neither SDF nor URDF nor a robot file
  bad_model,       // see the findings
};

// A robot, if it is one: a robot file, any URDF, or an SDF model with clear wheels.
struct Newcomer {
  std::optional<std::variant<ModelInstance, RobotConfig>> what;  // nothing where there is a problem
  NewcomerProblem problem = NewcomerProblem::none;
  std::string reason;  // as a sentence
  Findings findings;   // all that was found in the files
};

Newcomer read_newcomer(const NewcomerRequest& request);

// What is wrong with the name of a thing; empty when nothing is.
std::string why_no_name(const std::string& name);

}  // namespace tandem
