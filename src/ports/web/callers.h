// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tandem::web {

// Who sent a request, as its headers say.
struct Caller {
  std::string host;    // by which name the server was called, with the port if that is unusual
  std::string origin;  // of the page that asks; empty where no browser asks
  bool is_secure = false;
  bool is_websocket = false;
};

// A sentence, or nothing when the caller is welcome. A name of somebody else's that leads to this
// machine (DNS rebinding) and pages of other origins are not.
std::string why_refused(const Caller& caller, const std::vector<std::string>& own_names);

// What pages may do that were asked for by that host: have our own files, scripts and sockets
// alone.
std::string content_policy(std::string_view host);

// "localhost:8080" -> "localhost", "[::1]:8080" -> "[::1]"; lower case.
std::string host_name(std::string_view host);

// As links have it: "127.0.0.1", but "[::1]".
std::string name_of_address(const std::string& address);

// By which names a server at this address may be called: all names and addresses of this machine
// that lead there.
std::vector<std::string> names_of_this_machine(const std::string& bind);

// Of this machine, as others of its network see it: the one by which it reaches what is elsewhere.
// Nothing where no route leads out.
std::optional<std::string> outward_address();

bool is_loopback(std::string_view address);

}  // namespace tandem::web
