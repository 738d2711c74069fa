// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/web/server.h"

#include <fmt/format.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>
#include <boost/beast/version.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/beast/websocket/ssl.hpp>
#include <chrono>
#include <deque>
#include <limits>
#include <map>
#include <thread>
#include <utility>  // before Asio, which needs it with GCC 12 and does not say so
#include <vector>

#include "base/log.h"
#include "ports/web/callers.h"

namespace tandem::web {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace ssl = asio::ssl;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using Clock = std::chrono::steady_clock;
using Request = http::request<http::empty_body>;

constexpr std::uint32_t max_header_bytes = 16 * 1024;
constexpr int ports_to_try = 20;
constexpr auto tick_period = 20ms;

// Only our own files, scripts and sockets.
constexpr std::string_view content_policy =
    "default-src 'self'; img-src 'self' blob: data:; style-src 'self' 'unsafe-inline'; "
    "connect-src 'self' ws: wss:; worker-src 'self' blob:; frame-ancestors 'none'";

// Lets everything through and counts what comes in: what is no message, such as empty fragments of
// one that never ends, costs as much as messages do.
class ReadMeter {
 public:
  void set_limit(std::size_t bytes_per_second) { limit_ = bytes_per_second; }
  bool is_exceeded() const { return is_exceeded_; }

 private:
  friend class beast::rate_policy_access;
  static constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();
  std::size_t available_read_bytes() const { return unlimited; }
  std::size_t available_write_bytes() const { return unlimited; }
  void transfer_read_bytes(std::size_t bytes) {
    const Clock::time_point now = Clock::now();
    if (now - since_ > 1s) {
      since_ = now;
      bytes_ = 0;
    }
    bytes_ += bytes;
    if (bytes_ > limit_) is_exceeded_ = true;
  }
  void transfer_write_bytes(std::size_t) const {}
  void on_timer() const {}

  Clock::time_point since_{};
  std::size_t bytes_ = 0;
  std::size_t limit_ = unlimited;
  bool is_exceeded_ = false;
};

using PlainStream = beast::basic_stream<tcp, asio::any_io_executor, ReadMeter>;
using TlsStream = beast::ssl_stream<PlainStream>;

// How much a page said in the second that is running.
class Throttle {
 public:
  // False when that was too much.
  bool admit(std::size_t bytes, const ServerLimits& limits) {
    const Clock::time_point now = Clock::now();
    if (now - since_ > 1s) {
      since_ = now;
      messages_ = bytes_ = 0;
    }
    bytes_ += bytes;
    return ++messages_ <= limits.messages_per_second && bytes_ <= limits.bytes_per_second;
  }

 private:
  Clock::time_point since_{};
  std::size_t messages_ = 0;
  std::size_t bytes_ = 0;
};

// A page's connection, whatever it goes over.
class PageConnection {
 public:
  virtual ~PageConnection() = default;
  virtual void send(std::shared_ptr<const std::string> message) = 0;
  virtual void close(CloseCode code, std::string_view reason) = 0;
  virtual void drop() = 0;               // at once, without a word
  virtual bool is_flooding() const = 0;  // by what is no message
  std::size_t queued_bytes() const { return queued_bytes_; }
  std::optional<Clock::time_point> write_begun() const { return write_begun_; }

 protected:
  std::size_t queued_bytes_ = 0;
  std::optional<Clock::time_point> write_begun_;
};

}  // namespace

class Server::Impl {
 public:
  Impl(const ServerOptions& options, Handler& handler)
      : options_(options), handler_(handler), ticks_(io_) {
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
      is_stopping_ = true;
      const auto pages = pages_;  // closing takes them out
      for (const auto& [id, page] : pages) page->drop();
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
  const ServerOptions& options() const { return options_; }
  Handler& handler() { return handler_; }
  bool is_stopping() const { return is_stopping_; }

  // Connections of any kind.
  bool begin_connection() {
    if (connections_ >= options_.limits.connections) return false;
    ++connections_;
    return true;
  }
  void end_connection() { --connections_; }
  bool is_crowded() const { return pages_.size() >= options_.limits.pages; }

  PageId add(std::shared_ptr<PageConnection> page) {
    const PageId id{++last_id_};
    pages_.emplace(id, std::move(page));
    handler_.opened(id);
    return id;
  }
  void remove(PageId id) {
    if (pages_.erase(id) > 0 && !is_stopping_) handler_.closed(id);
  }
  PageConnection* find(PageId id) const {
    const auto found = pages_.find(id);
    return found == pages_.end() ? nullptr : found->second.get();
  }

 private:
  std::optional<tcp::acceptor> listen(std::uint16_t port, bool may_take_next) {
    beast::error_code error;
    const asio::ip::address address = asio::ip::make_address(options_.bind, error);
    if (error)
      throw ServerError(
          fmt::format("'{}' is no address to listen at; 127.0.0.1 is for this "
                      "machine alone, 0.0.0.0 for all",
                      options_.bind));
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
        "cannot listen at {} port {}: {}", options_.bind, port,
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

  void accept_plain();
  void accept_secure();

  void tick() {
    ticks_.expires_after(tick_period);
    ticks_.async_wait([this](beast::error_code error) {
      if (error) return;
      drop_bad_pages();
      handler_.tick();
      tick();
    });
  }

  void drop_bad_pages() {
    const Clock::time_point now = Clock::now();
    std::vector<std::shared_ptr<PageConnection>> stuck, flooding;
    for (const auto& [id, page] : pages_) {
      const bool is_slow =
          page->write_begun() && now - *page->write_begun() > options_.limits.patience;
      if (is_slow || page->queued_bytes() > options_.limits.queued_bytes) stuck.push_back(page);
      if (page->is_flooding()) flooding.push_back(page);
    }
    for (const auto& page : flooding) {
      log(LogLevel::warning, "web: closed: a page that floods the connection");
      page->drop();
    }
    for (const auto& page : stuck) {
      log(LogLevel::warning, "web: a page that takes nothing any more was let go");
      page->drop();
    }
  }

  const ServerOptions options_;
  Handler& handler_;
  asio::io_context io_{1};
  std::optional<ssl::context> tls_;
  std::optional<tcp::acceptor> plain_, secure_;
  asio::steady_timer ticks_;
  std::map<PageId, std::shared_ptr<PageConnection>> pages_;
  std::uint32_t last_id_ = 0;
  std::size_t connections_ = 0;
  bool is_stopping_ = false;
  std::jthread thread_;
};

namespace {

// A connection of either kind that asks for files, and may become a page's WebSocket.
template <class Stream>
class Connection : public PageConnection, public std::enable_shared_from_this<Connection<Stream>> {
 public:
  template <class... Rest>
  Connection(Server::Impl& server, tcp::socket&& socket, Rest&... rest)
      : server_(server), stream_(std::move(socket), rest...) {}

  ~Connection() override { server_.end_connection(); }

  void start() {
    beast::get_lowest_layer(stream_).socket().set_option(tcp::no_delay(true), ignored_);
    if constexpr (std::is_same_v<Stream, TlsStream>) {
      limit_time();
      stream_.next_layer().async_handshake(ssl::stream_base::server,
                                           [self = self()](beast::error_code error) {
                                             if (!error) self->read_request();
                                           });
    } else {
      read_request();
    }
  }

  void send(std::shared_ptr<const std::string> message) override {
    if (is_closing_) return;
    queued_bytes_ += message->size();
    queue_.push_back(std::move(message));
    if (!write_begun_) write();
  }

  void close(CloseCode code, std::string_view reason) override {
    if (is_closing_) return;
    is_closing_ = true;
    close_reason_ = websocket::close_reason(static_cast<websocket::close_code>(code),
                                            beast::string_view(reason.data(), reason.size()));
    if (!write_begun_) say_goodbye();
  }

  void drop() override { beast::get_lowest_layer(stream_).socket().close(ignored_); }

  bool is_flooding() const override {
    return has_too_many_pings_ || beast::get_lowest_layer(stream_).rate_policy().is_exceeded();
  }

 private:
  std::shared_ptr<Connection> self() { return this->shared_from_this(); }
  Stream& http_stream() { return stream_.next_layer(); }
  void limit_time() {
    beast::get_lowest_layer(stream_).expires_after(
        std::chrono::duration_cast<std::chrono::milliseconds>(server_.options().limits.patience));
  }

  void read_request() {
    limit_time();
    parser_.emplace();
    parser_->header_limit(max_header_bytes);
    http::async_read(http_stream(), buffer_, *parser_,
                     [self = self()](beast::error_code error, std::size_t) {
                       if (!error) return self->answer();
                       if (error == http::error::end_of_stream) return self->shut_down();
                       // what is no HTTP, or too much of it, gets no answer
                     });
  }

  void answer() {
    const Request request = parser_->release();
    const Caller caller = caller_of(request);
    if (const std::string refusal = why_refused(caller, server_.options().names);
        !refusal.empty()) {
      log(LogLevel::warning, fmt::format("web: refused: {}", refusal));
      return respond(request, {.status = 403, .body = std::make_shared<std::string>(refusal)});
    }
    if (websocket::is_upgrade(request)) return upgrade(request);
    if (request.method() != http::verb::get && request.method() != http::verb::head)
      return respond(
          request,
          {.status = 405, .body = std::make_shared<std::string>("this server only gives files\n")});
    const beast::string_view target = request.target();
    const std::string_view path(target.data(), std::min(target.find('?'), target.size()));
    respond(request, server_.handler().get(path));
  }

  static Caller caller_of(const Request& request) {
    const auto text = [&](http::field field) {
      const beast::string_view value = request[field];
      return std::string(value.data(), value.size());
    };
    return {.host = text(http::field::host),
            .origin = text(http::field::origin),
            .is_secure = std::is_same_v<Stream, TlsStream>,
            .is_websocket = websocket::is_upgrade(request)};
  }

  void respond(const Request& request, const HttpReply& reply) {
    response_.emplace();
    response_->result(static_cast<unsigned>(reply.status));
    response_->version(request.version());
    response_->keep_alive(request.keep_alive());
    response_->set(http::field::content_type, reply.content_type);
    response_->set(http::field::cache_control,
                   reply.is_lasting ? "public, max-age=31536000, immutable" : "no-cache");
    response_->set("Content-Security-Policy",
                   beast::string_view(content_policy.data(), content_policy.size()));
    response_->set("X-Content-Type-Options", "nosniff");
    response_->set("Referrer-Policy", "no-referrer");
    response_->set("Cross-Origin-Resource-Policy", "same-origin");
    body_ = reply.body ? reply.body : std::make_shared<const std::string>();
    response_->content_length(body_->size());
    if (request.method() != http::verb::head) response_->body() = {body_->data(), body_->size()};
    limit_time();
    http::async_write(http_stream(), *response_,
                      [self = self()](beast::error_code error, std::size_t) {
                        if (error) return;
                        if (!self->response_->keep_alive()) return self->shut_down();
                        self->read_request();
                      });
  }

  void shut_down() {
    beast::get_lowest_layer(stream_).socket().shutdown(tcp::socket::shutdown_send, ignored_);
  }

  void upgrade(const Request& request) {
    const beast::string_view target = request.target();
    if (target.substr(0, target.find('?')) != "/ws")
      return respond(request, {.status = 404,
                               .body = std::make_shared<std::string>("WebSockets are at /ws\n")});
    beast::get_lowest_layer(stream_).expires_never();  // the WebSocket has clocks of its own
    auto timeouts = websocket::stream_base::timeout::suggested(beast::role_type::server);
    timeouts.idle_timeout = std::chrono::seconds(30);
    timeouts.keep_alive_pings = true;
    stream_.set_option(timeouts);
    stream_.read_message_max(server_.options().limits.message_bytes);
    stream_.binary(true);
    stream_.auto_fragment(false);  // messages are in memory as a whole
    const ServerLimits& limits = server_.options().limits;
    // messages have headers; what is far beyond them is something else
    beast::get_lowest_layer(stream_).rate_policy().set_limit(2 * limits.bytes_per_second);
    stream_.control_callback([this, &limits](websocket::frame_type, beast::string_view payload) {
      if (!throttle_.admit(payload.size(), limits)) has_too_many_pings_ = true;
    });
    request_ = request;
    stream_.async_accept(request_, [self = self()](beast::error_code error) {
      if (!error) self->begin_page();
    });
  }

  void begin_page() {
    if (server_.is_stopping()) return;
    if (server_.is_crowded()) {
      log(LogLevel::warning, "web: refused: there are as many pages as there may be");
      close(CloseCode::crowded, "there are as many pages as there may be");
      return;
    }
    id_ = server_.add(self());
    read_message();
  }

  void read_message() {
    stream_.async_read(buffer_, [self = self()](beast::error_code error, std::size_t size) {
      if (error) return self->end_page(error);
      self->take_message(size);
    });
  }

  void take_message(std::size_t size) {
    if (!throttle_.admit(size, server_.options().limits)) {
      log(LogLevel::warning, "web: closed: a page that says more than any page needs to");
      close(CloseCode::policy, "too many messages");
    }
    if (!is_closing_) {
      const auto data = buffer_.cdata();
      server_.handler().received(*id_, {static_cast<const char*>(data.data()), data.size()});
    }
    buffer_.consume(buffer_.size());
    if (server_.find(*id_)) read_message();  // also while closing, as the other side says goodbye
  }

  void end_page(beast::error_code error) {
    if (error == websocket::error::message_too_big || error == websocket::error::buffer_overflow)
      log(LogLevel::warning, "web: closed: a message larger than any page sends");
    else if (error.category() == make_error_code(websocket::error::closed).category() &&
             error != websocket::error::closed)
      log(LogLevel::warning, fmt::format("web: closed: {}", error.message()));
    is_closing_ = true;
    forget_queue();
    server_.remove(*id_);
  }

  void write() {
    write_begun_ = Clock::now();
    stream_.async_write(
        asio::buffer(*queue_.front()),
        [self = self()](beast::error_code error, std::size_t) { self->written(error); });
  }

  void written(beast::error_code error) {
    write_begun_.reset();
    if (error) return forget_queue();  // reading notices it too, and ends the page
    queued_bytes_ -= queue_.front()->size();
    queue_.pop_front();
    if (is_closing_) return say_goodbye();
    if (!queue_.empty()) write();
  }

  void forget_queue() {
    if (write_begun_) return;  // it still needs what it writes
    queue_.clear();
    queued_bytes_ = 0;
  }

  void say_goodbye() {
    forget_queue();
    if (!close_reason_) return;
    stream_.async_close(*close_reason_, [self = self()](beast::error_code) {
      if (self->id_) self->server_.remove(*self->id_);
    });
    close_reason_.reset();
  }

  Server::Impl& server_;
  websocket::stream<Stream> stream_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::empty_body>> parser_;
  std::optional<http::response<http::span_body<const char>>> response_;
  std::shared_ptr<const std::string> body_;  // of the response
  Request request_;                          // to upgrade
  std::optional<PageId> id_;                 // once it is a page
  std::deque<std::shared_ptr<const std::string>> queue_;
  Throttle throttle_;
  bool has_too_many_pings_ = false;
  bool is_closing_ = false;
  std::optional<websocket::close_reason> close_reason_;
  beast::error_code ignored_;
};

}  // namespace

void Server::Impl::accept_plain() {
  plain_->async_accept([this](beast::error_code error, tcp::socket socket) {
    if (!plain_) return;
    if (!error && begin_connection())
      std::make_shared<Connection<PlainStream>>(*this, std::move(socket))->start();
    accept_plain();
  });
}

void Server::Impl::accept_secure() {
  secure_->async_accept([this](beast::error_code error, tcp::socket socket) {
    if (!secure_) return;
    if (!error && begin_connection())
      std::make_shared<Connection<TlsStream>>(*this, std::move(socket), *tls_)->start();
    accept_secure();
  });
}

Server::Server(const ServerOptions& options, Handler& handler)
    : impl_(std::make_unique<Impl>(options, handler)) {}
Server::~Server() = default;

std::uint16_t Server::port() const { return impl_->port(); }
std::optional<std::uint16_t> Server::tls_port() const { return impl_->tls_port(); }

void Server::post(std::function<void()> task) { asio::post(impl_->io(), std::move(task)); }

void Server::send(PageId page, std::shared_ptr<const std::string> message) {
  if (PageConnection* found = impl_->find(page)) found->send(std::move(message));
}

std::size_t Server::queued_bytes(PageId page) const {
  const PageConnection* found = impl_->find(page);
  return found ? found->queued_bytes() : 0;
}

void Server::close(PageId page, CloseCode code, std::string_view reason) {
  if (PageConnection* found = impl_->find(page)) found->close(code, reason);
}

}  // namespace tandem::web
