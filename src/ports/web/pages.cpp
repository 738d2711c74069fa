// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/web/pages.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "base/log.h"

namespace tandem::web {

namespace {

constexpr auto goodbye_lasts = std::chrono::seconds(2);
constexpr std::size_t ipv6_bytes = 16, ipv6_network_bytes = 8;

// As machine_of calls it.
bool is_this_machine(std::string_view machine) {
  constexpr std::string_view ipv6("\0\0\0\0\0\0\0\0", ipv6_network_bytes);
  return machine == ipv6 || (machine.size() == 4 && machine.front() == 127);
}

}  // namespace

bool ConnectionCounts::begin(const std::string& machine) {
  Machine& from = machines_[machine];
  if (from.count >= limits_.connections_of_machine && !std::exchange(from.is_told, true))
    log(LogLevel::warning,
        fmt::format("web: refused: a machine with more than {} connections", from.count));
  if (from.count >= limits_.connections_of_machine) return false;
  const std::size_t kept_free = is_this_machine(machine) ? 0 : limits_.connections_of_machine;
  if (all_ + kept_free >= limits_.connections) {
    if (from.count == 0) machines_.erase(machine);
    return false;
  }
  ++from.count;
  ++all_;
  return true;
}

void ConnectionCounts::end(const std::string& machine) {
  --all_;
  if (--machines_.at(machine).count == 0) machines_.erase(machine);
}

std::string machine_of(std::string_view bytes) {
  // an IPv4 address that came in over an IPv6 socket
  constexpr std::string_view mapped("\0\0\0\0\0\0\0\0\0\0\xff\xff", 12);
  if (bytes.size() != ipv6_bytes) return std::string(bytes);
  if (bytes.starts_with(mapped)) return std::string(bytes.substr(mapped.size()));
  return std::string(bytes.substr(0, ipv6_network_bytes));
}

Pages::Pages(const ServerOptions& options, Handler& handler)
    : options_(options), handler_(handler), connections_(options.limits) {}

PageId Pages::add(std::shared_ptr<PageConnection> page) {
  const PageId id{++last_id_};
  pages_.emplace(id, std::move(page));
  handler_.opened(id);
  return id;
}

void Pages::remove(PageId id) {
  if (pages_.erase(id) > 0 && !is_stopping_) handler_.closed(id);
}

PageConnection* Pages::find(PageId id) const {
  const auto found = pages_.find(id);
  return found == pages_.end() ? nullptr : found->second.get();
}

std::string_view Pages::why_bad(const PageConnection& page) const {
  const auto now = PageConnection::Clock::now();
  if (page.is_flooding()) return "closed: a page that floods the connection";
  const bool is_slow = page.write_begun() && now - *page.write_begun() > options_.limits.patience;
  if (is_slow || page.queued_bytes() > options_.limits.queued_bytes)
    return "a page that takes nothing any more was let go";
  if (page.close_begun() && now - *page.close_begun() > goodbye_lasts)
    return "a page that did not say goodbye was let go";
  return {};
}

void Pages::drop_bad() {
  std::vector<std::shared_ptr<PageConnection>> bad;
  for (const auto& [id, page] : pages_) {
    const std::string_view why = why_bad(*page);
    if (why.empty()) continue;
    log(LogLevel::warning, fmt::format("web: {}", why));
    bad.push_back(page);
  }
  for (const auto& page : bad) page->drop();
}

void Pages::stop() {
  is_stopping_ = true;
  const auto pages = std::exchange(pages_, {});
  for (const auto& [id, page] : pages) page->drop();
}

}  // namespace tandem::web
