// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "scenario/model.h"

namespace tandem {

// What stands in a park. Origins are on the ground; everything is seen and touched alike.

// Broad-leaved trees and conifers in several sizes.
std::vector<std::shared_ptr<const Model>> park_trees();

// Its front is +x.
std::shared_ptr<const Model> park_bench();

std::shared_ptr<const Model> park_lamp();

// Stones for the edge of a pond.
std::vector<std::shared_ptr<const Model>> park_stones(std::uint64_t seed);

}  // namespace tandem
