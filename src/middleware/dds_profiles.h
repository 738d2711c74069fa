// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tandem {

// Reads the Fast DDS profiles that the environment names, once in a process. Throws DdsError each
// time when one of them is broken: Fast DDS by itself would go on without it, in another network
// than the one that was meant.
void load_profiles();

}  // namespace tandem
