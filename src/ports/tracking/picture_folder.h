// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "base/result.h"
#include "tracking/grey_image.h"

namespace tandem {

// The picture files of a folder (PNG, JPEG, BMP) in the order of their names; 9 comes before 10. An
// error says why there are none.
Result<std::vector<std::filesystem::path>> picture_files(const std::filesystem::path& folder);

// An error names the file and what is wrong with it.
Result<GreyImage> read_grey_picture(const std::filesystem::path& file);

}  // namespace tandem
