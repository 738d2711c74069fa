// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "base/hash.h"

#include <algorithm>

namespace tandem {

void Hash::add(std::string_view text) {
  add(std::uint64_t{text.size()});
  for (std::size_t i = 0; i < text.size(); i += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + i, std::min(sizeof word, text.size() - i));
    add(word);
  }
}

}  // namespace tandem
