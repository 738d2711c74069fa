// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "middleware/qos.h"
#include "scenario/ros_config.h"

namespace tandem {

// What a scenario wants different about one topic.
struct TopicChoice {
  std::optional<bool> is_published;
  std::optional<double> rate_hz;
  std::optional<TopicReliability> reliability;
  std::optional<TopicDurability> durability;
  std::optional<int> depth;

  friend bool operator==(const TopicChoice&, const TopicChoice&) = default;
};

using TopicChoices = std::map<std::string, TopicChoice>;  // by the topic's name in the scenario

TopicChoices choices_of(const std::vector<TopicConfig>& topics);

// The choice for a topic; one without any wishes where there is none.
TopicChoice choice_for(const TopicChoices& choices, const std::string& topic);

// The usual quality of service with what the scenario wants different.
Qos chosen_qos(Qos usual, const TopicChoice& choice);

}  // namespace tandem
