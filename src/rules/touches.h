// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "base/hash.h"
#include "rules/stage.h"

namespace tandem {

// Which robot touched or carried a thing last.
class Touches {
 public:
  // After each step.
  void note(const Stage& stage);
  // Empty when no robot did.
  std::string last_of(BodyId body) const;

  void add_to(Hash& hash) const;

 private:
  void set(BodyId body, const std::string& robot, const PhysicsWorld& physics);

  std::map<BodyId, std::string> last_;
};

}  // namespace tandem
