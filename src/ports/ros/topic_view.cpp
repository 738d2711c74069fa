// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/topic_view.h"

#include <algorithm>
#include <utility>

#include "base/time.h"

namespace tandem {

namespace {

constexpr Duration look_period = 33ms;  // of one topic

// What is wrong with a sight: with all of it, or with where its camera is.
const std::string& complaint_of(const TopicSight& sight) {
  const auto* const picture = std::get_if<EncodedPicture>(&sight.what);
  return picture ? picture->no_camera : sight.problem;
}

}  // namespace

std::shared_ptr<const TopicSight> WatchedTopic::latest() const {
  const std::lock_guard lock(mutex_);
  return latest_;
}

void WatchedTopic::begin(std::string type_name, FindFrame world_from) {
  const std::lock_guard lock(mutex_);
  type_name_ = std::move(type_name);
  world_from_ = std::move(world_from);
  camera_ = Error{"nothing is known of its camera"};
  newest_.reset();
  looked_at_.reset();
  awaits_frame_ = false;
}

void WatchedTopic::place_by(FindFrame world_from) {
  const std::lock_guard lock(mutex_);
  world_from_ = std::move(world_from);
}

bool WatchedTopic::know(FoundCamera camera) {
  const std::lock_guard lock(mutex_);
  const bool is_known =
      camera ? camera_ && *camera_ == *camera : !camera_ && camera_.error() == camera.error();
  camera_ = std::move(camera);
  return !is_known;
}

void WatchedTopic::hear(SharedBytes message) {
  const std::lock_guard lock(mutex_);
  newest_ = std::move(message);
  looked_at_.reset();
  awaits_frame_ = false;
}

void WatchedTopic::say(const std::string& problem) {
  TopicSight sight;
  sight.problem = problem;
  const std::lock_guard lock(mutex_);
  newest_.reset();
  looked_at_.reset();
  awaits_frame_ = false;
  show(std::move(sight));
}

bool WatchedTopic::awaits_frame() const {
  const std::lock_guard lock(mutex_);
  return awaits_frame_;
}

void WatchedTopic::look(SightMaker& maker) {
  SharedBytes message;
  std::string type_name;
  FindFrame world_from;
  FoundCamera camera = Error{""};
  {
    const std::lock_guard lock(mutex_);
    message = newest_;
    type_name = type_name_;
    world_from = world_from_;
    camera = camera_;
  }
  if (!message) return;
  bool has_frame = true;
  TopicSight sight = maker.make(
      type_name, *message,
      [&](const std::string& frame, SimTime stamp) -> Result<Pose> {
        Result<Pose> pose = world_from(frame, stamp);
        has_frame = static_cast<bool>(pose);
        return pose;
      },
      camera);
  const std::lock_guard lock(mutex_);
  if (type_name_ != type_name) return;  // it is another topic by now
  const bool is_again = looked_at_ == message;
  if (newest_ == message) {
    awaits_frame_ = !has_frame;
    looked_at_ = message;
    // what is wrong with it may come right
    if (complaint_of(sight).empty()) newest_.reset();
  }
  show(std::move(sight), is_again);
}

void WatchedTopic::show(TopicSight sight, bool is_again) {
  // the same complaint again is nothing new
  if (latest_ && !complaint_of(sight).empty() && complaint_of(*latest_) == complaint_of(sight)) {
    if (is_again || (!sight.problem.empty() && latest_->stamp == sight.stamp)) return;
  }
  sight.count = ++count_;
  latest_ = std::make_shared<const TopicSight>(std::move(sight));
}

SightWorker::SightWorker(bool is_lockstep) : is_lockstep_(is_lockstep) {
  if (!is_lockstep) thread_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
}

void SightWorker::put(const std::shared_ptr<WatchedTopic>& topic) {
  if (is_lockstep_) return topic->look(maker_);
  {
    const std::lock_guard lock(mutex_);
    const auto known = std::ranges::find(topics_, topic, &Seen::topic);
    if (known == topics_.end())
      topics_.push_back({topic, Clock::now(), true});
    else
      known->is_waiting = true;
    has_new_ = true;
  }
  changed_.notify_one();
}

void SightWorker::stop() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
}

void SightWorker::work(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    const Clock::time_point now = Clock::now();
    // those that nothing came of since their turn are forgotten
    std::erase_if(topics_, [&](const Seen& seen) { return !seen.is_waiting && seen.due <= now; });
    const auto next = std::ranges::min_element(
        topics_, {}, [](const Seen& seen) { return std::pair(!seen.is_waiting, seen.due); });
    if (next == topics_.end() || !next->is_waiting) {
      changed_.wait(lock, stop, [this] { return std::exchange(has_new_, false); });
    } else if (next->due > now) {
      changed_.wait_until(lock, stop, next->due, [this] { return std::exchange(has_new_, false); });
    } else {
      next->is_waiting = false;
      next->due = now + look_period;
      const std::shared_ptr<WatchedTopic> topic = next->topic;
      lock.unlock();
      topic->look(maker_);
      lock.lock();
    }
  }
}

}  // namespace tandem
