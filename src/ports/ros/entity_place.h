// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include "simulation/frame.h"

namespace tandem {

// Where something on a link of an entity is in the world; nothing when it has no such link.
inline std::optional<Pose> place_on(const Entity& entity, const PoseTable& world_from_body,
                                    const std::string& link, const Pose& link_from_thing) {
  const auto found = std::ranges::find(entity.model->links, link, &Link::name);
  if (found == entity.model->links.end()) return std::nullopt;
  const EntityLink& place =
      entity.links[static_cast<std::size_t>(found - entity.model->links.begin())];
  return world_from_body[static_cast<std::size_t>(place.body)] * place.body_from_link *
         link_from_thing;
}

}  // namespace tandem
