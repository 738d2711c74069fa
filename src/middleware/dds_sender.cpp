// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/dds_sender.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace tandem {

namespace {

constexpr const char* loopback = "127.0.0.1";
constexpr int poll_ms = 50;  // how long the end of this object may wait

std::vector<std::string> addresses_up() {
  std::vector<std::string> addresses;
  ifaddrs* list = nullptr;
  if (getifaddrs(&list) != 0) return addresses;
  for (const ifaddrs* entry = list; entry; entry = entry->ifa_next) {
    if (!entry->ifa_addr || entry->ifa_addr->sa_family != AF_INET || !(entry->ifa_flags & IFF_UP))
      continue;
    char text[INET_ADDRSTRLEN]{};
    inet_ntop(AF_INET, &reinterpret_cast<const sockaddr_in*>(entry->ifa_addr)->sin_addr, text,
              sizeof text);
    addresses.emplace_back(text);
  }
  freeifaddrs(list);
  return addresses;
}

bool is_group(const sockaddr_in& address) { return IN_MULTICAST(ntohl(address.sin_addr.s_addr)); }

ssize_t try_send(int file, std::span<const std::byte> datagram, const sockaddr_in& to) {
  return sendto(file, datagram.data(), datagram.size(), MSG_DONTWAIT | MSG_NOSIGNAL,
                reinterpret_cast<const sockaddr*>(&to), sizeof to);
}

bool would_wait(int error) {
  return error == EAGAIN || error == EWOULDBLOCK || error == ENOBUFS || error == EINTR;
}

}  // namespace

DdsSender::DdsSender(Options options) : options_(std::move(options)) {
  if (!options_.only_addresses.empty()) {
    for (const std::string& address : options_.only_addresses) open(address, address, false);
    return;
  }
  // one for all single receivers and, so that they are heard without any network, for groups here
  open("0.0.0.0", loopback, false);
  find_interfaces();
}

DdsSender::~DdsSender() {
  if (thread_.joinable()) {
    thread_.request_stop();
    thread_.join();
  }
  for (const Socket& socket : sockets_) close(socket.file);
}

void DdsSender::find_interfaces() {
  if (!options_.only_addresses.empty()) return;
  for (const std::string& address : addresses_up()) {
    const bool is_known = std::ranges::any_of(
        sockets_, [&](const Socket& socket) { return socket.address == address; });
    if (!is_known && !address.starts_with("127.")) open(address, address, true);
  }
}

void DdsSender::open(const std::string& address, const std::string& group_address,
                     bool is_for_groups_only) {
  const int file = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (file < 0) return;
  sockaddr_in own{};
  own.sin_family = AF_INET;
  in_addr group_interface{};
  inet_pton(AF_INET, address.c_str(), &own.sin_addr);
  inet_pton(AF_INET, group_address.c_str(), &group_interface);
  const int yes = 1;
  const int ttl = options_.multicast_ttl;
  setsockopt(file, SOL_SOCKET, SO_SNDBUF, &options_.buffer_bytes, sizeof options_.buffer_bytes);
  setsockopt(file, IPPROTO_IP, IP_MULTICAST_TTL, &ttl, sizeof ttl);
  setsockopt(file, IPPROTO_IP, IP_MULTICAST_LOOP, &yes, sizeof yes);
  setsockopt(file, IPPROTO_IP, IP_MULTICAST_IF, &group_interface, sizeof group_interface);
  if (bind(file, reinterpret_cast<const sockaddr*>(&own), sizeof own) != 0) {
    close(file);
    return;
  }
  sockets_.push_back({file, address, is_for_groups_only});
}

void DdsSender::send(std::span<const std::byte> datagram, const sockaddr_in& to) {
  if (options_.may_send && !*options_.may_send) return;
  for (const Socket& socket : sockets_)
    if (is_group(to) || !socket.is_for_groups_only) send_on(socket.file, datagram, to);
}

void DdsSender::send_on(int file, std::span<const std::byte> datagram, const sockaddr_in& to) {
  if (is_queueing_) return queue(file, datagram, to);  // nobody overtakes
  if (try_send(file, datagram, to) < 0 && would_wait(errno)) queue(file, datagram, to);
}

void DdsSender::queue(int file, std::span<const std::byte> datagram, const sockaddr_in& to) {
  {
    const std::lock_guard lock(mutex_);
    if (waiting_bytes_ + datagram.size() > options_.most_waiting) {
      ++options_.traffic->dropped_datagrams;
      return;
    }
    waiting_.push_back({{datagram.begin(), datagram.end()}, to, file});
    waiting_bytes_ += datagram.size();
    options_.traffic->waiting_bytes += datagram.size();
    is_queueing_ = true;
    if (!thread_.joinable())
      thread_ = std::jthread([this](const std::stop_token& stop) { empty_queue(stop); });
  }
  wake_.notify_one();
}

void DdsSender::empty_queue(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (wake_.wait(lock, stop, [&] { return !waiting_.empty(); }) && !stop.stop_requested()) {
    const Waiting& next = waiting_.front();  // stays in its place when others are added
    lock.unlock();
    pollfd ready{.fd = next.file, .events = POLLOUT, .revents = 0};
    poll(&ready, 1, poll_ms);
    const bool is_done = try_send(next.file, next.datagram, next.to) >= 0 || !would_wait(errno);
    lock.lock();
    if (!is_done) continue;
    waiting_bytes_ -= next.datagram.size();
    options_.traffic->waiting_bytes -= next.datagram.size();
    waiting_.pop_front();
    if (waiting_.empty()) is_queueing_ = false;
  }
}

}  // namespace tandem
