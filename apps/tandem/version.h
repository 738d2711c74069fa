// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tandem {

// "0.1.0 (ad10f92b)", with a + behind a commit that was changed; "0.1.0" where git knows nothing.
std::string version_with_commit();

}  // namespace tandem
