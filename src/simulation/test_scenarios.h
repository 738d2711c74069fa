// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "geometry/mass.h"
#include "scenario/scenario.h"
#include "simulation/load_scenario.h"

namespace tandem {

// Small worlds for the tests of this module.

inline std::shared_ptr<const Model> one_link_model(const std::string& name, const Shape& shape,
                                                   double mass, bool is_static = false) {
  auto model = std::make_shared<Model>();
  model->name = name;
  model->is_static = is_static;
  Link& link = model->links.emplace_back();
  link.name = name;
  if (!is_static) link.mass = solid(shape, mass);
  link.collisions.push_back({name, {}, shape, {}});
  return model;
}

// A scenario that must be fine; its errors fail the test.
inline std::shared_ptr<const Scenario> load_good(const std::string& name,
                                                 const ScenarioOptions& options = {}) {
  Findings findings;
  auto scenario = load_checked_scenario(name, options, findings);
  for (const Finding& finding : findings.all())
    if (finding.severity == Severity::error) ADD_FAILURE() << to_string(finding);
  return scenario;
}

inline std::shared_ptr<Scenario> bare_floor() {
  auto scenario = std::make_shared<Scenario>();
  scenario->name = "floor";
  scenario->step = 10ms;
  scenario->world.models.push_back({"floor", one_link_model("floor", Plane{}, 0, true), {}});
  return scenario;
}

// A floor and three balls that fall on it beside each other.
inline std::shared_ptr<Scenario> falling_balls() {
  auto scenario = bare_floor();
  scenario->name = "balls";
  const auto model = one_link_model("ball", Sphere{0.1}, 1);
  for (int i = 0; i < 3; ++i)
    scenario->world.models.push_back(
        {"ball" + std::to_string(i), model, {{0.15 * i, 0.01 * i, 1.0 + i}, {}}});
  return scenario;
}

// One that came with Tandem.
inline std::shared_ptr<const Scenario> shipped(const std::string& name) {
  Findings findings;
  auto scenario = load_checked_scenario(name, {}, findings);
  for (const Finding& finding : findings.all())
    if (finding.severity == Severity::error) ADD_FAILURE() << to_string(finding);
  return scenario;
}

}  // namespace tandem
