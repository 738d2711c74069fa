// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string_view>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "base/time.h"
#include "geometry/area.h"

namespace tandem {

enum class TileState : std::uint8_t { untouched, ploughed, seeded, growing, ripe, harvested };
constexpr std::size_t tile_state_count = 6;
constexpr std::array<std::string_view, tile_state_count> tile_state_names{
    "untouched", "ploughed", "seeded", "growing", "ripe", "harvested"};

enum class FieldWork : std::uint8_t { ploughing, seeding, harvesting };

struct FieldPlan {
  Area area;
  int columns = 1;  // along x of the area
  int rows = 1;
  Duration sprouting{};  // from seeded to growing
  Duration ripening{};   // from growing to ripe
};

// The land of a field, cut into tiles, each of which goes from state to state in one order. Knows
// neither tools nor colors.
class FieldTiles {
 public:
  explicit FieldTiles(const FieldPlan& plan);

  int count() const { return static_cast<int>(states_.size()); }
  TileState state(int tile) const { return states_[static_cast<std::size_t>(tile)]; }
  Area area_of(int tile) const;

  // Works on every tile whose middle is in a rectangle, where its state allows it. The tiles that
  // changed are added to `changed`, as by grow().
  void work(FieldWork work, const Area& where, SimTime now, std::vector<int>& changed);
  // What time does.
  void grow(SimTime now, std::vector<int>& changed);

  // How many tiles are in a state, and the state that all of them have reached.
  int count_in(TileState state) const { return counts_[static_cast<std::size_t>(state)]; }
  TileState reached_by_all() const;

  void add_to(Hash& hash) const;

 private:
  using Due = std::pair<SimTime, int>;  // when which tile

  void set(int tile, TileState state, SimTime now);
  std::uint64_t digest_of(int tile) const;

  FieldPlan plan_;
  double tile_x_m_, tile_y_m_;
  std::vector<TileState> states_;
  std::vector<SimTime> since_;
  std::array<int, tile_state_count> counts_{};
  std::deque<Due> sprouting_, ripening_;  // in order, as all take the same time
  std::uint64_t digest_ = 0;              // the sum of all tiles' own
};

}  // namespace tandem
