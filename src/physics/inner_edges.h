// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

class btCollisionDispatcher;

namespace tandem {

// Lets bodies glide over the edges between the triangles of a mesh or a heightfield. Bullet meets
// each triangle as if it were alone in the world: what slides over a flat floor bumps into the rim
// of the next triangle. With this, a contact's normal respects all triangles around its point.
//
// Neighbours are looked up when a contact lies on an edge, through the shape's own tree, which
// takes neither memory nor time at the start, however large the mesh.
void install_inner_edges(btCollisionDispatcher& dispatcher);

}  // namespace tandem
