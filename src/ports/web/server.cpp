// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/web/server.h"

#include <fmt/format.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/steady_timer.hpp>
#include <thread>
#include <vector>

#include "base/log.h"
#include "ports/web/connection.h"

namespace tandem::web {

namespace {

namespace asio = boost::asio;
namespace ssl = asio::ssl;
using asio::ip::tcp;

constexpr int ports_to_try = 20;
constexpr auto tick_period = 20ms;

}  // namespace

class Server::Impl {
 public:
  Impl(const ServerOptions& options, Handler& handler) : pages_(options, handler), ticks_(io_) {
    plain_ = listen(options.port, options.may_take_next);
    if (options.tls_port) {
      tls_.emplace(ssl::context::tls_server);
      tls_->use_certificate_chain(asio::buffer(options.identity.certificate));
      tls_->use_private_key(asio::buffer(options.identity.key), ssl::context::pem);
      secure_ = listen(*options.tls_port, options.may_take_next);
      accept_secure();
    }
    accept_plain();
    tick();
    thread_ = std::jthread([this] { run(); });
  }

  ~Impl() {
    asio::post(io_, [this] {
      plain_.reset();
      secure_.reset();
      ticks_.cancel();
      pages_.stop();
      io_.stop();
    });
    thread_.join();
  }

  std::uint16_t port() const { return plain_->local_endpoint().port(); }
  std::optional<std::uint16_t> tls_port() const {
    if (!secure_) return std::nullopt;
    return secure_->local_endpoint().port();
  }

  asio::io_context& io() { return io_; }
  const Pages& pages() const { return pages_; }

 private:
  std::optional<tcp::acceptor> listen(std::uint16_t port, bool may_take_next) {
    boost::system::error_code error;
    const asio::ip::address address = asio::ip::make_address(pages_.options().bind, error);
    if (error)
      throw ServerError(
          fmt::format("'{}' is no address to listen at; 127.0.0.1 is for this "
                      "machine alone, 0.0.0.0 for all",
                      pages_.options().bind));
    std::vector<std::uint16_t> ports{port};
    for (int next = 1; may_take_next && next < ports_to_try; ++next)
      ports.push_back(static_cast<std::uint16_t>(port + next));
    if (may_take_next) ports.push_back(0);  // any
    for (const std::uint16_t each : ports) {
      const tcp::endpoint endpoint(address, each);
      tcp::acceptor acceptor(io_);
      acceptor.open(endpoint.protocol(), error);
      if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
      if (!error) acceptor.bind(endpoint, error);
      if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
      if (!error) return acceptor;
      if (error != asio::error::address_in_use) break;
    }
    throw ServerError(fmt::format(
        "cannot listen at {} port {}: {}", pages_.options().bind, port,
        error == asio::error::address_in_use ? "somebody else does already" : error.message()));
  }

  void run() {
    for (;;) {
      try {
        io_.run();
        return;
      } catch (const std::exception& error) {
        // one page's trouble is not the others'
        log(LogLevel::error, fmt::format("web: {}", error.what()));
      }
    }
  }

  void accept_plain() {
    plain_->async_accept([this](boost::system::error_code error, tcp::socket socket) {
      if (!plain_) return;
      accept_plain();  // first: whatever becomes of this one, the next may come
      if (!error) begin_conversation(pages_, std::move(socket));
    });
  }

  void accept_secure() {
    secure_->async_accept([this](boost::system::error_code error, tcp::socket socket) {
      if (!secure_) return;
      accept_secure();
      if (!error) begin_secure_conversation(pages_, std::move(socket), *tls_);
    });
  }

  void tick() {
    ticks_.expires_after(tick_period);
    ticks_.async_wait([this](boost::system::error_code error) {
      if (error) return;
      tick();  // first: whatever happens in this one, there is a next
      pages_.drop_bad();
      pages_.handler().tick();
    });
  }

  Pages pages_;  // first: connections, which the context owns, use it until their end
  asio::io_context io_{1};
  std::optional<ssl::context> tls_;
  std::optional<tcp::acceptor> plain_, secure_;
  asio::steady_timer ticks_;
  std::jthread thread_;
};

Server::Server(const ServerOptions& options, Handler& handler)
    : impl_(std::make_unique<Impl>(options, handler)) {}
Server::~Server() = default;

std::uint16_t Server::port() const { return impl_->port(); }
std::optional<std::uint16_t> Server::tls_port() const { return impl_->tls_port(); }

void Server::post(std::function<void()> task) { asio::post(impl_->io(), std::move(task)); }

void Server::send(PageId page, std::shared_ptr<const std::string> message) {
  if (PageConnection* found = impl_->pages().find(page)) found->send(std::move(message));
}

std::size_t Server::queued_bytes(PageId page) const {
  const PageConnection* found = impl_->pages().find(page);
  return found ? found->queued_bytes() : 0;
}

void Server::close(PageId page, CloseCode code, std::string_view reason) {
  if (PageConnection* found = impl_->pages().find(page)) found->close(code, reason);
}

}  // namespace tandem::web
