// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tandem {

// Settings of Fast DDS that hold for the whole process; before the first participant is made.
// Throws DdsError when a profile is broken.
void set_up_library();

}  // namespace tandem
