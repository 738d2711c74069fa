// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "base/ticket.h"

#include <atomic>

namespace tandem {

Ticket next_ticket() {
  static std::atomic<std::uint64_t> last = 0;
  return Ticket{++last};
}

}  // namespace tandem
