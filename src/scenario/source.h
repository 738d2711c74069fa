// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/time.h"

namespace tandem {

struct Model;
struct Scenario;

// How a scenario was loaded, so that it can be loaded again.
struct ScenarioSource {
  std::filesystem::path file;  // absolute; empty: it was given as text
  std::string text;
  std::vector<std::pair<std::string, std::string>> overrides;
  std::optional<std::uint64_t> seed;
  std::optional<Duration> step;
  std::vector<std::filesystem::path> files;  // all that were read for it, absolute
};

// The same of a thing or a robot that joined a world while it ran.
struct ThingSource {
  std::string uri;  // a type of the scenario, or a file, as NewcomerRequest has it
  std::string text;
  std::optional<std::string> ns;
  std::vector<std::filesystem::path> files;
};

// What was read knows how it was read, for as long as somebody has it. Null for what was made
// otherwise.
std::shared_ptr<const ScenarioSource> source_of(const std::shared_ptr<const Scenario>& scenario);
std::shared_ptr<const ThingSource> source_of(const std::shared_ptr<const Model>& model);

// For who reads: the same, with its source.
std::shared_ptr<const Scenario> with_source(std::shared_ptr<const Scenario> scenario,
                                            ScenarioSource source);
std::shared_ptr<const Model> with_source(std::shared_ptr<const Model> model, ThingSource source);

}  // namespace tandem
