// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "ports/web/server.h"

namespace tandem::web {

// A page's connection, whatever it goes over.
class PageConnection {
 public:
  using Clock = std::chrono::steady_clock;

  virtual ~PageConnection() = default;
  virtual void send(std::shared_ptr<const std::string> message) = 0;
  virtual void close(CloseCode code, std::string_view reason) = 0;
  virtual void drop() = 0;               // at once, without a word
  virtual bool is_flooding() const = 0;  // by what is no message

  std::size_t queued_bytes() const { return queued_bytes_; }
  std::optional<Clock::time_point> write_begun() const { return write_begun_; }
  std::optional<Clock::time_point> close_begun() const { return close_begun_; }

 protected:
  std::size_t queued_bytes_ = 0;
  std::optional<Clock::time_point> write_begun_, close_begun_;
};

// From how many places there are how many connections, so that no machine takes all of them. For
// this machine itself there is always room: whoever started Tandem sits there.
class ConnectionCounts {
 public:
  explicit ConnectionCounts(const ServerLimits& limits) : limits_(limits) {}

  // False when there are too many, in all or from there.
  bool begin(const std::string& machine);
  void end(const std::string& machine);

 private:
  struct Machine {
    std::size_t count = 0;
    bool is_told = false;  // that it has too many
  };
  const ServerLimits limits_;
  std::size_t all_ = 0;
  std::map<std::string, Machine> machines_;
};

// Which machine an address is of: whoever has an IPv6 address has all that begin with the same 64
// bits. `bytes` are 4 or 16.
std::string machine_of(std::string_view bytes);

// Who is connected to a server. Belongs to the server's thread.
class Pages {
 public:
  Pages(const ServerOptions& options, Handler& handler);

  const ServerOptions& options() const { return options_; }
  Handler& handler() { return handler_; }
  ConnectionCounts& connections() { return connections_; }  // of any kind

  PageId add(std::shared_ptr<PageConnection> page);
  void remove(PageId id);
  PageConnection* find(PageId id) const;

  // Lets those go that take nothing any more, send what no page does, or do not say goodbye.
  void drop_bad();
  // Lets all go; from then on nobody comes.
  void stop();
  bool is_stopping() const { return is_stopping_; }

 private:
  std::string_view why_bad(const PageConnection& page) const;

  const ServerOptions options_;
  Handler& handler_;
  ConnectionCounts connections_;
  std::map<PageId, std::shared_ptr<PageConnection>> pages_;
  std::uint32_t last_id_ = 0;
  bool is_stopping_ = false;
};

}  // namespace tandem::web
