// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "sensors/picture_studio.h"

#include <algorithm>
#include <utility>

#include "base/log.h"

namespace tandem {

PictureStudio::PictureStudio(RendererMaker make_renderer, int threads)
    : make_renderer_(std::move(make_renderer)),
      pool_(threads),
      rays_(std::make_shared<RayWorld>()),
      thread_([this](std::stop_token stop) { work(stop); }) {}

PictureStudio::~PictureStudio() = default;

Result<std::string> PictureStudio::renderer_name() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return name_.has_value(); });
  return *name_;
}

void PictureStudio::set_stage(Stage stage) {
  const std::lock_guard lock(mutex_);
  next_stage_ = std::move(stage);
  has_stage_ = true;
}

void PictureStudio::order(std::shared_ptr<const Snapshot> snapshot,
                          std::vector<PictureOrder> orders) {
  const std::lock_guard lock(mutex_);
  for (PictureOrder& order : orders) {
    const auto older = std::ranges::find_if(
        waiting_, [&](const Job& job) { return job.order.sensor == order.sensor; });
    if (older == waiting_.end()) {
      waiting_.push_back({snapshot, std::move(order)});
      continue;
    }
    // in its turn: at the end of the queue again and again, a fast camera would never be drawn
    *older = {snapshot, std::move(order)};
    ++dropped_;
  }
  changed_.notify_all();
}

Readings PictureStudio::take_finished() {
  const std::lock_guard lock(mutex_);
  return std::exchange(finished_, {});
}

void PictureStudio::finish() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return waiting_.empty() && !is_drawing_; });
}

void PictureStudio::forget_orders() {
  const std::lock_guard lock(mutex_);
  waiting_.clear();
  finished_.clear();
  is_forgotten_ = is_drawing_;
  changed_.notify_all();
}

std::uint64_t PictureStudio::dropped() const {
  const std::lock_guard lock(mutex_);
  return dropped_;
}

std::shared_ptr<const Reading> PictureStudio::draw(const Job& job) {
  if (!renderer_) {
    if (!std::exchange(has_complained_, true))
      log(LogLevel::error, "cameras give no pictures: " + renderer_name().error());
    return nullptr;
  }
  if (shown_ != job.snapshot) {
    scene_->show(job.snapshot->entities, job.snapshot->world_from_body, job.snapshot->paint);
    renderer_->update(*scene_);
    shown_ = job.snapshot;
  }
  return take_picture(job.order, *renderer_, &pool_);
}

void PictureStudio::work(std::stop_token stop) {
  // renderers belong to the thread that makes them
  Result<std::unique_ptr<Renderer>> made = make_renderer_(rays_, &pool_);
  if (made) renderer_ = *std::move(made);
  std::unique_lock lock(mutex_);
  name_ = made ? Result<std::string>(std::string(renderer_->name())) : Error{made.error()};
  changed_.notify_all();

  while (changed_.wait(lock, stop, [&] { return !waiting_.empty(); })) {
    const Job job = std::move(waiting_.front());
    waiting_.pop_front();
    is_drawing_ = true;
    std::optional<Stage> stage = std::exchange(next_stage_, std::nullopt);
    lock.unlock();
    if (stage) {
      *rays_ = std::move(stage->rays);
      scene_.emplace(std::move(stage->scene));
    }
    std::shared_ptr<const Reading> reading = draw(job);
    lock.lock();
    is_drawing_ = false;
    if (reading && !is_forgotten_) finished_.push_back(std::move(reading));
    is_forgotten_ = false;
    changed_.notify_all();
  }
  lock.unlock();
  renderer_.reset();
}

}  // namespace tandem
