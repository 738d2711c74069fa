// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "scenario/load_context.h"
#include "scenario/scenario.h"
#include "scenario/yaml_document.h"

namespace tandem {

// The key `catalog` of a scenario: from names to objects.
std::vector<ObjectType> read_catalog(const YamlNode& node, LoadContext& context);

// The model of a type: one of the scenario's catalog, or a model found by its name. Null after an
// error was reported at `place`.
std::shared_ptr<const Model> find_object_type(const std::string& type, const Place& place,
                                              const Scenario& scenario, LoadContext& context);

}  // namespace tandem
