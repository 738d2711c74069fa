// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "render/camera.h"

namespace tandem {

// Why there can be no such picture.
std::optional<std::string> mistake_in(const CameraView& view);

// Gives the image its size and room for what the view asks for.
void prepare(const CameraView& view, CameraImage& image);

}  // namespace tandem
