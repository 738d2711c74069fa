// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/projector/projector_port.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/log.h"
#include "ports/projector/prediction.h"
#include "ports/projector/projector_window.h"

namespace tandem {

namespace {

using Clock = std::chrono::steady_clock;

constexpr Duration event_period = 4ms;  // keys and mouse wait no longer than this
}  // namespace

ProjectorPort::ProjectorPort(ProjectorOptions options) : options_(std::move(options)) {}

Result<std::unique_ptr<ProjectorPort>> ProjectorPort::open(ProjectorOptions options) {
  std::unique_ptr<ProjectorPort> port(new ProjectorPort(std::move(options)));
  if (const auto problem = port->start()) return Error{*problem};
  return port;
}

std::optional<std::string> ProjectorPort::start() {
  thread_ = std::jthread([this](std::stop_token stop) { work(stop); });
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return is_open_ || is_closed_; });
  if (!is_open_) return problem_;
  return std::nullopt;
}

ProjectorPort::~ProjectorPort() = default;

void ProjectorCounts::add(const std::optional<WallTime>& newest_pose, WallTime shown) {
  ++report_.pictures;
  if (!newest_pose || newest_pose == counted_) return;
  report_.pose_to_picture.add(shown - *newest_pose);
  counted_ = newest_pose;
}

void ProjectorPort::publish(std::shared_ptr<const Frame> frame) {
  const std::lock_guard lock(mutex_);
  // frames that are never drawn may have pictures
  if (std::ranges::any_of(frame->readings, [](const auto& reading) {
        return std::holds_alternative<CameraReading>(reading->measurement) ||
               std::holds_alternative<StereoReading>(reading->measurement);
      }))
    pictured_ = frame;
  newest_ = {std::move(frame), newest_.newest_pose};
  ++number_;
  changed_.notify_all();
}

bool ProjectorPort::is_closed() const {
  const std::lock_guard lock(mutex_);
  return is_closed_;
}

void ProjectorPort::wait_until_closed() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return is_closed_; });
}

ProjectorReport ProjectorPort::report() const {
  const std::lock_guard lock(mutex_);
  return counts_.report();
}

ProjectorReport ProjectorPort::take_report() {
  const std::lock_guard lock(mutex_);
  return counts_.take_report();
}

PublishedFrame ProjectorPort::wait_for_frame(std::uint64_t shown, Duration most,
                                             std::stop_token stop, std::uint64_t& number,
                                             std::shared_ptr<const Frame>& pictured) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, stop, most, [&] { return number_ != shown; });
  number = number_;
  pictured = std::exchange(pictured_, nullptr);
  return newest_;
}

void ProjectorPort::work(std::stop_token stop) {
  const auto give_up = [&](const std::string& why) {
    const std::lock_guard lock(mutex_);
    problem_ = why;
    is_closed_ = true;
    changed_.notify_all();
  };
  Result<std::unique_ptr<WindowSystem>> system = WindowSystem::start();
  if (!system) return give_up(system.error());
  std::vector<std::unique_ptr<ProjectorWindow>> windows;
  for (const ProjectorConfig& config : options_.projectors) {
    // one window waits for its screen; if all did, they would wait one after the other
    auto window = ProjectorWindow::open(config, options_.has_vsync && windows.empty());
    if (!window) return give_up(window.error());
    windows.push_back(*std::move(window));
  }
  {
    const std::lock_guard lock(mutex_);
    is_open_ = true;
    changed_.notify_all();
  }

  FloorScene scene;
  std::uint64_t shown = 0, number = 0, board_version = 0;
  std::vector<Observation> observed;
  std::shared_ptr<const Frame> pictured;
  PlaneImages images;
  WallTime last_show = Clock::now();
  Duration drawing = 2ms;  // about how long it takes
  while (!stop.stop_requested() && !windows.empty()) {
    (*system)->poll();
    for (const auto& window : windows)
      for (const std::string& message : window->desk().take_messages())
        log(LogLevel::info, message);
    std::erase_if(windows, [](const auto& window) { return window->should_close(); });
    if (windows.empty()) break;
    if (std::ranges::all_of(options_.projectors, &ProjectorConfig::is_calibrating) &&
        std::ranges::all_of(windows, [](const auto& w) { return w->desk().was_left(); }))
      break;

    // with vsync, as late as the next picture allows: what is newer then is shown
    const Duration period = windows.front()->period();
    const Duration needed = 2 * drawing + 2ms;
    if (options_.has_vsync && needed < period)
      std::this_thread::sleep_until(last_show + period - needed);
    const bool is_stale = std::ranges::any_of(windows, &ProjectorWindow::is_stale);
    const auto [frame, newest_pose] =
        wait_for_frame(shown, is_stale ? Duration{} : event_period, stop, number, pictured);
    if (pictured) images.take(*pictured);
    if (!frame || (number == shown && !is_stale)) continue;
    shown = number;
    images.begin_world_of(*frame);

    if (options_.board != nullptr && options_.board->version() != board_version) {
      board_version = options_.board->version();
      observed = options_.board->read();
      images.take(*frame, observed);
    }
    const WallTime begin = Clock::now();
    const RenderScene& things = scene.show(*frame);
    const WallTime seen = begin + drawing + (options_.has_vsync ? 2ms : Duration{});
    const double speed = options_.run ? speed_of(options_.run->status()) : 0;
    const Duration ahead = ahead_of(*frame, speed, seen, begin);
    for (const auto& window : windows) window->draw(things, *frame, ahead, observed, images);
    const Duration drawn = Clock::now() - begin;
    drawing = (7 * drawing + std::min<Duration>(drawn, 20ms)) / 8;
    for (const auto& window : windows) last_show = window->show();

    const std::lock_guard lock(mutex_);
    counts_.add(newest_pose, last_show);
  }

  windows.clear();  // before the system that they are of
  const std::lock_guard lock(mutex_);
  is_closed_ = true;
  changed_.notify_all();
}

}  // namespace tandem
