// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry/mass.h"
#include "scenario/xml_file.h"

namespace tandem {

// Warns at the element of an inertia that no body can have.
void check_mass(const MassProperties& mass, const XmlElement& element);

}  // namespace tandem
