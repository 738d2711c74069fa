// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "base/result.h"
#include "render/renderer.h"
#include "sensors/picture.h"

namespace tandem {

// Makes the renderer of a studio, on the studio's thread.
using RendererMaker =
    std::function<Result<std::unique_ptr<Renderer>>(std::shared_ptr<RayWorld>, ThreadPool*)>;

// Draws pictures on a thread of its own, behind the simulation. Of each sensor at most one order
// waits: a newer one takes its place in the queue, and the older one is counted as dropped.
class PictureStudio {
 public:
  PictureStudio(RendererMaker make_renderer, int threads);
  ~PictureStudio();

  // The renderer that it works with, as soon as it has one; or why it has none.
  Result<std::string> renderer_name();

  // What it draws from, to be given once before the first order: a scene and rays of its own.
  struct Stage {
    RenderScene scene;
    RayWorld rays;
  };
  bool has_stage() const { return has_stage_; }
  void set_stage(Stage stage);

  // Never waits.
  void order(std::shared_ptr<const Snapshot> snapshot, std::vector<PictureOrder> orders);
  // What is done since the last time.
  Readings take_finished();
  // Waits until nothing is left to draw.
  void finish();
  // Nobody wants what was ordered so far: the world that it shows is gone.
  void forget_orders();

  std::uint64_t dropped() const;

 private:
  struct Job {
    std::shared_ptr<const Snapshot> snapshot;
    PictureOrder order;
  };
  std::shared_ptr<const Reading> draw(const Job& job);

  void work(std::stop_token stop);

  const RendererMaker make_renderer_;
  bool has_stage_ = false;

  // Of the thread.
  ThreadPool pool_;
  std::shared_ptr<RayWorld> rays_;
  std::optional<RenderScene> scene_;
  std::unique_ptr<Renderer> renderer_;
  std::shared_ptr<const Snapshot> shown_;  // in the scene
  bool has_complained_ = false;

  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::optional<Result<std::string>> name_;
  std::optional<Stage> next_stage_;
  std::deque<Job> waiting_;
  bool is_drawing_ = false;
  bool is_forgotten_ = false;  // what it draws
  Readings finished_;
  std::uint64_t dropped_ = 0;
  std::jthread thread_;  // the last member: it uses all others
};

}  // namespace tandem
