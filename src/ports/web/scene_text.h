// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "calibration/projector_calibration.h"
#include "ports/web/assets.h"
#include "simulation/frame.h"

namespace tandem::web {

// What stands in the world, as pages are told it: `world` and `entities` of docs/protocol.md.
// Models and materials have numbers that last for an epoch; what is the same has the same one.
// Those that nothing in the world has any more are forgotten after a while, and when too many were,
// an epoch ends. Belongs to one thread.
class SceneText {
 public:
  explicit SceneText(Assets& assets, std::vector<ProjectorCalibration> projectors = {})
      : assets_(assets), projectors_(std::move(projectors)) {}

  // Takes over what a frame says. Messages that all pages need that know the frame before; none
  // when nothing changed.
  std::vector<std::string> update(const std::shared_ptr<const Frame>& frame);
  // Messages that a page needs that knows nothing.
  std::vector<std::string> all() const;

  // Grows when the world is another one or begins anew.
  std::uint32_t epoch() const { return epoch_; }

 private:
  // A model and the body of each of its links: those of a twin share one where a simulated
  // robot's do not.
  using Layout = std::pair<const Model*, std::vector<std::size_t>>;

  void begin_epoch(const Frame& frame);
  std::string changes(const Frame& before, const Frame& after);
  std::string entities(const std::vector<const Entity*>& added,
                       const std::vector<EntityId>& removed, std::size_t first_material,
                       std::size_t first_model, bool is_full) const;
  // A text that pages know by its number, and what it takes.
  struct Known {
    std::string text;                 // JSON; empty: forgotten
    std::set<std::size_t> materials;  // of a model
    std::set<std::string> assets;     // their paths
    std::uint64_t used_at = 0;        // of a model: by the count of changes
  };
  // Numbers by text.
  struct Numbers {
    std::vector<Known> all;  // by number
    std::map<std::string, std::size_t> by_text;
    std::size_t forgotten = 0;

    std::size_t add(Known known);
    void forget(std::size_t number);
    std::string list(std::size_t first) const;  // as JSON
  };

  std::size_t add_model(const Entity& entity);
  static Layout layout_of(const Entity& entity);
  std::size_t add_material(const Material& material, std::set<std::string>& assets);
  void forget_unused(const Frame& frame);

  Assets& assets_;
  const std::vector<ProjectorCalibration> projectors_;
  std::shared_ptr<const Frame> frame_;
  std::uint32_t epoch_ = 0;
  std::string world_;
  Numbers materials_, models_;
  // the number of each model, which may be gone
  std::map<Layout, std::pair<std::weak_ptr<const Model>, std::size_t>> known_models_;
  std::uint64_t changes_ = 0;
};

}  // namespace tandem::web
