// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace Assimp {
class IOSystem;
}

namespace tandem {

// The files that the mesh importer may open: regular ones of a limited size, to read. A mesh may
// name others, and those may be anything. The importer takes ownership.
Assimp::IOSystem* make_guarded_files(std::uintmax_t limit);

}  // namespace tandem
