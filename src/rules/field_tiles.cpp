// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "rules/field_tiles.h"

#include <algorithm>
#include <cmath>

#include "rules/footprint.h"

namespace tandem {

namespace {

struct Transition {
  TileState from, to;
};
constexpr Transition transition_by(FieldWork work) {
  switch (work) {
    case FieldWork::ploughing:
      return {TileState::untouched, TileState::ploughed};
    case FieldWork::seeding:
      return {TileState::ploughed, TileState::seeded};
    case FieldWork::harvesting:
      break;
  }
  return {TileState::ripe, TileState::harvested};
}

}  // namespace

FieldTiles::FieldTiles(const FieldPlan& plan)
    : plan_(plan),
      tile_x_m_(plan.area.size_x_m / plan.columns),
      tile_y_m_(plan.area.size_y_m / plan.rows),
      states_(static_cast<std::size_t>(plan.columns) * static_cast<std::size_t>(plan.rows)),
      since_(states_.size()) {
  counts_[0] = count();
  for (int tile = 0; tile < count(); ++tile) digest_ += digest_of(tile);
}

Area FieldTiles::area_of(int tile) const {
  const int column = tile % plan_.columns, row = tile / plan_.columns;
  const Vec2 middle{(column + 0.5) * tile_x_m_ - plan_.area.size_x_m / 2,
                    (row + 0.5) * tile_y_m_ - plan_.area.size_y_m / 2};
  return {plan_.area.world_from_center * Pose2{middle, 0}, tile_x_m_, tile_y_m_};
}

void FieldTiles::work(FieldWork work, const Area& where, SimTime now, std::vector<int>& changed) {
  const Transition transition = transition_by(work);
  // only tiles near enough to be under it are looked at
  const Vec2 middle = inverse(plan_.area.world_from_center) * where.world_from_center.translation +
                      Vec2{plan_.area.size_x_m / 2, plan_.area.size_y_m / 2};
  const double reach = std::hypot(where.size_x_m, where.size_y_m) / 2;
  const auto clamp_to = [](double index, int last) {
    return static_cast<int>(std::clamp(std::floor(index), -1.0, static_cast<double>(last)));
  };
  const int first_column = std::max(0, clamp_to((middle.x - reach) / tile_x_m_, plan_.columns));
  const int last_column = clamp_to((middle.x + reach) / tile_x_m_, plan_.columns - 1);
  const int first_row = std::max(0, clamp_to((middle.y - reach) / tile_y_m_, plan_.rows));
  const int last_row = clamp_to((middle.y + reach) / tile_y_m_, plan_.rows - 1);
  for (int row = first_row; row <= last_row; ++row)
    for (int column = first_column; column <= last_column; ++column) {
      const int tile = row * plan_.columns + column;
      if (state(tile) != transition.from ||
          !contains(where, area_of(tile).world_from_center.translation))
        continue;
      set(tile, transition.to, now);
      changed.push_back(tile);
    }
}

void FieldTiles::grow(SimTime now, std::vector<int>& changed) {
  for (; !sprouting_.empty() && sprouting_.front().first <= now; sprouting_.pop_front()) {
    const auto [due, tile] = sprouting_.front();
    set(tile, TileState::growing, due);
    changed.push_back(tile);
  }
  for (; !ripening_.empty() && ripening_.front().first <= now; ripening_.pop_front()) {
    const auto [due, tile] = ripening_.front();
    set(tile, TileState::ripe, due);
    changed.push_back(tile);
  }
}

TileState FieldTiles::reached_by_all() const {
  std::size_t state = 0;
  while (counts_[state] == 0) ++state;
  return static_cast<TileState>(state);
}

void FieldTiles::set(int tile, TileState state, SimTime now) {
  const auto index = static_cast<std::size_t>(tile);
  digest_ -= digest_of(tile);
  --counts_[static_cast<std::size_t>(states_[index])];
  states_[index] = state;
  since_[index] = now;
  ++counts_[static_cast<std::size_t>(state)];
  digest_ += digest_of(tile);
  if (state == TileState::seeded) sprouting_.emplace_back(now + plan_.sprouting, tile);
  if (state == TileState::growing) ripening_.emplace_back(now + plan_.ripening, tile);
}

std::uint64_t FieldTiles::digest_of(int tile) const {
  const auto index = static_cast<std::size_t>(tile);
  Hash hash;
  hash.add(static_cast<std::uint64_t>(tile));
  hash.add(static_cast<std::uint64_t>(states_[index]));
  hash.add(static_cast<std::uint64_t>(since_[index].count()));
  return hash.value();
}

void FieldTiles::add_to(Hash& hash) const { hash.add(digest_); }

}  // namespace tandem
