// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "messages/type_description.h"

namespace tandem {

// A type as the text of a .msg file.
std::string definition(const TypeDescription& type);

// The same with the fields of nested messages below theirs, indented, as `ros2 interface show`.
std::string expanded_definition(const TypeDescription& type);

// The same followed by the definitions of all types it refers to, as MCAP files with the schema
// encoding "ros2msg" hold it.
std::string full_definition(const TypeDescription& type);

}  // namespace tandem
