// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "base/hash.h"
#include "world/entity.h"

namespace tandem {

// A robot with its load.
struct Carried {
  EntityId robot{};
  EntityId load{};
  std::string robot_name;
  std::string load_name;
  std::string type;        // of the load: "plow"
  std::string mount;       // of the robot, that holds it
  bool is_active = false;  // a tool that works

  friend bool operator==(const Carried&, const Carried&) = default;
};

// Who carries what. What couples the bodies is the business of the rule that attaches; other rules
// see here which tools there are and whether they work.
class Carrying {
 public:
  const std::vector<Carried>& all() const { return all_; }
  // Null when it carries nothing.
  const Carried* by(EntityId robot) const { return find(&Carried::robot, robot); }
  // Null when nobody carries it.
  const Carried* of(EntityId load) const { return find(&Carried::load, load); }

  void add(Carried carried) { all_.push_back(std::move(carried)); }
  void set_active(EntityId robot, bool is_active) {
    for (Carried& carried : all_)
      if (carried.robot == robot) carried.is_active = is_active;
  }
  // One that is gone, or was put down.
  void forget(EntityId robot_or_load) {
    std::erase_if(all_, [&](const Carried& carried) {
      return carried.robot == robot_or_load || carried.load == robot_or_load;
    });
  }

  void add_to(Hash& hash) const {
    for (const Carried& carried : all_) {
      hash.add(static_cast<std::uint64_t>(carried.robot));
      hash.add(static_cast<std::uint64_t>(carried.load));
      hash.add(static_cast<std::uint64_t>(carried.is_active));
    }
  }

 private:
  const Carried* find(EntityId Carried::*member, EntityId id) const {
    const auto found = std::ranges::find(all_, id, member);
    return found == all_.end() ? nullptr : &*found;
  }

  std::vector<Carried> all_;  // in the order in which they were taken
};

}  // namespace tandem
