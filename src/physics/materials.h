// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

class btManifoldPoint;

namespace tandem {

struct Clump;
struct Part;

// Makes Bullet combine surfaces our way, in the whole process. Calling it again does no harm.
void install_materials();

// Whose parts a contact point lies on; `is_first` says which side of the manifold is meant.
const Part& part_at(const Clump& clump, const btManifoldPoint& point, bool is_first);

}  // namespace tandem
