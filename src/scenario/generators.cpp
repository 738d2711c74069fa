// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/generators.h"

#include <fmt/format.h>

#include <array>

namespace tandem {

namespace {

WorldDescription read_arena(const Fields& fields) {
  ArenaSettings settings;
  fields.read("size_x_m", settings.size_x_m, {0.1, 10'000});
  fields.read("size_y_m", settings.size_y_m, {0.1, 10'000});
  fields.read("wall_height_m", settings.wall_height_m, {0, 100});
  fields.read("friction", settings.friction, {0, 10});
  return generate_arena(settings);
}

WorldDescription read_park(const Fields& fields) {
  ParkSettings settings;
  fields.read("seed", settings.seed);
  fields.read("hill_height_m", settings.hill_height_m, {0, 5});
  fields.read("trees", settings.trees, 0, 300);
  fields.read("benches", settings.benches, 0, 40);
  fields.read("lamps", settings.lamps, 0, 60);
  return generate_park(settings);
}

WorldDescription read_lunar(const Fields& fields) {
  LunarSettings settings;
  fields.read("seed", settings.seed);
  fields.read("rocks", settings.rocks, 0, 100'000);
  fields.read("craters", settings.craters, 0, 50'000);
  fields.read("cache", settings.cache);
  return generate_lunar(settings);
}

struct Generator {
  std::string_view name;
  const Section& section;
  WorldDescription (*generate)(const Fields& fields);
};

const std::array generators{
    Generator{"arena", schema::arena, read_arena},
    Generator{"park", schema::park, read_park},
    Generator{"lunar", schema::lunar, read_lunar},
};

}  // namespace

std::optional<WorldDescription> generate_world(const YamlNode& node, Findings& findings) {
  // which keys there are depends on the generator
  Section any{schema::world.name, schema::world.keys};
  for (const YamlEntry& entry : node.entries) any.keys.push_back(entry.key);
  const Fields world(node, any, findings);
  if (!world.require("generate")) return std::nullopt;

  std::vector<std::string_view> names;
  for (const Generator& generator : generators) names.push_back(generator.name);
  const std::optional<std::size_t> choice = world.read_choice("generate", names);
  if (!choice) return std::nullopt;
  const int errors_before = findings.error_count();
  const Generator& generator = generators[*choice];
  const Fields fields(node, generator.section, findings);
  if (findings.error_count() > errors_before) return std::nullopt;
  WorldDescription result = generator.generate(fields);
  if (findings.error_count() > errors_before) return std::nullopt;
  return result;
}

}  // namespace tandem
