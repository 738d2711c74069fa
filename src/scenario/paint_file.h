// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "scenario/load_context.h"
#include "scenario/model.h"
#include "scenario/paint.h"
#include "scenario/yaml_document.h"

namespace tandem {

// The map under "paint", completed from the world that is painted.
std::optional<PaintConfig> read_paint(const YamlNode& node, const WorldDescription& world,
                                      LoadContext& context);

}  // namespace tandem
