// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "middleware/node.h"
#include "ports/ros/cadence.h"
#include "ports/ros/topic_choices.h"
#include "ports/streams/attempt.h"

namespace tandem {

// A topic as it usually is, before the scenario has its say.
struct TopicOffer {
  Qos qos = qos::reliable;
  bool is_published = true;       // otherwise only if the scenario wants it
  std::optional<double> rate_hz;  // at most; nothing: whenever there is something
};

// A topic that Tandem publishes unless the scenario does not want it, at most as often as it wants.
template <Message M>
class OfferedTopic {
 public:
  OfferedTopic() = default;
  OfferedTopic(Node& node, const std::string& topic, const TopicOffer& usual,
               const TopicChoice& choice) {
    if (!choice.is_published.value_or(usual.is_published)) return;
    attempt(node, [&] { publisher_ = node.publisher<M>(topic, chosen_qos(usual.qos, choice)); });
    if (const auto rate_hz = choice.rate_hz ? choice.rate_hz : usual.rate_hz)
      cadence_ = Cadence::at_rate(*rate_hz);
  }

  // Whether a message should be made now: it is time for one, and somebody wants it.
  bool is_due(Duration now) {
    if (!publisher_ || (cadence_ && !cadence_->is_due(now))) return false;
    return publisher_.is_wanted();
  }
  void publish(const M& message) { publisher_.publish(message); }

  bool is_offered() const { return static_cast<bool>(publisher_); }
  bool is_wanted() const { return publisher_.is_wanted(); }
  std::uint64_t dropped() const { return publisher_.stats().dropped; }

 private:
  Publisher<M> publisher_;
  std::optional<Cadence> cadence_;
};

}  // namespace tandem
