// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "middleware/dds_graph.h"
#include "middleware/transport.h"

namespace tandem {

// ROS 2's services have two forms on the wire. rmw_fastrtps keeps the identity of a request beside
// the message, rmw_cyclonedds in 16 bytes before it. Each side tells by the other's GID.
bool speaks_cyclone(const GidPrefix& prefix);

// Deeper than ROS 2's own 10: a client often knows the server before the server knows it, and what
// it asks meanwhile must not push out what it asked before. What was acknowledged is not kept.
inline constexpr Qos service_qos{.depth = 500};

struct CycloneHeader {
  static constexpr std::size_t size = 16;

  std::uint64_t client = 0;
  std::int64_t sequence = 0;
};

std::array<std::byte, CycloneHeader::size> to_bytes(const CycloneHeader& header);

// Header and message without it; nothing when the bytes are too few.
struct CycloneMessage {
  CycloneHeader header;
  SharedBytes message;
};
std::optional<CycloneMessage> split_cyclone(std::span<const std::byte> bytes);

}  // namespace tandem
