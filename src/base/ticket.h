// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tandem {

// Names a request, so that whoever made it finds the answer. 0, the default: nobody waits for one.
enum class Ticket : std::uint64_t {};

// One that was never given out before in this process. Any thread.
Ticket next_ticket();

}  // namespace tandem
