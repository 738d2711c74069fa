// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/endpoint_text.h"

#include <fmt/format.h>

#include <string_view>

namespace tandem {

namespace {

struct SplitName {
  std::string_view ns;
  std::string_view name;
};

// "/lab/robot" -> "/lab", "robot"
SplitName split(std::string_view node) {
  if (node.empty()) return {"_NODE_NAMESPACE_UNKNOWN_", "_NODE_NAME_UNKNOWN_"};
  const std::size_t slash = node.rfind('/');
  return {slash == 0 ? "/" : node.substr(0, slash), node.substr(slash + 1)};
}

std::string history(const Qos& qos) {
  if (qos.keeps_all) return "KEEP_ALL";
  if (qos.depth == 0) return "UNKNOWN";  // others' is not told over the network
  return fmt::format("KEEP_LAST ({})", qos.depth);
}

std::string time(Duration duration) {
  if (duration == Duration::max()) return "Infinite";
  return fmt::format("{} nanoseconds", duration.count());
}

std::string_view name_of(Liveliness liveliness) {
  switch (liveliness) {
    case Liveliness::automatic:
      return "AUTOMATIC";
    case Liveliness::by_participant:
      return "MANUAL_BY_NODE";
    case Liveliness::by_topic:
      return "MANUAL_BY_TOPIC";
  }
  return "UNKNOWN";
}

}  // namespace

std::string to_text(const EndpointInfo& endpoint) {
  const auto [ns, name] = split(endpoint.node);
  const bool is_reliable =
      endpoint.is_publisher ? endpoint.qos.offers_reliable : endpoint.qos.requests_reliable;
  return fmt::format(
      "Node name: {}\n"
      "Node namespace: {}\n"
      "Topic type: {}\n"
      "Topic type hash: {}\n"
      "Endpoint type: {}\n"
      "GID: {}\n"
      "QoS profile:\n"
      "  Reliability: {}\n"
      "  History (Depth): {}\n"
      "  Durability: {}\n"
      "  Lifespan: {}\n"
      "  Deadline: {}\n"
      "  Liveliness: {}\n"
      "  Liveliness lease duration: {}\n",
      name, ns, endpoint.type.name, endpoint.type.hash.empty() ? "INVALID" : endpoint.type.hash,
      endpoint.is_publisher ? "PUBLISHER" : "SUBSCRIPTION", to_text(endpoint.gid),
      is_reliable ? "RELIABLE" : "BEST_EFFORT", history(endpoint.qos),
      endpoint.qos.is_latched ? "TRANSIENT_LOCAL" : "VOLATILE", time(endpoint.lifespan),
      time(endpoint.deadline), name_of(endpoint.liveliness), time(endpoint.liveliness_lease));
}

std::string to_text(const Gid& gid) { return fmt::format("{:02x}", fmt::join(gid, ".")); }

}  // namespace tandem
