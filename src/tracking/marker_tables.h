// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

// The markers of the dictionaries that OpenCV's aruco module draws, by their ids: the cells inside
// of the border by rows, the top left one in the highest bit, 1 is white.
namespace tandem::marker_tables {

extern const std::array<std::uint64_t, 250> aruco_4x4;
extern const std::array<std::uint64_t, 250> aruco_5x5;
extern const std::array<std::uint64_t, 250> aruco_6x6;
extern const std::array<std::uint64_t, 250> aruco_7x7;
extern const std::array<std::uint64_t, 30> apriltag_16h5;
extern const std::array<std::uint64_t, 35> apriltag_25h9;
extern const std::array<std::uint64_t, 587> apriltag_36h11;

}  // namespace tandem::marker_tables
