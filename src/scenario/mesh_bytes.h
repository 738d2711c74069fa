// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/result.h"
#include "scenario/mesh_loader.h"

namespace tandem {

// An imported mesh, or why there is none, on its way from one process to another.
std::string to_bytes(const Result<ImportedMesh>& imported);
Result<ImportedMesh> mesh_from_bytes(const std::string& bytes);

}  // namespace tandem
