// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/check_mass.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace tandem {

void check_mass(const MassProperties& mass, const XmlElement& element) {
  const PrincipalAxes axes = principal_axes(mass.inertia);
  std::array<double, 3> moments{axes.moments.x, axes.moments.y, axes.moments.z};
  std::sort(moments.begin(), moments.end());
  // numbers in files are rounded, so a flat plate may miss by a little
  constexpr double rounding = 1e-3;
  if (!(moments[0] > 0))
    element.warn(
        fmt::format("the inertia is not positive: its principal moments are {:.4g}, {:.4g} and "
                    "{:.4g} kg m²",
                    moments[0], moments[1], moments[2]));
  else if (moments[0] + moments[1] < (1 - rounding) * moments[2])
    element.warn(fmt::format(
        "no body has this inertia: of its principal moments {:.4g}, {:.4g} and {:.4g} kg m², two "
        "must not be smaller than the third together",
        moments[0], moments[1], moments[2]));
}

}  // namespace tandem
