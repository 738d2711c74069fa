// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/log.h"
#include "commands.h"
#include "loading.h"
#include "mapping/map_file.h"
#include "mapping/world_map.h"

namespace tandem {

namespace {

struct MapArguments {
  std::string scenario;
  std::string file;
  std::optional<double> height_m;
  std::optional<double> resolution_m;
  std::vector<double> area;
  bool includes_movable = false;
  std::vector<std::string> settings;
};

[[noreturn]] void fail(const std::string& message, int code) {
  log(LogLevel::error, message);
  throw CLI::RuntimeError(code);
}

bool is_yaml(const std::filesystem::path& file) {
  return file.extension() == ".yaml" || file.extension() == ".yml";
}

MapOptions options_of(const MapArguments& arguments, const Scenario& scenario) {
  MapOptions options = map_options(scenario);
  if (arguments.height_m) options.height_m = *arguments.height_m;
  if (arguments.resolution_m) options.resolution_m = *arguments.resolution_m;
  if (!arguments.area.empty())
    options.area =
        Area{{{arguments.area[0], arguments.area[1]}, 0}, arguments.area[2], arguments.area[3]};
  options.includes_movable = arguments.includes_movable;
  return options;
}

void check(const MapArguments& arguments) {
  if (!is_yaml(arguments.file))
    fail(fmt::format("-o takes the name of a yaml file, the image goes beside it; not '{}'",
                     arguments.file),
         2);
  if (arguments.resolution_m &&
      !(*arguments.resolution_m >= 0.001 && *arguments.resolution_m <= 100))
    fail("--resolution takes metres from 0.001 to 100", 2);
  if (arguments.height_m && !(std::abs(*arguments.height_m) <= 1e5))
    fail("--height takes metres from -100000 to 100000", 2);
  for (const double number : arguments.area)
    if (!(std::abs(number) <= 1e5)) fail("--area takes metres up to 100000", 2);
  if (!arguments.area.empty() && !(arguments.area[2] > 0 && arguments.area[3] > 0))
    fail("--area takes the middle and then the size, which must be positive: X Y SIZE_X SIZE_Y", 2);
}

void make_map(const MapArguments& arguments) {
  check(arguments);
  const auto scenario =
      load_or_exit(arguments.scenario, {.overrides = parse_settings(arguments.settings)});
  const MapOptions options = options_of(arguments, *scenario);
  const Result<OccupancyGrid> grid = make_map(*scenario, options);
  if (!grid) fail(fmt::format("{}: {}", arguments.scenario, grid.error()), 1);
  if (const auto error = write_map(*grid, arguments.file)) fail(error->message, 1);

  const auto share = [&](MapCell cell) {
    return 100.0 * static_cast<double>(std::ranges::count(grid->cells, cell)) /
           static_cast<double>(std::max<std::size_t>(grid->cells.size(), 1));
  };
  log(LogLevel::info,
      fmt::format("{}: {} by {} cells of {} m, cut at {:.3f} m; {:.1f} % occupied, {:.1f} % free",
                  arguments.file, grid->columns, grid->rows, grid->resolution_m, options.height_m,
                  share(MapCell::occupied), share(MapCell::free)));
}

}  // namespace

void add_map_command(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("map", "Make a map of a scenario's world for Nav2's map server");
  const auto arguments = std::make_shared<MapArguments>();
  command
      ->add_option("SCENARIO", arguments->scenario,
                   "Name of a scenario that came with Tandem, or a yaml, sdf, world or urdf file")
      ->required();
  command->add_option("-o,--output", arguments->file, "The yaml file; the image goes beside it")
      ->required();
  command->add_option("--height", arguments->height_m,
                      "Where the world is cut, m; else as the scenario says or its lidar looks");
  command->add_option("--resolution", arguments->resolution_m, "Side of a cell, m; else 0.05");
  command
      ->add_option("--area", arguments->area,
                   "X Y SIZE_X SIZE_Y: the middle and the size of what is mapped, m; else all")
      ->expected(4);
  command->add_flag("--movable", arguments->includes_movable,
                    "Also map what could be pushed away; without it only what never moves");
  add_settings_option(*command, arguments->settings);
  command->callback([arguments] { make_map(*arguments); });
}

}  // namespace tandem
