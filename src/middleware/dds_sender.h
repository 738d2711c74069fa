// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <netinet/in.h>

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace tandem {

// How far the network is behind, shared by all that send.
struct DdsTraffic {
  std::atomic<std::size_t> waiting_bytes = 0;
  std::atomic<std::uint64_t> dropped_datagrams = 0;
};

// Sends UDP datagrams and never waits. What the kernel cannot take now goes to a bounded queue that
// a thread empties as fast as the network allows; what does not fit there is dropped and counted.
// Fast DDS's own sockets either block the publisher or drop at once.
class DdsSender {
 public:
  struct Options {
    std::vector<std::string> only_addresses;  // of our interfaces; all when empty
    int multicast_ttl = 1;
    int buffer_bytes = 1 << 22;            // asked of the kernel
    std::size_t most_waiting = 2'000'000;  // bytes: two images
    std::shared_ptr<DdsTraffic> traffic;
    std::shared_ptr<const std::atomic<bool>> may_send;  // until then all is dropped; empty: always
  };

  explicit DdsSender(Options options);
  ~DdsSender();
  DdsSender(const DdsSender&) = delete;
  DdsSender& operator=(const DdsSender&) = delete;

  // Opens sockets for interfaces that have come up since.
  void find_interfaces();
  bool can_send() const { return !sockets_.empty(); }

  // To a group: on every interface, loopback included. One thread at a time.
  void send(std::span<const std::byte> datagram, const sockaddr_in& to);

 private:
  struct Socket {
    int file = -1;
    std::string address;
    bool is_for_groups_only = false;
  };
  struct Waiting {
    std::vector<std::byte> datagram;
    sockaddr_in to{};
    int file = -1;
  };

  void open(const std::string& address, const std::string& group_address, bool is_for_groups_only);
  void send_on(int file, std::span<const std::byte> datagram, const sockaddr_in& to);
  void queue(int file, std::span<const std::byte> datagram, const sockaddr_in& to);
  void empty_queue(const std::stop_token& stop);

  const Options options_;
  std::vector<Socket> sockets_;
  std::atomic<bool> is_queueing_ = false;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::deque<Waiting> waiting_;
  std::size_t waiting_bytes_ = 0;
  std::jthread thread_;
};

}  // namespace tandem
