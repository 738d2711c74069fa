// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/tracking/picture_refusals.h"

#include <fmt/format.h>

namespace tandem {

namespace {

constexpr Duration set_back = 10s;  // by more than this a clock was set, and pictures are new
constexpr std::size_t most_reasons = 50;
constexpr Duration remembered = 2s;  // the slowest camera takes two pictures in it

}  // namespace

bool PictureRefusals::add_unusable(const std::string& why, SimTime now) {
  ++unusable_;
  last_ = now;
  text_ = "no picture can be used: " + why;
  return reasons_.size() < most_reasons && reasons_.insert(why).second;
}

bool PictureRefusals::is_old(SimTime stamp, SimTime newest, SimTime now) {
  if (stamp > newest || newest - stamp >= set_back) return false;
  ++old_;
  last_ = now;
  text_ = fmt::format(
      "the pictures that come are {:.1f} s older than one before them: was the camera's clock set "
      "back?",
      seconds(newest - stamp));
  return true;
}

std::string PictureRefusals::text(SimTime now) const {
  return text_.empty() || now - last_ > remembered ? "no pictures come" : text_;
}

}  // namespace tandem
