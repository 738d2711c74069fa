// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/topic_choices.h"

namespace tandem {

TopicChoices choices_of(const std::vector<TopicConfig>& topics) {
  TopicChoices choices;
  for (const TopicConfig& topic : topics)
    choices[topic.name] = {.is_published = topic.is_published,
                           .rate_hz = topic.rate_hz,
                           .reliability = topic.reliability,
                           .durability = topic.durability,
                           .depth = topic.depth};
  return choices;
}

TopicChoice choice_for(const TopicChoices& choices, const std::string& topic) {
  const auto found = choices.find(topic);
  return found == choices.end() ? TopicChoice{} : found->second;
}

Qos chosen_qos(Qos usual, const TopicChoice& choice) {
  if (choice.reliability) {
    usual.offers_reliable = *choice.reliability == TopicReliability::reliable;
    usual.requests_reliable = usual.offers_reliable;
  }
  if (choice.durability) usual.is_latched = *choice.durability == TopicDurability::transient_local;
  if (choice.depth) usual.depth = *choice.depth;
  return usual;
}

}  // namespace tandem
