// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tandem {

// How a topic is carried. A reader that asks for more than the writer offers is not served, so
// topics that both kinds of readers want are offered reliably and asked for best effort.
struct Qos {
  bool offers_reliable = true;    // as publisher
  bool requests_reliable = true;  // as subscriber
  bool is_latched = false;        // latecomers get the last `depth` messages (transient local)
  bool keeps_all = false;
  int depth = 10;
  bool is_paced = false;  // large messages: sent behind, in bursts that receivers can hold

  friend bool operator==(const Qos&, const Qos&) = default;
};

namespace qos {

inline constexpr Qos reliable{};  // ROS 2's default
inline constexpr Qos best_effort{.offers_reliable = false, .requests_reliable = false};
inline constexpr Qos sensor{.requests_reliable = false, .depth = 5};
inline constexpr Qos image{.requests_reliable = false, .depth = 2, .is_paced = true};
inline constexpr Qos clock{.requests_reliable = false, .depth = 1};
inline constexpr Qos latched{.is_latched = true, .depth = 1};
inline constexpr Qos tf{.depth = 100};
inline constexpr Qos tf_static{.is_latched = true, .depth = 1};
inline constexpr Qos rosout{.is_latched = true, .depth = 1000};
inline constexpr Qos parameter_events{.depth = 1000};
inline constexpr Qos services{};
inline constexpr Qos action_status{.is_latched = true, .depth = 1};

}  // namespace qos

}  // namespace tandem
