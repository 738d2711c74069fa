// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

class btCollisionDispatcher;

namespace tandem {

// Lets ellipsoids, as which wheels roll, meet boxes, meshes and heightfields exactly. Bullet's
// search loses its way on flat ellipsoids: it misses contacts and finds slanted ones on level
// ground, so that wheels slip on slopes where they should hold.
void install_ellipsoid_contact(btCollisionDispatcher& dispatcher);

}  // namespace tandem
