// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "qos_options.h"

namespace tandem {

namespace {

constexpr const char* group = "Quality of service";

}  // namespace

void add_qos_options(Command command, QosOptions& options, const std::string& otherwise) {
  command.choice("--qos-profile", options.profile, qos_profile_names(), otherwise).group(group);
  command
      .choice("--qos-reliability", options.reliability,
              {"reliable", "best_effort", "best_available", "system_default"}, "")
      .group(group);
  command
      .choice("--qos-durability", options.durability,
              {"transient_local", "volatile", "best_available", "system_default"}, "")
      .group(group);
  command.choice("--qos-history", options.history, {"keep_last", "keep_all", "system_default"}, "")
      .group(group);
  command.number("--qos-depth", options.depth, {1, 1e6}, "How many messages may wait").group(group);
}

QosChoice to_choice(const QosOptions& options) {
  QosChoice choice = find_qos_profile(options.profile).value_or(QosChoice{});
  if (options.reliability == "reliable") choice.is_reliable = true;
  if (options.reliability == "best_effort") choice.is_reliable = false;
  if (options.durability == "transient_local") choice.is_latched = true;
  if (options.durability == "volatile") choice.is_latched = false;
  if (options.history == "keep_all") choice.keeps_all = true;
  if (options.history == "keep_last") choice.keeps_all = false;
  if (options.depth) choice.depth = options.depth;
  return choice;
}

}  // namespace tandem
