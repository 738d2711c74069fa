// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "base/result.h"
#include "base/time.h"
#include "messages/type_description.h"

namespace tandem {

// Whether messages of this type start with a header, and so carry the time at which they were made.
bool has_stamp(const TypeDescription& type);

// The header's stamp. Reads no further: images cost as little as points.
Result<Duration> stamp_of(const TypeDescription& type, std::span<const std::byte> cdr);

}  // namespace tandem
