// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "calibration/projector_calibration.h"
#include "ports/web/assets.h"
#include "simulation/frame.h"

namespace tandem::web {

// What stands in the world, as pages are told it: `world` and `entities` of docs/protocol.md.
// Models and materials have numbers that last for an epoch. Belongs to one thread.
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
  using Layout = std::pair<std::shared_ptr<const Model>, std::vector<std::size_t>>;

  void begin_epoch(const Frame& frame);
  std::string changes(const Frame& before, const Frame& after);
  std::string entities(const std::vector<const Entity*>& added,
                       const std::vector<EntityId>& removed, std::size_t first_material,
                       std::size_t first_model, bool is_full) const;
  std::size_t add_model(const Entity& entity);
  static Layout layout_of(const Entity& entity);
  std::size_t add_material(const Material& material);

  Assets& assets_;
  const std::vector<ProjectorCalibration> projectors_;
  std::shared_ptr<const Frame> frame_;
  std::uint32_t epoch_ = 0;
  std::string world_;
  std::vector<std::string> materials_;  // as JSON, by number
  std::vector<std::string> models_;
  std::map<std::string, std::size_t> known_materials_;  // by their JSON
  std::map<Layout, std::size_t> known_models_;
};

}  // namespace tandem::web
