// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "world/entity_list.h"

#include <algorithm>
#include <cassert>

namespace tandem {

namespace {
EntityId id_of(const std::shared_ptr<const Entity>& entity) { return entity->id; }
}  // namespace

const Entity* EntityList::find(EntityId id) const {
  const auto found = std::ranges::lower_bound(all_, id, {}, id_of);
  return found == all_.end() || (*found)->id != id ? nullptr : found->get();
}

const Entity* EntityList::find(std::string_view name) const {
  const auto found = std::ranges::find(*this, name, &Entity::name);
  return found == end() ? nullptr : &*found;
}

const Entity& EntityList::add(Entity entity) {
  assert(all_.empty() || all_.back()->id < entity.id);
  return *all_.emplace_back(std::make_shared<const Entity>(std::move(entity)));
}

void EntityList::remove(EntityId id) { all_.erase(place_of(id)); }

void EntityList::replace(Entity entity) {
  const auto place = place_of(entity.id);
  *place = std::make_shared<const Entity>(std::move(entity));
}

std::vector<std::shared_ptr<const Entity>>::iterator EntityList::place_of(EntityId id) {
  const auto found = std::ranges::lower_bound(all_, id, {}, id_of);
  assert(found != all_.end() && (*found)->id == id);
  return found;
}

}  // namespace tandem
