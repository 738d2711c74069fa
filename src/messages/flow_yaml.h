// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "messages/dynamic.h"

namespace tandem {

// The same as to_yaml in one line, in the style of `ros2 topic echo --flow-style`.
std::string to_flow_yaml(const MessageValue& value, const YamlStyle& style = {});

}  // namespace tandem
