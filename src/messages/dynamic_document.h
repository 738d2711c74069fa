// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "messages/document.h"
#include "messages/message_value.h"

namespace tandem {

// The message that a document describes; see from_json and from_yaml.
Result<MessageValue> from_document(const TypeDescription& type, const Document& document);

}  // namespace tandem
