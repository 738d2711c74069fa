// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "middleware/transport.h"

namespace tandem {

// An endpoint in the lines of `ros2 topic info --verbose`.
std::string to_text(const EndpointInfo& endpoint);

// "01.0f.44.6d.…"
std::string to_text(const Gid& gid);

}  // namespace tandem
