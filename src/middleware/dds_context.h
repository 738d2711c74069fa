// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "middleware/context.h"
#include "middleware/dds_transport.h"

namespace tandem {

// Nodes in a ROS 2 network, each with a thread of its own. Throws DdsError.
std::shared_ptr<Context> dds_context(const DdsOptions& options);

// The one that all nodes of this program share which were given none; as the environment says.
std::shared_ptr<Context> program_context();

}  // namespace tandem
