// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "scenario/load_context.h"
#include "scenario/model.h"
#include "scenario/yaml_document.h"

namespace tandem {

// The model of what a spawn entry draws: a shape with its mass and look, or a model file. Null
// after an error was reported.
std::shared_ptr<const Model> read_spawned_object(const YamlNode& node, const std::string& name,
                                                 LoadContext& context);

}  // namespace tandem
