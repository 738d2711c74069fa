// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <iterator>
#include <limits>

#include "base/random.h"

namespace tandem {

// What a broken sensor may say instead of a number.
template <std::floating_point Number>
Number nonsense(Random& random) {
  constexpr Number infinity = std::numeric_limits<Number>::infinity();
  const auto anything = static_cast<Number>(random.uniform(-1000, 1000));
  const Number all[] = {std::numeric_limits<Number>::quiet_NaN(), infinity, -infinity, 0, anything};
  return all[random.below(std::size(all))];
}

}  // namespace tandem
