// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "messages/diagnostic_msgs.h"
#include "messages/tandem_msgs.h"
#include "ports/ros/test_run.h"

namespace tandem {

// The middle of a hall of 12 by 12 m. A real table, which has a model, 1 m ahead, and a virtual
// crate 2 m ahead, both without noise.
inline std::shared_ptr<const Scenario> hall(const std::string& mode, const std::string& sensors,
                                            const std::string& more = "") {
  const std::string text =
      "name: hall\nclock: zero\n"
      "world: {generate: arena, size_x_m: 12, size_y_m: 12, wall_height_m: 1}\n"
      "robots:\n  - name: emaros\n    model: emaros\n    mode: " +
      mode + "\n    sensors: {" + sensors + "}\n" + more + R"(
real: ['table*']
spawn:
  table: {area: {x: 1.2, y: 0, size_x_m: 0.5, size_y_m: 0.5}, object: {shape: box, size_m: [0.4, 0.4, 0.6], mass_kg: 50}}
  crate: {area: {x: 2.2, y: 0, size_x_m: 0.5, size_y_m: 0.5}, object: {shape: box, size_m: [0.4, 0.4, 0.6], mass_kg: 50}}
)";
  Findings findings;
  auto scenario = load_checked_scenario_text(text, "hall", {}, findings);
  for (const Finding& finding : findings.all())
    if (finding.severity == Severity::error) ADD_FAILURE() << to_string(finding);
  return scenario;
}

// What was heard on a topic.
template <Message M>
struct Ear {
  Ear(Node& node, const std::string& topic, const Qos& qos = qos::sensor)
      : subscription(node.subscribe<M>(topic, qos, [this](const M& m) { heard.push_back(m); })) {}
  const M& last() const { return heard.back(); }
  std::vector<M> heard;
  Subscription subscription;
};

// A hall and a robot in it, in lockstep.
class Laboratory {
 public:
  explicit Laboratory(std::shared_ptr<const Scenario> scenario) : run(std::move(scenario)) {
    run.step();
  }

  // Lets time pass while `speak` says what the real robot says, each time with the time.
  template <class Speak>
  void live(Duration lasts, Duration period, Speak speak) {
    for (const SimTime end = run.simulation.time() + lasts; run.simulation.time() < end;) {
      const SimTime now = run.simulation.time();
      if (now >= next) {
        next = now + period;
        speak(now);
      }
      run.step();
    }
  }
  void wait(Duration lasts) { run.step_for(lasts); }

  const diagnostic_msgs::msg::DiagnosticStatus* diagnosed(const std::string& name) const {
    for (auto array = diagnostics.heard.rbegin(); array != diagnostics.heard.rend(); ++array)
      for (const diagnostic_msgs::msg::DiagnosticStatus& status : array->status)
        if (status.name == name) return &status;
    return nullptr;
  }

  TestRun run;
  Node node{"robot", {.context = run.context()}};
  Ear<diagnostic_msgs::msg::DiagnosticArray> diagnostics{node, "/diagnostics", qos::reliable};
  Ear<tandem_msgs::msg::Event> events{node, "/tandem/events", qos::reliable};
  SimTime next{};
};

}  // namespace tandem
