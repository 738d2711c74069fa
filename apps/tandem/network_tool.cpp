// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "network_tool.h"

#include <fmt/format.h>
#include <unistd.h>

#include <memory>

#include "base/log.h"
#include "middleware/dds_transport.h"
#include "middleware/names.h"

namespace tandem {

namespace {

std::unique_ptr<Transport> join_network(const NetworkOptions& options) {
  DdsOptions dds = DdsOptions::from_environment();
  if (options.domain_id) dds.domain_id = *options.domain_id;
  return make_dds_transport(dds);
}

// Two tools of one moment need names of their own.
NodeName name_of_tool(const std::string& chosen) {
  if (chosen.empty()) return {.name = fmt::format("_tandem_tool_{}", getpid())};
  if (const auto why_not = why_not_a_node_name(chosen)) reject(*why_not);
  return {.name = chosen};
}

}  // namespace

void add_network_options(Command command, NetworkOptions& options) {
  command
      .seconds("--spin-time", options.spin_time,
               "Look around for exactly this long; otherwise until nothing new appears")
      .group("Network");
  command
      .number("--domain", options.domain_id, {0, 232},
              "Domain of the network; otherwise that of ROS_DOMAIN_ID, or 0")
      .group("Network");
  command.flag("--no-daemon", options.has_no_daemon, "").group("");
}

std::string absolute_name(const std::string& name) {
  return value_or_reject(expand_name(name, {.name = "tandem"}));
}

NetworkTool::NetworkTool(const NetworkOptions& options, const std::string& node_name)
    : output_([this] { signals_.request_stop(); }),
      node_(join_network(options), name_of_tool(node_name), signals_.token()) {
  patience_.exactly = options.spin_time;
}

}  // namespace tandem
