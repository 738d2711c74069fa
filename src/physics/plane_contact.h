// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

class btCollisionDispatcher;

namespace tandem {

// Lets boxes, cylinders and hulls meet a plane with all their corners at once. Bullet finds one
// corner a step, so that they rock.
void install_plane_contact(btCollisionDispatcher& dispatcher);

}  // namespace tandem
