// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "base/thread_pool.h"
#include "render/ray.h"
#include "render/render_scene.h"

namespace tandem {

// The number of an entity in images of instances: 0 stands for nothing.
constexpr std::uint32_t instance_id(EntityId entity) {
  return static_cast<std::uint32_t>(entity) + 1;
}

// How many rays go through the same instructions at once.
enum class RayWidth { automatic, four, eight, sixteen };  // SSE, AVX2, AVX-512

struct RayOptions {
  std::optional<EntityId> ignored;  // the robot whose sensor this is
  bool leaves_out_real = false;     // passes through what is marked as real
  ThreadPool* pool = nullptr;       // without one the calling thread does all
};

// Where rays end in a RenderScene. Made once, updated once a tick, then shared by all sensors:
// casting is const and may run on several threads at once. Rays meet the visuals, as those of
// Gazebo's lidars do, and pass through what is see-through.
class RayWorld {
 public:
  // `width` is for tests; `automatic` is what this machine has, or TANDEM_RAY_WIDTH (4, 8, 16).
  explicit RayWorld(RayWidth width = RayWidth::automatic);
  ~RayWorld();
  RayWorld(RayWorld&&) noexcept;
  RayWorld& operator=(RayWorld&&) noexcept;

  // Shares what stands still, and has the moving things to itself: for a camera that draws another
  // moment on another thread.
  RayWorld fork() const;

  // Takes over what the scene shows now. Does nothing when it has that already.
  void update(const RenderScene& scene);

  // Where each ray ends. Results do not depend on the number of threads.
  void cast(std::span<const Ray> rays, std::span<RayEnd> ends,
            const RayOptions& options = {}) const;

  // Whether something is in the way of each ray: 1 or 0. Faster than asking where.
  void find_blocked(std::span<const Ray> rays, std::span<std::uint8_t> blocked,
                    const RayOptions& options = {}) const;

  RayEnd cast(const Ray& ray, const RayOptions& options = {}) const;

  int width() const;                      // rays a packet
  std::string_view instructions() const;  // "SSE2", "AVX2", "AVX-512"

  struct Parts;  // for the ray renderer
  const Parts& parts() const { return *parts_; }

 private:
  explicit RayWorld(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace tandem
