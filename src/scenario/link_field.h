// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "scenario/fields.h"
#include "scenario/model.h"

namespace tandem {

// The key `link` of what sits on a robot: a link or frame of its model, the first link when nothing
// is written.
std::string read_link(const Fields& fields, const Model& model);

}  // namespace tandem
