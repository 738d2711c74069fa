// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "base/ticket.h"
#include "scenario/fault.h"
#include "scenario/scenario.h"
#include "world/entity.h"

namespace tandem {

// What can be changed in a world while it runs, between two steps. Models are read and checked
// before (scenario/newcomer.h); what a world cannot do is refused with a sentence.

// Adds a thing or a robot. A taken name is refused unless it may be changed: "box" becomes "box_2".
struct Spawn {
  std::variant<ModelInstance, RobotConfig> what;
  Twist velocity;  // of its origin
  bool may_rename = false;
};

// Takes a thing or a robot away. What leaned on it wakes. A twin stays for as long as its robot is
// seen.
struct RemoveEntity {
  std::string name;
};

// Puts an entity somewhere, its joints as they stand, or gives it a velocity. A pose alone leaves
// it at rest. A robot's odometry does not notice that the robot was carried away.
struct SetEntityState {
  std::string name;
  std::optional<Pose> world_from_entity;
  std::optional<Twist> velocity;  // of its origin
};

struct SetEntityInfo {
  std::string name;
  EntityInfo info;
};

enum class ResetScope {
  all,           // the scenario as it was: the spawned go, the removed return, the episode repeats
  state,         // whoever is there now begins again where it began
  spawned,       // the spawned go, all else goes on
  next_episode,  // as all, and what the scenario draws at random is drawn anew
};
struct Reset {
  ResetScope scope = ResetScope::all;
};

// Makes a simulated robot the twin of a real one, or the other way round, where it stands. It is
// another entity then, of the same name.
struct SetRobotMode {
  std::string name;
  RobotMode mode{};
};

// A paused twin stays while its robot is moved. It goes on from there with the next pose after it
// was resumed.
struct PauseTwin {
  std::string name;
  bool is_paused = true;
};

// Makes something go wrong on purpose. The answer has the name that the fault got.
struct InjectFault {
  Fault fault;
};

// Ends a fault, or all of them where none is named.
struct ClearFault {
  std::string name;
};

// Recordings know each kind by its place here: new ones come last.
using Edit = std::variant<Spawn, RemoveEntity, SetEntityState, SetEntityInfo, Reset, SetRobotMode,
                          PauseTwin, InjectFault, ClearFault>;

struct EditRequest {
  Edit edit;
  Ticket ticket{};
};

enum class EditResult { done, not_found, name_taken, namespace_taken, refused };

// The answer to one request.
struct EditOutcome {
  Ticket ticket{};
  EditResult result = EditResult::done;
  std::string entity;  // whom it was about; the name that a spawned thing or a fault has got
  std::string reason;  // why it was not done, as a sentence
};

}  // namespace tandem
