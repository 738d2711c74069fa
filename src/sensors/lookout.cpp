// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "sensors/lookout.h"

#include <algorithm>
#include <thread>

#include "sensors/picture_studio.h"

namespace tandem {

namespace {

// Pictures behind the simulation leave it a core of its own.
int threads_behind(int threads) {
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  return std::max(1, (threads > 0 ? threads : cores) - 1);
}

}  // namespace

Lookout::Lookout(const WorldDescription& world, RendererChoice choice, int threads)
    : choice_(choice),
      threads_(threads),
      scene_(world),
      rays_(std::make_shared<RayWorld>()),
      pool_(threads) {}

Lookout::~Lookout() = default;

void Lookout::show(std::shared_ptr<const Snapshot> snapshot) {
  shown_ = std::move(snapshot);
  is_prepared_ = false;
}

// Pictures that are drawn behind the step have a scene of their own, so that cameras alone cost
// the step nothing.
void Lookout::prepare() {
  if (is_prepared_) return;
  scene_.show(shown_->entities, shown_->world_from_body, shown_->paint);
  rays_->update(scene_);
  is_prepared_ = is_built_ = true;
}

const RayWorld& Lookout::rays() {
  prepare();
  return *rays_;
}

PictureStudio& Lookout::studio() {
  if (!studio_)
    studio_ = std::make_unique<PictureStudio>(
        [choice = choice_](std::shared_ptr<RayWorld> rays, ThreadPool* pool) {
          return make_renderer(choice, std::move(rays), pool);
        },
        threads_behind(threads_));
  return *studio_;
}

void Lookout::order(std::vector<PictureOrder> orders) {
  // the rays of what stands still are shared, so they must be there first
  if (!studio().has_stage()) {
    prepare();
    studio().set_stage({scene_, rays_->fork()});
  }
  studio().order(shown_, std::move(orders));
}

Result<std::string> Lookout::renderer_name() {
  if (choice_ == RendererChoice::ray) return std::string("ray");
  return studio().renderer_name();
}

bool Lookout::draws_with_rays() {
  const Result<std::string> name = renderer_name();
  return name && *name == "ray";
}

Readings Lookout::take(std::vector<PictureOrder> orders, PictureTiming timing) {
  Readings readings;
  if (timing == PictureTiming::behind) {
    if (!orders.empty()) order(std::move(orders));
    if (studio_) readings = studio_->take_finished();
    return readings;
  }

  // in step; what was ordered behind an earlier one comes first
  if (studio_) studio_->finish();
  if (!orders.empty() && draws_with_rays()) {
    if (!renderer_) renderer_ = make_ray_renderer(rays_, &pool_);
    if (studio_) readings = studio_->take_finished();
    prepare();
    renderer_->update(scene_);
    for (const PictureOrder& order : orders)
      if (auto reading = take_picture(order, *renderer_, &pool_))
        readings.push_back(std::move(reading));
    return readings;
  }
  if (!orders.empty()) {
    order(std::move(orders));
    studio().finish();
  }
  if (studio_) readings = studio_->take_finished();
  return readings;
}

void Lookout::forget_orders() {
  if (studio_) studio_->forget_orders();
}

std::uint64_t Lookout::dropped() const { return studio_ ? studio_->dropped() : 0; }

}  // namespace tandem
