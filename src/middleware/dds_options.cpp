// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>

#include "middleware/dds_transport.h"

namespace tandem {

namespace {

// RTPS derives ports from the domain; from 233 on they would be beyond 65535.
constexpr int max_domain_id = 232;
constexpr std::size_t max_peers = 32;  // ROS 2's own limit
constexpr std::size_t max_peer_length = 255;

int parse_domain_id(const std::string& text) {
  int id = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
  if (error != std::errc{} || end != text.data() + text.size() || id < 0 || id > max_domain_id)
    throw DdsError(fmt::format("ROS_DOMAIN_ID is '{}', expected a whole number from 0 to {}", text,
                               max_domain_id));
  return id;
}

DiscoveryRange parse_range(const std::string& text) {
  if (text == "OFF") return DiscoveryRange::off;
  if (text == "LOCALHOST") return DiscoveryRange::localhost;
  if (text == "SUBNET") return DiscoveryRange::subnet;
  if (text == "SYSTEM_DEFAULT") return DiscoveryRange::system_default;
  throw DdsError(fmt::format(
      "ROS_AUTOMATIC_DISCOVERY_RANGE is '{}', expected OFF, LOCALHOST, SUBNET or SYSTEM_DEFAULT",
      text));
}

std::vector<std::string> parse_peers(std::string_view text) {
  std::vector<std::string> peers;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(';'), text.size());
    std::string_view peer = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));

    while (!peer.empty() && peer.front() == ' ') peer.remove_prefix(1);
    while (!peer.empty() && peer.back() == ' ') peer.remove_suffix(1);
    if (peer.empty()) continue;
    if (peer.size() > max_peer_length)
      throw DdsError(
          fmt::format("ROS_STATIC_PEERS has a name of {} letters, at most {} are allowed",
                      peer.size(), max_peer_length));
    peers.emplace_back(peer);
  }
  if (peers.size() > max_peers)
    throw DdsError(fmt::format("ROS_STATIC_PEERS names {} hosts, at most {} are allowed",
                               peers.size(), max_peers));
  return peers;
}

bool parse_switch(const char* name, const std::string& text) {
  if (text == "1") return true;
  if (text == "0") return false;
  throw DdsError(fmt::format("{} is '{}', expected 0 or 1", name, text));
}

}  // namespace

DdsOptions DdsOptions::from(const Variable& variable) {
  // an empty variable counts as none, as in ROS 2
  const auto read = [&](const char* name) {
    auto text = variable(name);
    return text && !text->empty() ? text : std::nullopt;
  };

  DdsOptions options;
  if (const auto text = read("ROS_DOMAIN_ID")) options.domain_id = parse_domain_id(*text);
  if (const auto text = read("ROS_AUTOMATIC_DISCOVERY_RANGE")) options.range = parse_range(*text);
  if (const auto text = read("ROS_STATIC_PEERS")) options.static_peers = parse_peers(*text);
  if (const auto text = read("ROS_DISCOVERY_SERVER")) options.discovery_servers = *text;

  // older than the two variables above; where it is set, they do not count
  if (const auto text = read("ROS_LOCALHOST_ONLY")) {
    if (parse_switch("ROS_LOCALHOST_ONLY", *text)) {
      options.is_loopback_only = true;
      options.range = DiscoveryRange::localhost;
      options.static_peers.clear();
    }
  }

  if (const auto text = read("ROS_DISTRO"))
    options.has_humble_gids = *text == "humble" || *text == "galactic" || *text == "foxy";
  return options;
}

DdsOptions DdsOptions::from_environment() {
  return from([](const char* name) -> std::optional<std::string> {
    const char* text = std::getenv(name);
    if (!text) return std::nullopt;
    return text;
  });
}

}  // namespace tandem
