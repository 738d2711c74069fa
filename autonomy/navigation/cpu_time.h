// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/time.h"

namespace tandem {

// What this thread has used of a processor. For people: nothing depends on it.
Duration thread_cpu_time();

}  // namespace tandem
