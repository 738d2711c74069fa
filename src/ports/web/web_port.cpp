// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/web/web_port.h"

#include <fmt/format.h>
#include <openssl/crypto.h>

#include <algorithm>
#include <functional>
#include <mutex>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "base/log.h"
#include "imaging/qr_code.h"
#include "ports/web/assets.h"
#include "ports/web/certificate.h"
#include "ports/web/commands.h"
#include "ports/web/fields.h"
#include "ports/web/page_files.h"
#include "ports/web/people.h"
#include "ports/web/scene_text.h"
#include "ports/web/sources.h"
#include "ports/web/status_text.h"
#include "ports/web/streams.h"
#include "ports/web/values.h"
#include "ports/web/wire.h"

namespace tandem {

namespace web {
namespace {

using Json = nlohmann::json;

constexpr int protocol_version = 1;
constexpr auto join_within = std::chrono::seconds(5);
constexpr int ticks_per_report = 5;
constexpr int ticks_per_people = 2;
constexpr std::size_t max_names = 100'000;   // in one message, which itself is bounded
constexpr std::size_t longest_reason = 120;  // bytes; RFC 6455 has room for 123
// Who has the token gets in, however many look on.
constexpr std::size_t max_viewers = 20, max_pages = 24;
// More than this waits for a page: what would be out of date when it arrives is left out.
constexpr std::size_t max_backlog_bytes = 1 << 20;

// One connected page.
struct Page {
  WebClock::time_point since;
  bool has_joined = false;
  bool is_refused = false;
  bool may_control = false;
  FrameStream frames;
  PaintStream paint;
  WatchList watched;
  WatchTurn watch_turn;
  std::uint64_t skipped_data = 0;  // of what it watches: it was too slow for that
  std::uint64_t last_event = 0;
};

// What pages were too slow for.
struct Skipped {
  std::uint64_t frames = 0;
  std::uint64_t data = 0;  // measurements and pictures

  void add(const Page& page) {
    frames += page.frames.skipped();
    data += page.skipped_data;
  }
};

std::shared_ptr<const std::string> shared(std::string text) {
  return std::make_shared<const std::string>(std::move(text));
}

// In a time that does not tell how much of it is right.
bool is_same(const std::string& a, const std::string& b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

// Brings answers from any thread to the server's, for as long as there is one: whoever answers may
// live longer than the port.
class AnswerPath {
 public:
  void open(Server& server) {
    const std::lock_guard lock(mutex_);
    server_ = &server;
  }
  void post(std::function<void()> task) {
    const std::lock_guard lock(mutex_);
    if (server_) server_->post(std::move(task));
  }
  void close() {
    const std::lock_guard lock(mutex_);
    server_ = nullptr;
  }

 private:
  std::mutex mutex_;
  Server* server_ = nullptr;
};

}  // namespace
}  // namespace web

using namespace web;

class WebPort::Impl : public web::Handler {
 public:
  Impl(const RunHandles& run, Network* network, const WebOptions& options)
      : run_(run),
        network_(network),
        options_(options),
        edits_(run.inbox),
        files_(options.page_folder),
        scene_(assets_, options.projectors),
        sources_(run.interest, network),
        desk_(run, network, edits_, latest_),
        server_(options.server, *this) {
    answers_->open(server_);
  }

  // On the simulation's thread.
  void publish(std::shared_ptr<const Frame> frame) {
    steps_.add(*frame);
    sources_.take(*frame);
    latest_.set(frame);
    {
      const std::lock_guard lock(published_mutex_);
      published_ = {frame, published_.newest_pose};
    }
    edits_.settle(*frame);
    if (!is_told_.exchange(true)) server_.post([this] { take_frame(); });
  }

  ~Impl() override { answers_->close(); }

  const web::Server& server() const { return server_; }
  std::vector<double> take_pose_to_page_ms() { return latencies_.take_pose_ms(); }

 private:
  // The rest on the server's thread.
  HttpReply get(std::string_view path) override {
    if (auto asset = assets_.get(path)) return *asset;
    return files_.get(path);
  }

  void opened(PageId id) override { pages_[id].since = WebClock::now(); }
  void closed(PageId id) override {
    const auto page = pages_.find(id);
    for (const auto& [name, version] : page->second.watched.versions()) sources_.unwatch(name);
    skipped_.add(page->second);
    people_.forget(id);
    pages_.erase(page);
  }

  void received(PageId id, std::string_view message) override {
    try {
      take(id, pages_.at(id), message);
    } catch (const BadField& problem) {
      refuse(id, CloseCode::malformed, problem.what());
    }
  }

  void take(PageId id, Page& page, std::string_view message) {
    const std::optional<Kind> kind = kind_of(message);
    if (!page.has_joined && kind != Kind::join) throw BadField("the first message is no join");
    switch (kind.value_or(Kind::frame)) {
      case Kind::join:
        return join(id, page, read_json(text_of(message)));
      case Kind::credit: {
        const std::optional<Credit> credit = decode_credit(message);
        const std::optional<std::uint32_t> pose_age_us =
            credit ? page.frames.acknowledge(credit->sequence) : std::nullopt;
        if (!pose_age_us) throw BadField("a credit for a frame that was not sent");
        latencies_.add(credit->latency_us, *pose_age_us);
        return send_frame(id, page);
      }
      case Kind::presence: {
        const std::optional<Presence> presence = decode_presence(message);
        if (!presence) throw BadField("a person at no place");
        return people_.set(id, *presence, WebClock::now());
      }
      case Kind::watch:
        return watch(id, page, read_json(text_of(message)));
      case Kind::ask_time: {
        const Json asked = read_json(text_of(message));
        return send(id, encode_text(Kind::time, to_text({{"id", Fields(asked).number("id")},
                                                         {"server_us", now_us()}})));
      }
      case Kind::command:
        return obey(id, page, read_json(text_of(message)));
      default:
        throw BadField("a message of a kind that pages do not send");
    }
  }

  bool has_place_for(bool may_control) const {
    const auto joined = [](const auto& page) { return page.second.has_joined; };
    const auto looking = [&](const auto& page) { return joined(page) && !page.second.may_control; };
    return std::ranges::count_if(pages_, joined) < max_pages &&
           (may_control || std::ranges::count_if(pages_, looking) < max_viewers);
  }

  void refuse(PageId id, CloseCode code, std::string_view why) {
    log(LogLevel::warning, fmt::format("web: closed: {}", why));
    pages_.at(id).is_refused = true;
    server_.close(id, code, why.substr(0, longest_reason));
  }

  void join(PageId id, Page& page, const Json& message) {
    if (page.has_joined) throw BadField("a page joins once");
    const Fields fields(message);
    std::string reason;
    if (fields.number("protocol") != protocol_version)
      reason = "the page is of another version than the server; load it anew";
    else if (const std::string token = fields.text("token"); is_same(token, options_.token))
      page.may_control = true;
    else if (!token.empty())
      reason = "the link is of an earlier start; the terminal prints the new one";
    if (!has_place_for(page.may_control))
      return refuse(id, CloseCode::crowded, "there are as many pages as there may be");
    page.has_joined = true;
    send(id, encode_text(Kind::hello, to_text({{"protocol", protocol_version},
                                               {"run", run_id_},
                                               {"version", options_.version},
                                               {"role", page.may_control ? "control" : "view"},
                                               {"reason", reason},
                                               {"headset", headset_link(page.may_control)}})));
    if (shown_.frame) send_everything(id, page);
  }

  // How to come here with a headset, which wants TLS; for who has the token anyway.
  Json headset_link(bool may_control) const {
    if (!may_control || !server_.tls_port() || options_.host.empty()) return nullptr;
    const std::string link =
        fmt::format("https://{}:{}/#token={}", options_.host, *server_.tls_port(), options_.token);
    Json rows = Json::array();
    if (const std::optional<QrCode> code = qr_code(link))
      for (int y = 0; y < code->size; ++y) {
        std::string row;
        for (int x = 0; x < code->size; ++x) row += code->is_dark(x, y) ? '1' : '0';
        rows.push_back(row);
      }
    return {{"link", link}, {"qr", rows}};
  }

  void send_everything(PageId id, Page& page) {
    for (std::string& message : scene_.all()) send(id, std::move(message));
    send_frame(id, page);
    send_paint(id, page);
    send(id, sources_.list());
    if (status_) server_.send(id, status_);
    if (board_) server_.send(id, board_);
    if (missions_text_) server_.send(id, missions_text_);
    send_events(id, page);
    if (auto others = people_.others_than(id)) send(id, *std::move(others));
  }

  void watch(PageId id, Page& page, const Json& message) {
    const Fields fields(message);
    const WatchList::Change change = page.watched.set(fields.texts("names", max_names));
    for (const std::string& name : change.begun) sources_.watch(name);
    for (const std::string& name : change.ended) sources_.unwatch(name);
    if (!fields.has("id")) return;
    std::string reason;
    if (change.left_out > 0)
      reason = fmt::format("{} of the sources are not shown: a page may watch {}", change.left_out,
                           WatchList::most);
    send(id, encode_text(Kind::answer, to_text({{"id", fields.number("id")},
                                                {"ok", reason.empty()},
                                                {"reason", reason},
                                                {"data", nullptr}})));
  }

  void obey(PageId id, const Page& page, const Json& command) {
    const double number = Fields(command).number("id");
    desk_.obey(command, page.may_control,
               [this, id, number, answers = answers_](const Answer& answer) {
                 answers->post([this, id,
                                text = to_text({{"id", number},
                                                {"ok", answer.is_done},
                                                {"reason", answer.reason},
                                                {"data", answer.data}})] {
                   send(id, encode_text(Kind::answer, text));
                 });
               });
  }

  PublishedFrame published() const {
    const std::lock_guard lock(published_mutex_);
    return published_;
  }

  // Once for all frames since the last time.
  void take_frame() {
    is_told_ = false;
    const PublishedFrame published = this->published();
    const std::shared_ptr<const Frame>& frame = published.frame;
    if (frame == shown_.frame) return;
    const bool is_first = !shown_.frame;
    shown_ = published;
    std::vector<std::shared_ptr<const std::string>> scene;
    for (std::string& message : scene_.update(frame)) scene.push_back(shared(std::move(message)));
    if (is_first) report();
    const bool is_new_epoch = std::exchange(epoch_, scene_.epoch()) != scene_.epoch();
    for (auto& [id, page] : pages_) {
      if (!page.has_joined) continue;
      // a page forgets all that sources said; what still holds it is to be told again
      if (is_new_epoch) page.watched.forget_versions();
      if (is_first) {
        send_everything(id, page);
        continue;
      }
      for (const auto& message : scene) server_.send(id, message);
      send_frame(id, page);
    }
  }

  void tick() override {
    desk_.tick();
    if (!shown_.frame) return;
    const bool is_report_due = ++ticks_ % ticks_per_report == 0;
    if (is_report_due) report();
    const WebClock::time_point now = WebClock::now();
    const bool have_people_moved = ticks_ % ticks_per_people == 0 && people_.take_change(now);
    for (auto& [id, page] : pages_) {
      if (!page.has_joined) {
        if (!page.is_refused && now - page.since > join_within)
          refuse(id, CloseCode::policy, "a page joins within 5 s");
        continue;
      }
      send_frame(id, page);
      send_paint(id, page);
      send_watched(id, page);
      if (have_people_moved && !is_behind(id)) send(id, people_.others_than(id).value());
      if (!is_report_due) continue;
      server_.send(id, status_);
      if (is_board_new_ && board_) server_.send(id, board_);
      if (has_new_missions_) server_.send(id, missions_text_);
      if (has_new_sources_) server_.send(id, source_list_);
      send_events(id, page);
    }
  }

  // What all pages are told ten times a second.
  void report() {
    Skipped skipped = skipped_;
    for (const auto& [id, page] : pages_) skipped.add(page);
    status_ = shared(status_text(
        *shown_.frame, run_.control.status(), run_.loader.is_loading(), steps_.summary(),
        {pages_.size(), skipped.frames, skipped.data, latencies_.summary()}, network_));
    is_board_new_ = network_ && network_->board().version() != board_version_;
    if (is_board_new_) {
      board_version_ = network_->board().version();
      board_ = shared(board_text(network_->board().read()));
    }
    has_new_missions_ = network_ && missions_ != network_->missions();
    if (has_new_missions_) {
      missions_ = network_->missions();
      missions_text_ = shared(missions_text(*missions_));
    }
    has_new_sources_ = sources_.update(*shown_.frame);
    if (has_new_sources_) source_list_ = shared(sources_.list());
  }

  void send(PageId id, std::string message) { server_.send(id, shared(std::move(message))); }

  bool is_behind(PageId id) const { return server_.queued_bytes(id) > max_backlog_bytes; }

  void send_frame(PageId id, Page& page) {
    if (!shown_.frame) return;
    if (is_behind(id)) return page.frames.hold_back(shown_);
    const ServerMoment moment{WebClock::now(), now_us()};
    if (auto message = page.frames.next(shown_, scene_.epoch(), moment, moved_))
      send(id, *std::move(message));
  }

  void send_paint(PageId id, Page& page) {
    if (is_behind(id)) return;
    if (auto message = page.paint.next(*shown_.frame, scene_.epoch()))
      send(id, *std::move(message));
  }

  void send_watched(PageId id, Page& page) {
    const WebClock::time_point now = WebClock::now();
    if (!page.watch_turn.is_now(page.frames, now)) return;
    page.watched.go_around([&](const std::string& name, std::uint64_t& version) {
      if (is_behind(id)) return false;
      const SourceMessages messages = sources_.newest(name);
      const std::uint64_t known = std::exchange(version, messages.version);
      if (messages.version == known) return true;
      if (known < messages.watching_version) server_.send(id, messages.watching);
      if (!messages.data) return true;
      if (known > 0 && known < messages.version) page.skipped_data += messages.version - known - 1;
      server_.send(id, messages.data);
      page.watch_turn.sent(page.frames, now);
      return true;
    });
  }

  void send_events(PageId id, Page& page) {
    if (!run_.events) return;
    const std::vector<EventLog::Entry> events = run_.events->since(page.last_event);
    if (events.empty()) return;
    page.last_event = events.back().number;
    send(id, events_text(events));
  }

  std::int64_t now_us() const {
    return std::chrono::duration_cast<std::chrono::microseconds>(WebClock::now() - start_).count();
  }

  const RunHandles run_;
  Network* const network_;
  const WebOptions options_;
  const std::string run_id_ = make_token();
  const WebClock::time_point start_ = WebClock::now();

  // written by the simulation's thread
  LatestFrame latest_;
  RecentSteps steps_;
  EditDesk edits_;
  std::atomic<bool> is_told_ = false;
  mutable std::mutex published_mutex_;
  PublishedFrame published_;

  // of the server's thread
  PublishedFrame shown_;
  PageFiles files_;
  Assets assets_;
  SceneText scene_;
  std::uint32_t epoch_ = 0;  // that pages know
  Sources sources_;          // both
  MovedBodies moved_;
  std::map<PageId, Page> pages_;
  std::shared_ptr<const std::string> status_, board_, missions_text_, source_list_;
  std::shared_ptr<const std::vector<MissionView>> missions_;
  bool has_new_missions_ = false;
  std::uint64_t board_version_ = 0;
  bool is_board_new_ = false;
  bool has_new_sources_ = false;
  PageLatencies latencies_;
  Skipped skipped_;  // by pages that are gone
  std::uint64_t ticks_ = 0;
  People people_;
  CommandDesk desk_;

  const std::shared_ptr<AnswerPath> answers_ = std::make_shared<AnswerPath>();

  web::Server server_;  // last: it calls the rest
};

WebPort::WebPort(const RunHandles& run, Network* network, const WebOptions& options)
    : impl_(std::make_unique<Impl>(run, network, options)) {}
WebPort::~WebPort() = default;

void WebPort::publish(std::shared_ptr<const Frame> frame) { impl_->publish(std::move(frame)); }
std::uint16_t WebPort::port() const { return impl_->server().port(); }
std::optional<std::uint16_t> WebPort::tls_port() const { return impl_->server().tls_port(); }

std::vector<double> WebPort::take_pose_to_page_ms() { return impl_->take_pose_to_page_ms(); }

}  // namespace tandem
