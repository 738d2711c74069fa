// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/web/server.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <future>

#include "ports/web/certificate.h"

namespace tandem::web {
namespace {

// Tells when its page has gone.
class Waiting : public Handler {
 public:
  HttpReply get(std::string_view) override { return {.status = 404}; }
  void opened(PageId) override {}
  void received(PageId, std::string_view) override {}
  void closed(PageId) override { gone_.set_value(); }
  void tick() override {}

  std::future<void> gone() { return gone_.get_future(); }

 private:
  std::promise<void> gone_;
};

// Somebody who becomes a page and then neither reads nor says a word, not even goodbye.
class SilentPage {
 public:
  explicit SilentPage(std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    const std::string request =
        "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    EXPECT_EQ(write(socket_, request.data(), request.size()), static_cast<ssize_t>(request.size()));
  }
  ~SilentPage() { ::close(socket_); }
  SilentPage(const SilentPage&) = delete;
  SilentPage& operator=(const SilentPage&) = delete;

 private:
  const int socket_ = socket(AF_INET, SOCK_STREAM, 0);
};

TEST(Server, SaysThatItLostAPageThatIsSilent) {
  Waiting handler;
  std::future<void> gone = handler.gone();
  testing::internal::CaptureStderr();
  {
    const Server server({.port = 0, .names = {"localhost"}, .limits = {.silence = 500ms}}, handler);
    const SilentPage page(server.port());
    EXPECT_EQ(gone.wait_for(20s), std::future_status::ready);
  }
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              testing::HasSubstr("web: lost: a page that was silent for 0.5 s"));
}

// Somebody who connects, says so much and waits.
class SlowCaller {
 public:
  SlowCaller(std::uint16_t port, std::string_view words) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    EXPECT_EQ(write(socket_, words.data(), words.size()), static_cast<ssize_t>(words.size()));
    const timeval patience{.tv_sec = 20, .tv_usec = 0};
    setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  }
  ~SlowCaller() { ::close(socket_); }
  SlowCaller(const SlowCaller&) = delete;
  SlowCaller& operator=(const SlowCaller&) = delete;

  bool is_hung_up_on() {
    char byte = 0;
    const ssize_t got = read(socket_, &byte, 1);
    return got == 0 || (got < 0 && errno == ECONNRESET);
  }

 private:
  const int socket_ = socket(AF_INET, SOCK_STREAM, 0);
};

TEST(Server, HangsUpOnWhoDoesNotFinishARequest) {
  Waiting handler;
  const Server server({.port = 0, .names = {"localhost"}, .limits = {.patience = 300ms}}, handler);
  SlowCaller mute(server.port(), ""), slow(server.port(), "GET / HTTP/1.1\r\nHost: local");
  EXPECT_TRUE(mute.is_hung_up_on());
  EXPECT_TRUE(slow.is_hung_up_on());
}

TEST(Server, HangsUpOnWhoDoesNotFinishTheHandshakeOfTls) {
  const Result<Identity> identity = make_identity({"localhost"});
  ASSERT_TRUE(identity);
  Waiting handler;
  const Server server({.port = 0,
                       .tls_port = 0,
                       .identity = *identity,
                       .names = {"localhost"},
                       .limits = {.patience = 300ms}},
                      handler);
  // the second one says that it begins a handshake of 512 bytes
  SlowCaller mute(*server.tls_port(), ""),
      slow(*server.tls_port(), {"\x16\x03\x01\x02\x00\x01", 6});
  EXPECT_TRUE(mute.is_hung_up_on());
  EXPECT_TRUE(slow.is_hung_up_on());
}

// Tells its page a lot, a few times, and then when it has gone.
class Talking : public Waiting {
 public:
  void opened(PageId page) override {
    for (int i = 0; i < 4; ++i) server->send(page, message_);
  }

  Server* server = nullptr;

 private:
  std::shared_ptr<const std::string> message_ =
      std::make_shared<std::string>(std::size_t{4} << 20, 'x');
};

TEST(Server, LetsAPageGoThatTakesNothing) {
  // what waits for it is too much, or has waited for too long; it is not silent for a minute
  for (const ServerLimits& limits :
       {ServerLimits{.queued_bytes = 8 << 20, .patience = 1min, .silence = 1min},
        ServerLimits{.patience = 500ms, .silence = 1min}}) {
    Talking handler;
    std::future<void> gone = handler.gone();
    testing::internal::CaptureStderr();
    {
      Server server({.port = 0, .names = {"localhost"}, .limits = limits}, handler);
      handler.server = &server;
      const SilentPage page(server.port());
      EXPECT_EQ(gone.wait_for(20s), std::future_status::ready);
    }
    EXPECT_THAT(testing::internal::GetCapturedStderr(),
                testing::HasSubstr("web: a page that takes nothing any more was let go"));
  }
}

// Fails at its first tick, and tells when there is another one.
class Stumbling : public Handler {
 public:
  HttpReply get(std::string_view) override { return {.status = 404}; }
  void opened(PageId) override {}
  void received(PageId, std::string_view) override {}
  void closed(PageId) override {}
  void tick() override {
    if (++ticks_ == 1) throw std::runtime_error("stumbled");
    if (ticks_ == 2) went_on_.set_value();
  }

  std::future<void> went_on() { return went_on_.get_future(); }

 private:
  int ticks_ = 0;
  std::promise<void> went_on_;
};

TEST(Server, GoesOnAfterATickThatFailed) {
  Stumbling handler;
  std::future<void> went_on = handler.went_on();
  testing::internal::CaptureStderr();
  {
    const Server server({.port = 0, .names = {"localhost"}}, handler);
    EXPECT_EQ(went_on.wait_for(20s), std::future_status::ready);
  }
  EXPECT_THAT(testing::internal::GetCapturedStderr(), testing::HasSubstr("web: stumbled"));
}

}  // namespace
}  // namespace tandem::web
