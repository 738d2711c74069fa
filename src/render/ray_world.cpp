// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/ray_world.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <set>
#include <stdexcept>
#include <string>

#include "base/log.h"
#include "render/mesh_rays.h"
#include "render/prims.h"
#include "render/ray_world_parts.h"

namespace tandem {

namespace {

bool has_avx2() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
  return false;
#endif
}

bool has_avx512() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
#else
  return false;
#endif
}

RayWidth width_from_environment() {
  const char* text = std::getenv("TANDEM_RAY_WIDTH");
  if (text == nullptr) return RayWidth::automatic;
  const std::string_view width(text);
  if (width == "4") return RayWidth::four;
  if (width == "8") return RayWidth::eight;
  if (width == "16") return RayWidth::sixteen;
  log(LogLevel::warning, fmt::format("TANDEM_RAY_WIDTH is '{}', expected 4, 8 or 16", width));
  return RayWidth::automatic;
}

// The widest that this machine has and that is allowed.
const RayKernels* choose_kernels(RayWidth width) {
  if (width == RayWidth::automatic) width = width_from_environment();
  const bool may_sixteen = width == RayWidth::automatic || width == RayWidth::sixteen;
  if (may_sixteen && has_avx512() && kernels_of_sixteen() != nullptr) return kernels_of_sixteen();
  if (width != RayWidth::four && has_avx2() && kernels_of_eight() != nullptr)
    return kernels_of_eight();
  return kernels_of_four();
}

DeviceHandle make_device(const RayKernels& kernels) {
  // one thread: scenes are committed by whoever updates, and nothing runs behind his back
  const RTCDevice device =
      rtcNewDevice(fmt::format("threads=1,isa={}", kernels.embree_isa).c_str());
  if (device == nullptr)
    throw std::runtime_error(fmt::format("Embree does not start: error {}",
                                         static_cast<int>(rtcGetDeviceError(nullptr))));
  rtcSetDeviceErrorFunction(
      device,
      [](void*, RTCError code, const char* text) {
        log(LogLevel::error, fmt::format("Embree: error {}: {}", static_cast<int>(code), text));
      },
      nullptr);
  return {device, &rtcReleaseDevice};
}

void bound(Level& level, std::size_t prim) {
  const PrimBounds bounds = bounds_of(level.prims[prim]);
  level.prim_boxes.set(prim, bounds.low, bounds.high);
}

// Attaches the level's primitives; its array must not move after this.
void attach_prims(RTCDevice device, const RayKernels& kernels, Level& level,
                  RTCBuildQuality quality) {
  if (level.prims.empty()) return;
  level.shapes = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_USER);
  rtcSetGeometryUserPrimitiveCount(level.shapes, static_cast<unsigned>(level.prims.size()));
  rtcSetGeometryUserData(level.shapes, level.prims.data());
  rtcSetGeometryBoundsFunction(level.shapes, &bound_prim, nullptr);
  rtcSetGeometryIntersectFunction(level.shapes, kernels.intersect_prim);
  rtcSetGeometryOccludedFunction(level.shapes, kernels.occlude_prim);
  rtcSetGeometryBuildQuality(level.shapes, quality);
  rtcCommitGeometry(level.shapes);
  rtcAttachGeometry(level.scene.get(), level.shapes);
  rtcReleaseGeometry(level.shapes);
  level.prim_boxes.resize(level.prims.size());
  for (std::size_t i = 0; i < level.prims.size(); ++i) bound(level, i);
}

// Many small meshes of one kind cost less memory as instances of one; below this many triangles
// in all their copies they are faster as triangles of the scene itself.
constexpr std::size_t most_flat_triangles = 500'000;

// Going through all triangles in sight costs more than a search where they are many, and those of a
// heightfield are not even written down one by one.
constexpr std::size_t most_listed_triangles = 1'000'000;

class LevelBuilder {
 public:
  LevelBuilder(RayWorld::Parts& parts, const RenderScene& scene) : parts_(parts), scene_(scene) {}

  std::shared_ptr<const Level> make_still() {
    auto level = std::make_shared<Level>();
    level->scene = make_scene(
        parts_.device.get(),
        static_cast<RTCSceneFlags>(RTC_SCENE_FLAG_ROBUST | RTC_SCENE_FLAG_CONTEXT_FILTER_FUNCTION),
        RTC_BUILD_QUALITY_MEDIUM);
    const auto& instances = scene_.instances();
    std::map<const void*, std::size_t> uses;
    for (const SceneInstance& instance : instances)
      if (instance.is_still) ++uses[mesh_key(*instance.shape)];
    const auto is_flat = [&](const SceneInstance& instance) {
      const void* key = mesh_key(*instance.shape);
      const std::size_t copies = uses[key];
      return key != nullptr &&
             (copies == 1 || copies * triangle_count(*instance.shape) <= most_flat_triangles);
    };
    std::size_t listed = 0;
    for (const SceneInstance& instance : instances)
      if (instance.is_still && is_flat(instance))
        listed += std::holds_alternative<HeightfieldShape>(*instance.shape)
                      ? most_listed_triangles + 1
                      : triangle_count(*instance.shape);
    std::shared_ptr<StillTriangles> triangles;
    if (listed <= most_listed_triangles) triangles = std::make_shared<StillTriangles>();

    for (std::uint32_t i = 0; i < instances.size(); ++i) {
      if (!instances[i].is_still) continue;
      if (is_flat(instances[i]))
        add_flat(parts_.device.get(), scene_, i, *level, triangles.get());
      else
        add_prim(i, *level);
      level->entities.push_back(static_cast<std::uint32_t>(instances[i].entity));
    }
    if (triangles) triangles->finish();
    level->triangles = triangles;
    std::ranges::sort(level->entities);
    attach_prims(parts_.device.get(), *parts_.kernels, *level, RTC_BUILD_QUALITY_MEDIUM);
    rtcCommitScene(level->scene.get());
    return level;
  }

  Level make_moving() {
    Level level;
    level.scene =
        make_scene(parts_.device.get(),
                   static_cast<RTCSceneFlags>(RTC_SCENE_FLAG_ROBUST | RTC_SCENE_FLAG_DYNAMIC),
                   RTC_BUILD_QUALITY_LOW);
    const auto& instances = scene_.instances();
    parts_.prim_of_instance.assign(instances.size(), no_prim);
    for (std::uint32_t i = 0; i < instances.size(); ++i) {
      if (instances[i].is_still) continue;
      if (add_prim(i, level))
        parts_.prim_of_instance[i] = static_cast<std::uint32_t>(level.prims.size() - 1);
    }
    attach_prims(parts_.device.get(), *parts_.kernels, level, RTC_BUILD_QUALITY_LOW);
    rtcCommitScene(level.scene.get());
    return level;
  }

  static constexpr std::uint32_t no_prim = 0xffffffffu;

 private:
  bool add_prim(std::uint32_t instance, Level& level) {
    const SceneInstance& source = scene_.instances()[instance];
    const MeshRays* mesh = nullptr;
    if (const void* key = mesh_key(*source.shape)) {
      std::shared_ptr<const MeshRays>& known = parts_.meshes[{key, source.has_own_materials}];
      if (!known) known = make_mesh_rays(parts_.device.get(), scene_, source);
      mesh = known.get();
    }
    const std::optional<Prim> prim = make_prim(scene_, instance, mesh);
    if (prim) level.prims.push_back(*prim);
    return prim.has_value();
  }

  RayWorld::Parts& parts_;
  const RenderScene& scene_;
};

void take_tables(const RenderScene& scene, RayWorld::Parts& parts) {
  parts.instances.clear();
  for (const SceneInstance& instance : scene.instances())
    parts.instances.push_back({instance_id(instance.entity), instance.first_part, instance.label,
                               instance.has_own_materials ? std::uint8_t{1} : std::uint8_t{0}});
  parts.part_materials = scene.part_materials();
  parts.reflectances.clear();
  for (const SceneMaterial& material : scene.materials())
    parts.reflectances.push_back(material.reflectance);
}

void move_prims(const RenderScene& scene, RayWorld::Parts& parts) {
  const bool is_other_scene = scene.id() != parts.scene_id;
  bool has_moved = false;
  for (std::size_t i = 0; i < parts.moving.prims.size(); ++i) {
    Prim& prim = parts.moving.prims[i];
    const SceneInstance& instance = scene.instances()[prim.instance];
    if (instance.moved_at <= parts.revision && !is_other_scene) continue;
    place_prim(instance, prim);
    bound(parts.moving, i);
    has_moved = true;
  }
  if (!has_moved) return;
  rtcCommitGeometry(parts.moving.shapes);
  rtcCommitScene(parts.moving.scene.get());
}

// Meshes of things that are gone, as after a change of worlds.
void forget_unused(const RenderScene& scene, RayWorld::Parts& parts) {
  std::set<const void*> used;
  for (const SceneInstance& instance : scene.instances()) used.insert(mesh_key(*instance.shape));
  std::erase_if(parts.meshes, [&](const auto& entry) { return !used.contains(entry.first.first); });
}

constexpr float far_away = 1e30f;

void connect(RayWorld::Parts& parts) {
  RayScenes& scenes = parts.scenes;
  scenes.still = parts.still->scene.get();
  scenes.moving = parts.moving.scene.get();
  scenes.instances = parts.instances.data();
  scenes.flat_parts = parts.still->flat_parts.data();
  scenes.part_materials = parts.part_materials.data();
  scenes.reflectances = parts.reflectances.data();

  alignas(16) RTCBounds bounds;
  rtcGetSceneBounds(scenes.moving, &bounds);
  const float low[] = {bounds.lower_x, bounds.lower_y, bounds.lower_z};
  const float high[] = {bounds.upper_x, bounds.upper_y, bounds.upper_z};
  for (int axis = 0; axis < 3; ++axis) {
    const bool is_empty = low[axis] > high[axis];
    const float room = 1e-3f * (1 + std::abs(low[axis]) + std::abs(high[axis]));
    scenes.moving_low[axis] = is_empty ? far_away : low[axis] - room;
    scenes.moving_high[axis] = is_empty ? far_away : high[axis] + room;
  }
}

bool is_still(const RayWorld::Parts& parts, std::uint32_t entity) {
  return std::ranges::binary_search(parts.still->entities, entity);
}

std::uint32_t mask_of(const RayOptions& options) {
  return options.leaves_out_real ? ray_sees_virtual : ray_sees_solid;
}

// Enough rays that handing them out costs little, few enough that both cores get some of 360.
constexpr int rays_a_chunk = 64;

}  // namespace

RayWorld::RayWorld(RayWidth width) : parts_(std::make_unique<Parts>()) {
  parts_->kernels = choose_kernels(width);
  parts_->device = make_device(*parts_->kernels);
  auto nothing = std::make_shared<Level>();
  nothing->scene = make_scene(parts_->device.get(), RTC_SCENE_FLAG_NONE, RTC_BUILD_QUALITY_MEDIUM);
  rtcCommitScene(nothing->scene.get());
  parts_->still = nothing;
  parts_->moving.scene = nothing->scene;
  connect(*parts_);
}

RayWorld::RayWorld(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
RayWorld::~RayWorld() = default;
RayWorld::RayWorld(RayWorld&&) noexcept = default;
RayWorld& RayWorld::operator=(RayWorld&&) noexcept = default;

RayWorld RayWorld::fork() const {
  auto parts = std::make_unique<Parts>(*parts_);
  // its own moving level is made at its first update
  parts->moving = {};
  parts->moving.scene = make_scene(parts->device.get(), RTC_SCENE_FLAG_NONE, RTC_BUILD_QUALITY_LOW);
  rtcCommitScene(parts->moving.scene.get());
  parts->instances_changed_at = 0;
  parts->revision = 0;
  connect(*parts);
  return RayWorld(std::move(parts));
}

void RayWorld::update(const RenderScene& scene) {
  if (scene.revision() == parts_->revision) return;
  LevelBuilder builder(*parts_, scene);
  const bool has_new_instances = scene.instances_changed_at() != parts_->instances_changed_at;
  if (has_new_instances) take_tables(scene, *parts_);
  if (scene.still_changed_at() != parts_->still_changed_at) parts_->still = builder.make_still();
  if (has_new_instances) {
    parts_->moving = builder.make_moving();
    forget_unused(scene, *parts_);
  } else {
    move_prims(scene, *parts_);
  }
  parts_->scene_id = scene.id();
  parts_->revision = scene.revision();
  parts_->instances_changed_at = scene.instances_changed_at();
  parts_->still_changed_at = scene.still_changed_at();
  connect(*parts_);
}

void RayWorld::cast(std::span<const Ray> rays, std::span<RayEnd> ends,
                    const RayOptions& options) const {
  assert(ends.size() >= rays.size());
  const std::uint32_t ignored =
      options.ignored ? static_cast<std::uint32_t>(*options.ignored) : no_entity;
  const bool ignores_still = options.ignored && is_still(*parts_, ignored);
  const auto work = [&](int begin, int end) {
    parts_->kernels->cast(parts_->scenes, mask_of(options), ignored, ignores_still,
                          rays.data() + begin, ends.data() + begin,
                          static_cast<std::size_t>(end - begin));
  };
  const int count = static_cast<int>(rays.size());
  if (options.pool == nullptr)
    work(0, count);
  else
    options.pool->for_each_range(count, rays_a_chunk, work);
}

void RayWorld::find_blocked(std::span<const Ray> rays, std::span<std::uint8_t> blocked,
                            const RayOptions& options) const {
  assert(blocked.size() >= rays.size());
  const std::uint32_t ignored =
      options.ignored ? static_cast<std::uint32_t>(*options.ignored) : no_entity;
  const bool ignores_still = options.ignored && is_still(*parts_, ignored);
  const auto work = [&](int begin, int end) {
    parts_->kernels->find_blocked(parts_->scenes, mask_of(options), ignored, ignores_still,
                                  rays.data() + begin, blocked.data() + begin,
                                  static_cast<std::size_t>(end - begin));
  };
  const int count = static_cast<int>(rays.size());
  if (options.pool == nullptr)
    work(0, count);
  else
    options.pool->for_each_range(count, rays_a_chunk, work);
}

RayEnd RayWorld::cast(const Ray& ray, const RayOptions& options) const {
  RayEnd end;
  cast(std::span(&ray, 1), std::span(&end, 1),
       {.ignored = options.ignored, .leaves_out_real = options.leaves_out_real, .pool = nullptr});
  return end;
}

int RayWorld::width() const { return parts_->kernels->width; }
std::string_view RayWorld::instructions() const { return parts_->kernels->instructions; }

void pass_ignored(const RTCFilterFunctionNArguments* args) {
  const auto& context = *reinterpret_cast<const RayContext*>(args->context);
  for (unsigned i = 0; i < args->N; ++i) {
    if (args->valid[i] == 0) continue;
    const FlatPart& part = context.flat_parts[RTCHitN_geomID(args->hit, args->N, i)];
    if (part.entity == context.ignored_entity) args->valid[i] = 0;
  }
}

}  // namespace tandem
