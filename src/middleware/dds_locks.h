// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tandem {

// GCC 12's thread sanitizer does not see pthread_mutex_clocklock, by which Fast DDS takes its timed
// locks, and would call everything a race that those locks guard. Programs built for it that link
// this have one that it sees; others have nothing.
void show_locks_to_sanitizer();

}  // namespace tandem
