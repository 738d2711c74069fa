// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace tandem {

// How much of a datagram Fast DDS may see; nothing when it is damaged. Debian's Fast DDS is built
// with assertions that some packets trip.
std::optional<std::size_t> sound_length(std::span<const std::byte> datagram);

}  // namespace tandem
