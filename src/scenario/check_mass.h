// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scenario/model.h"
#include "scenario/xml_file.h"

namespace tandem {

// A mass that physics can move; the fallback after an error.
double read_mass_kg(const XmlValue& value, double fallback);

// Reports an inertia that no body can have. One that is missing or next to nothing beside its mass
// is replaced, with a warning, by that of a solid of the link's collisions: physics divides by it.
void check_inertia(Link& link, const XmlElement& element);

}  // namespace tandem
