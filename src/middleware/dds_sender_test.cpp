// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/dds_sender.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

namespace tandem {
namespace {

// A UDP socket on the loopback device, or on a group there.
class Ear {
 public:
  explicit Ear(const char* group = nullptr) : file_(socket(AF_INET, SOCK_DGRAM, 0)) {
    timeval patience{.tv_sec = 20, .tv_usec = 0};
    setsockopt(file_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    address_.sin_family = AF_INET;
    inet_pton(AF_INET, group ? group : "127.0.0.1", &address_.sin_addr);
    bind(file_, reinterpret_cast<sockaddr*>(&address_), sizeof address_);
    socklen_t size = sizeof address_;
    getsockname(file_, reinterpret_cast<sockaddr*>(&address_), &size);
    if (group) {
      ip_mreq join{.imr_multiaddr = address_.sin_addr, .imr_interface = {}};
      inet_pton(AF_INET, "127.0.0.1", &join.imr_interface);
      setsockopt(file_, IPPROTO_IP, IP_ADD_MEMBERSHIP, &join, sizeof join);
    }
  }
  ~Ear() { close(file_); }

  const sockaddr_in& address() const { return address_; }
  std::size_t hear(std::byte& first) const {
    std::byte buffer[2000];
    const ssize_t size = recv(file_, buffer, sizeof buffer, 0);
    first = buffer[0];
    return size < 0 ? 0 : static_cast<std::size_t>(size);
  }

 private:
  int file_;
  sockaddr_in address_{};
};

DdsSender::Options on_loopback(std::shared_ptr<DdsTraffic> traffic) {
  return {.only_addresses = {"127.0.0.1"}, .traffic = std::move(traffic)};
}

TEST(DdsSender, SendsToOneReceiver) {
  const auto traffic = std::make_shared<DdsTraffic>();
  DdsSender sender(on_loopback(traffic));
  ASSERT_TRUE(sender.can_send());
  const Ear ear;
  sender.send(std::vector<std::byte>(100, std::byte{7}), ear.address());
  std::byte first{};
  EXPECT_EQ(ear.hear(first), 100u);
  EXPECT_EQ(first, std::byte{7});
  EXPECT_EQ(traffic->waiting_bytes, 0u);
  EXPECT_EQ(traffic->dropped_datagrams, 0u);
}

TEST(DdsSender, SendsToAGroupOnTheLoopbackDevice) {
  for (const bool is_restricted : {true, false}) {
    auto options = on_loopback(std::make_shared<DdsTraffic>());
    options.multicast_ttl = 0;
    if (!is_restricted) options.only_addresses.clear();
    DdsSender sender(std::move(options));
    const Ear ear("239.255.77.1");
    sender.send(std::vector<std::byte>(10, std::byte{9}), ear.address());
    std::byte first{};
    EXPECT_EQ(ear.hear(first), 10u);
  }
}

TEST(DdsSender, AnAddressThatIsNotOursCannotSend) {
  DdsSender::Options options{.only_addresses = {"192.0.2.1"},
                             .traffic = std::make_shared<DdsTraffic>()};
  EXPECT_FALSE(DdsSender(std::move(options)).can_send());
}

}  // namespace
}  // namespace tandem
