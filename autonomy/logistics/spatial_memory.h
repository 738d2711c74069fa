// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "autonomy/behavior/blackboard.h"
#include "geometry/pose2.h"

namespace tandem {

// A thing that the robot remembers.
struct Remembered {
  std::string label;
  Vec2 place;              // in the global frame
  double seen_from_m = 0;  // the nearer, the better its place is known
};

// What a robot remembers of its warehouse: where zones and boxes are, and which boxes it leaves
// alone. It is all on the mission's blackboard, where people see it, and where a restart forgets
// it.
class SpatialMemory {
 public:
  SpatialMemory(Blackboard& blackboard, std::string frame)
      : blackboard_(blackboard), frame_(std::move(frame)) {}

  // A look from nearer replaces one from farther away.
  void note_zone(const Remembered& zone);
  std::optional<Remembered> zone(const std::string& label) const;
  void forget_zone(const std::string& label);

  // Boxes of one label that are nearer to each other than looks can tell are the same.
  void note_box(const Remembered& box);
  std::vector<Remembered> boxes(const std::string& label) const;
  void forget_box(const std::string& label, Vec2 near_to);

  // Of boxes that could not be taken there, so that they are not tried for ever.
  void note_vain_try(const std::string& label, Vec2 place);
  int vain_tries(const std::string& label, Vec2 place) const;

  // Of labels that have no zone.
  void give_up(const std::string& label, const std::string& why);
  bool is_given_up(const std::string& label) const;

 private:
  std::vector<Remembered> read(const std::string& key, const std::string& label) const;
  void write(const std::string& key, const std::vector<Remembered>& things);

  Blackboard& blackboard_;
  std::string frame_;
};

constexpr int most_vain_tries = 2;  // of one box, then it is left alone

// How far from each other two looks at one thing may have put it.
double blur_m(double seen_from_m);

}  // namespace tandem
