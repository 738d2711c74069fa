// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "scenario/rule_source.h"

namespace tandem {

// An error at a place that names a type of things which neither the world nor the catalog has, and
// of which there is no model either: a rule would wait for it forever.
void check_object_type(const std::string& type, const Place& place, const RuleSource& source);

}  // namespace tandem
