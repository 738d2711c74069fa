// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/web/callers.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <memory>

namespace tandem::web {

namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

// For a log line: what a stranger sent may be anything.
std::string shown(std::string_view text) {
  std::string result;
  for (const char c : text.substr(0, 80)) result += c >= 0x20 && c < 0x7f ? c : '?';
  return result;
}

// "192.168.1.4", or "[fe80::1]" as links have it; empty for other kinds.
std::string text_of(const sockaddr* address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (address->sa_family == AF_INET) {
    const auto* ip = reinterpret_cast<const sockaddr_in*>(address);
    return inet_ntop(AF_INET, &ip->sin_addr, text.data(), text.size());
  }
  if (address->sa_family == AF_INET6) {
    const auto* ip = reinterpret_cast<const sockaddr_in6*>(address);
    return fmt::format("[{}]", inet_ntop(AF_INET6, &ip->sin6_addr, text.data(), text.size()));
  }
  return {};
}

}  // namespace

std::string name_of_address(const std::string& address) {
  return address.find(':') == std::string::npos ? address : fmt::format("[{}]", address);
}

std::string host_name(std::string_view host) {
  if (host.starts_with('[')) return lower(host.substr(0, host.find(']') + 1));
  return lower(host.substr(0, host.find(':')));
}

std::string why_refused(const Caller& caller, const std::vector<std::string>& own_names) {
  if (std::ranges::find(own_names, host_name(caller.host)) == own_names.end())
    return fmt::format("a request to '{}', which is no name of this server", shown(caller.host));
  if (!caller.is_websocket || caller.origin.empty()) return {};
  // behind a tunnel the page may have come over https while we speak http: the host decides
  for (const std::string_view scheme : {"http://", "https://"})
    if (lower(caller.origin) == lower(fmt::format("{}{}", scheme, caller.host))) return {};
  return fmt::format("a page of '{}', which is not ours", shown(caller.origin));
}

std::string content_policy(std::string_view host) {
  const std::string name = host_name(host);
  const std::string_view port = host.substr(std::min(name.size(), host.size()));
  const auto is_port = [](std::string_view text) {
    return text.size() > 1 && text.starts_with(':') &&
           std::ranges::all_of(text.substr(1), [](char c) { return c >= '0' && c <= '9'; });
  };
  const auto is_in_names = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_';
  };
  // older browsers do not count sockets as ours; a policy has no word for addresses in brackets,
  // and what is no name at all must not become one of its words
  std::string sockets;
  if (!name.empty() && std::ranges::all_of(name, is_in_names) && (port.empty() || is_port(port)))
    sockets = fmt::format(" ws://{0}{1} wss://{0}{1}", name, port);
  return fmt::format(
      "default-src 'self'; img-src 'self' blob: data:; style-src 'self' 'unsafe-inline'; "
      "connect-src 'self'{}; worker-src 'self' blob:; frame-ancestors 'none'",
      sockets);
}

std::vector<std::string> names_of_this_machine(const std::string& bind) {
  std::vector<std::string> names{"localhost", "127.0.0.1", "[::1]"};
  if (is_loopback(bind)) {
    // which has more addresses than the usual one
    if (std::ranges::find(names, name_of_address(bind)) == names.end())
      names.push_back(name_of_address(bind));
    return names;
  }

  std::array<char, 256> host{};
  if (gethostname(host.data(), host.size() - 1) == 0 && host[0] != '\0') {
    names.push_back(lower(host.data()));
    names.push_back(lower(host.data()) + ".local");
  }
  ifaddrs* found = nullptr;
  if (getifaddrs(&found) != 0) return names;
  const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> all(found, freeifaddrs);
  for (const ifaddrs* each = all.get(); each; each = each->ifa_next)
    if (each->ifa_addr)
      if (const std::string text = text_of(each->ifa_addr); !text.empty()) names.push_back(text);
  std::ranges::sort(names);
  names.erase(std::ranges::unique(names).begin(), names.end());
  return names;
}

std::optional<std::string> outward_address() {
  const int socket = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (socket < 0) return std::nullopt;
  // an address that nobody has; nothing is sent, the system only looks for the way there
  sockaddr_in elsewhere{
      .sin_family = AF_INET, .sin_port = htons(9), .sin_addr = {}, .sin_zero = {}};
  inet_pton(AF_INET, "203.0.113.1", &elsewhere.sin_addr);
  sockaddr_in own{};
  socklen_t size = sizeof own;
  const bool is_found =
      connect(socket, reinterpret_cast<const sockaddr*>(&elsewhere), sizeof elsewhere) == 0 &&
      getsockname(socket, reinterpret_cast<sockaddr*>(&own), &size) == 0;
  close(socket);
  if (!is_found) return std::nullopt;
  return text_of(reinterpret_cast<const sockaddr*>(&own));
}

bool is_loopback(std::string_view address) {
  return address.starts_with("127.") || address == "::1" || address == "localhost";
}

}  // namespace tandem::web
