// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/web/connection.h"

#include <fmt/format.h>

#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/beast/websocket/ssl.hpp>
#include <deque>

#include "base/log.h"
#include "ports/web/callers.h"
#include "ports/web/throttle.h"

namespace tandem::web {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace ssl = asio::ssl;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using Request = http::request<http::empty_body>;
using PlainStream = beast::basic_stream<tcp, asio::any_io_executor, ReadMeter>;
using TlsStream = beast::ssl_stream<PlainStream>;

constexpr std::uint32_t max_header_bytes = 16 * 1024;

// A connection of either kind that asks for files, and may become a page's WebSocket.
template <class Stream>
class Connection : public PageConnection, public std::enable_shared_from_this<Connection<Stream>> {
 public:
  template <class... Rest>
  Connection(Pages& pages, std::string machine, tcp::socket&& socket, Rest&... rest)
      : pages_(pages), machine_(std::move(machine)), stream_(std::move(socket), rest...) {}

  ~Connection() override { pages_.connections().end(machine_); }

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
    if (close_begun_) return;
    queued_bytes_ += message->size();
    queue_.push_back(std::move(message));
    if (!write_begun_) write();
  }

  void close(CloseCode code, std::string_view reason) override {
    if (close_begun_) return;
    close_begun_ = Clock::now();
    // who says too much is not listened to while it is told
    if (code == CloseCode::policy || code == CloseCode::too_large) meter().stop();
    close_reason_ = websocket::close_reason(static_cast<websocket::close_code>(code),
                                            beast::string_view(reason.data(), reason.size()));
    if (!write_begun_) say_goodbye();
  }

  void drop() override { beast::get_lowest_layer(stream_).close(); }

  bool is_flooding() const override { return has_too_many_pings_ || meter().is_exceeded(); }

 private:
  std::shared_ptr<Connection> self() { return this->shared_from_this(); }
  Stream& http_stream() { return stream_.next_layer(); }
  ReadMeter& meter() { return beast::get_lowest_layer(stream_).rate_policy(); }
  const ReadMeter& meter() const { return beast::get_lowest_layer(stream_).rate_policy(); }
  const ServerLimits& limits() const { return pages_.options().limits; }
  void limit_time() {
    beast::get_lowest_layer(stream_).expires_after(
        std::chrono::duration_cast<std::chrono::milliseconds>(limits().patience));
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
    if (const std::string refusal = why_refused(caller, pages_.options().names); !refusal.empty()) {
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
    respond(request, pages_.handler().get(path));
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
    response_->set("Content-Security-Policy", content_policy(caller_of(request).host));
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
    timeouts.idle_timeout = limits().silence;
    timeouts.keep_alive_pings = true;
    stream_.set_option(timeouts);
    stream_.read_message_max(0);  // see read_message
    stream_.binary(true);
    stream_.auto_fragment(false);  // messages are in memory as a whole
    // messages have headers; what is far beyond them is something else
    meter().set_limit(2 * limits().bytes_per_second);
    stream_.control_callback([this](websocket::frame_type, beast::string_view payload) {
      if (!throttle_.admit(payload.size(), limits())) has_too_many_pings_ = true;
    });
    request_ = request;
    stream_.async_accept(request_, [self = self()](beast::error_code error) {
      if (!error) self->begin_page();
    });
  }

  void begin_page() {
    if (pages_.is_stopping()) return;
    buffer_.consume(buffer_.size());  // what came before we agreed is no message
    id_ = pages_.add(self());
    read_message();
  }

  // In pieces, so that we are the ones who say what is too large.
  void read_message() {
    stream_.async_read_some(buffer_, limits().message_bytes + 1 - buffer_.size(),
                            [self = self()](beast::error_code error, std::size_t) {
                              if (error) return self->end_page(error);
                              self->take_piece();
                            });
  }

  void take_piece() {
    if (close_begun_) return;
    if (buffer_.size() > limits().message_bytes)
      refuse(CloseCode::too_large, "a message larger than any page sends");
    else if (stream_.is_message_done())
      take_message();
    if (!close_begun_) read_message();  // closing reads by itself until the other side says goodbye
  }

  void take_message() {
    if (!throttle_.admit(buffer_.size(), limits()))
      return refuse(CloseCode::policy, "a page that says more than any page needs to");
    const auto data = buffer_.cdata();
    pages_.handler().received(*id_, {static_cast<const char*>(data.data()), data.size()});
    buffer_.consume(buffer_.size());
  }

  void refuse(CloseCode code, std::string_view why) {
    log(LogLevel::warning, fmt::format("web: closed: {}", why));
    close(code, why);
  }

  void end_page(beast::error_code error) {
    if (error == beast::error::timeout)
      log(LogLevel::warning,
          fmt::format("web: lost: a page that was silent for {} s", seconds(limits().silence)));
    else if (error.category() == make_error_code(websocket::error::closed).category() &&
             error != websocket::error::closed)
      log(LogLevel::warning, fmt::format("web: closed: {}", error.message()));
    if (!close_begun_) close_begun_ = Clock::now();
    forget_queue();
    pages_.remove(*id_);
  }

  void write() {
    write_begun_ = Clock::now();
    stream_.async_write(
        asio::buffer(*queue_.front()),
        [self = self()](beast::error_code error, std::size_t) { self->written(error); });
  }

  void written(beast::error_code error) {
    write_begun_.reset();
    if (error) {
      forget_queue();
      if (close_begun_) pages_.remove(*id_);  // otherwise reading notices it too
      return;
    }
    queued_bytes_ -= queue_.front()->size();
    queue_.pop_front();
    if (close_begun_) return say_goodbye();
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
    stream_.async_close(*close_reason_,
                        [self = self()](beast::error_code) { self->pages_.remove(*self->id_); });
    close_reason_.reset();
  }

  Pages& pages_;
  const std::string machine_;  // that it comes from
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
  std::optional<websocket::close_reason> close_reason_;
  beast::error_code ignored_;
};

template <class Stream, class... Rest>
void begin(Pages& pages, tcp::socket&& socket, Rest&... rest) {
  beast::error_code error;
  const asio::ip::address from = socket.remote_endpoint(error).address();
  if (error) return;  // gone already
  const auto text = [](const auto& bytes) { return std::string(bytes.begin(), bytes.end()); };
  std::string machine =
      machine_of(from.is_v4() ? text(from.to_v4().to_bytes()) : text(from.to_v6().to_bytes()));
  if (!pages.connections().begin(machine)) return;
  std::make_shared<Connection<Stream>>(pages, std::move(machine), std::move(socket), rest...)
      ->start();
}

}  // namespace

void begin_conversation(Pages& pages, tcp::socket socket) {
  begin<PlainStream>(pages, std::move(socket));
}

void begin_secure_conversation(Pages& pages, tcp::socket socket, ssl::context& identity) {
  begin<TlsStream>(pages, std::move(socket), identity);
}

}  // namespace tandem::web
