// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "geometry/mesh.h"

namespace tandem {

// Generated terrain kept on disk, so that a large world is made once. What cannot be read back
// exactly as it was written is made anew; a folder that cannot be written only costs time.

// $XDG_CACHE_HOME/tandem, else ~/.cache/tandem; nothing without a home.
std::optional<std::filesystem::path> cache_folder();

// The terrain of that name and key, from the cache if it is there. The key stands for everything
// that shapes it, the version of the code included.
std::shared_ptr<const Heightfield> cached_terrain(std::string_view name, std::uint64_t key,
                                                  const std::function<Heightfield()>& make);

}  // namespace tandem
