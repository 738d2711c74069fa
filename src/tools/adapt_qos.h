// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "middleware/transport.h"

namespace tandem {

// What a person asked for; what they left out follows the publishers.
struct QosChoice {
  std::optional<bool> is_reliable;
  std::optional<bool> is_latched;
  std::optional<bool> keeps_all;
  std::optional<int> depth;

  friend bool operator==(const QosChoice&, const QosChoice&) = default;
};

struct AdaptedQos {
  Qos qos;
  std::vector<std::string> notes;  // what the person should know about the choice
};

// Quality of service with which a subscriber receives from all of these publishers, and as much of
// it as all of them offer.
AdaptedQos adapt_to_publishers(const std::vector<EndpointInfo>& publishers,
                               const QosChoice& choice);

// Quality of service for a publisher: ROS 2's default, unless chosen otherwise.
Qos publisher_qos(const QosChoice& choice);

// ROS 2's named profiles: "sensor_data", "default", ...; nothing if there is no such name.
std::optional<QosChoice> find_qos_profile(std::string_view name);
const std::vector<std::string>& qos_profile_names();

}  // namespace tandem
