// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "autonomy/behavior/state.h"
#include "autonomy/behavior/watchdog.h"
#include "messages/tandem_msgs.h"
#include "middleware/node.h"

namespace tandem {

// What perception sees, for whoever looks: one at a time. Belongs to the node's callbacks.
class Sights {
 public:
  using Sight = tandem_msgs::msg::Sight;

  // Of the perception that is called so: a second camera has one of its own.
  explicit Sights(Node& node, const std::string& perception = "perception");

  // Has perception run a processor, and brings what it sees from here on.
  void look_for(const std::string& processor, const std::vector<std::string>& labels, SimTime now,
                std::function<void(const Sight&)> on_sight);
  // Brings nothing any more. Perception goes on, for who looks next.
  void look_away();
  // Perception need not look at pictures any more.
  void rest();

  // Something came since it began to look: who has seen nothing by then is not blind.
  bool is_looking() const { return has_looked_; }
  // Why nothing is seen: "perception_lost", "camera_lost", or "failed" when it cannot do that.
  std::optional<Ending> trouble(SimTime now) const;

 private:
  using Select = tandem_msgs::srv::SelectProcessor;

  Node& node_;
  Client<Select> select_;
  std::string processor_;
  std::function<void(const Sight&)> on_sight_;
  std::optional<Ending> trouble_;
  bool is_selected_ = false;
  bool has_looked_ = false;
  int selections_ = 0;
  Watchdog watchdog_;
  Subscription sights_;
};

}  // namespace tandem
