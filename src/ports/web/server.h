// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"

namespace tandem::web {

// Names a page for as long as it is connected; never used again.
enum class PageId : std::uint32_t {};

// What a request for a file gets.
struct HttpReply {
  int status = 200;
  std::string content_type = "text/plain; charset=utf-8";
  std::shared_ptr<const std::string> body;
  bool is_lasting = false;  // under this path there will never be anything else
};

// Why a connection is closed, by the codes of RFC 6455.
enum class CloseCode : std::uint16_t {
  malformed = 1002,
  policy = 1008,
  too_large = 1009,
  crowded = 1013
};

// What the server does for its pages. All of it on the server's thread.
class Handler {
 public:
  virtual ~Handler() = default;
  virtual HttpReply get(std::string_view path) = 0;
  virtual void opened(PageId page) = 0;
  virtual void received(PageId page, std::string_view message) = 0;
  virtual void closed(PageId page) = 0;
  virtual void tick() = 0;  // fifty times a second
};

// A certificate with its key, both PEM.
struct Identity {
  std::string certificate;
  std::string key;
};

struct ServerLimits {
  std::size_t connections = 200;
  std::size_t connections_of_machine = 64;
  std::size_t message_bytes = 1 << 20;
  std::size_t messages_per_second = 500;
  std::size_t bytes_per_second = 2 << 20;
  std::size_t queued_bytes = 256 << 20;  // of one page
  Duration patience = 10s;               // for a page to take what was sent, and to say anything
  Duration silence = 30s;                // of a page, which answers pings at least
};

struct ServerOptions {
  std::string bind = "127.0.0.1";
  std::uint16_t port = 8080;   // 0: any that is free
  bool may_take_next = false;  // one of the next ports, if that one is taken
  std::optional<std::uint16_t> tls_port;
  Identity identity;               // of the TLS port
  std::vector<std::string> names;  // by which it may be called, lower case and without ports
  ServerLimits limits;
};

// A port that cannot be had, as a sentence.
class ServerError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Serves files and WebSockets from a thread of its own. Refuses who calls it by a name that is not
// its own, pages of other origins, and whoever sends or takes in a way that no page of ours does.
class Server {
 public:
  Server(const ServerOptions& options, Handler& handler);
  ~Server();  // closes all connections
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  std::uint16_t port() const;
  std::optional<std::uint16_t> tls_port() const;

  // Any thread: runs it on the server's.
  void post(std::function<void()> task);

  // The rest on the server's thread only. Pages that are gone are passed over.
  void send(PageId page, std::shared_ptr<const std::string> message);
  std::size_t queued_bytes(PageId page) const;
  void close(PageId page, CloseCode code, std::string_view reason);

  class Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace tandem::web
