// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/desk/network.h"

namespace tandem {

std::string_view name_of(SightKind kind) {
  switch (kind) {
    case SightKind::image:
      return "image";
    case SightKind::points:
      return "points";
    case SightKind::grid:
      return "grid";
    case SightKind::path:
      return "path";
    case SightKind::pose:
      return "pose";
  }
  return "";
}

std::string_view name_of(NavigationState state) {
  switch (state) {
    case NavigationState::none:
      return "none";
    case NavigationState::no_navigator:
      return "no navigator";
    case NavigationState::asking:
      return "asking";
    case NavigationState::driving:
      return "driving";
    case NavigationState::arrived:
      return "arrived";
    case NavigationState::failed:
      return "failed";
    case NavigationState::cancelled:
      return "cancelled";
  }
  return "";
}

std::string_view name_of(ProgramStatus status) {
  switch (status) {
    case ProgramStatus::running:
      return "running";
    case ProgramStatus::stopped:
      return "stopped";
    case ProgramStatus::succeeded:
      return "succeeded";
    case ProgramStatus::failed:
      return "failed";
  }
  return "";
}

}  // namespace tandem
