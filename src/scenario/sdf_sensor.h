// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "scenario/sensor_description.h"
#include "scenario/xml_file.h"

namespace tandem {

// A <sensor> of SDF, or of Gazebo's extension of URDF. Its pose is left to who knows the frames.
// Nothing after an error.
std::optional<SensorDescription> read_sdf_sensor(const XmlElement& element,
                                                 const std::string& link);

}  // namespace tandem
