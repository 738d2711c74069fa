// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "base/result.h"
#include "messages/registry.h"
#include "middleware/transport.h"

namespace tandem {

// The type of this name, or a sentence on what a person can do who needs another one.
Result<const MessageType*> known_message_type(std::string_view name);
Result<const ServiceType*> known_service_type(std::string_view name);
Result<const ActionType*> known_action_type(std::string_view name);

TypeId id_of(const MessageType& type);
ServiceTypeId id_of(const ServiceType& type);

}  // namespace tandem
