// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "ports/web/server.h"

namespace tandem::web {

// A certificate for these names, signed by itself: browsers ask once whether to trust it.
Result<Identity> make_identity(const std::vector<std::string>& names);

// The one in that folder, which only its owner may read; made anew when there is none, when it
// does not have all of these names, and a month before it ends. Browsers that trust it go on doing
// so after a restart.
Result<Identity> keep_identity(const std::filesystem::path& folder,
                               const std::vector<std::string>& names);

// The token of whoever runs Tandem here: the one in that folder, or a new one. Links that were
// opened stay good after a restart.
Result<std::string> keep_token(const std::filesystem::path& folder, bool is_new = false);

// 128 random bits as text.
std::string make_token();

// Where both are kept: tandem in XDG_DATA_HOME, or in .local/share at home.
std::filesystem::path private_folder();

}  // namespace tandem::web
