// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "command.h"
#include "tools/adapt_qos.h"

namespace tandem {

// Quality of service as a person gives it, with ROS 2's words.
struct QosOptions {
  std::string profile;
  std::string reliability;
  std::string durability;
  std::string history;
  std::optional<int> depth;
};
// `otherwise` says what is done about what the person leaves out.
void add_qos_options(Command command, QosOptions& options, const std::string& otherwise);

QosChoice to_choice(const QosOptions& options);

}  // namespace tandem
