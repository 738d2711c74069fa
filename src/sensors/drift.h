// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "base/noise.h"
#include "base/time.h"
#include "geometry/vec3.h"

namespace tandem {

// Three offsets that wander: first-order Gauss-Markov processes, each with a deviation of its own,
// that forget where they were over a time constant.
class Drift {
 public:
  Drift(const Vec3& deviation, Duration time_constant, Duration period, const Noise& noise,
        std::uint64_t first_sample)
      : deviation_(deviation),
        memory_(std::exp(-seconds(period) / seconds(time_constant))),
        noise_(noise),
        first_sample_(first_sample) {
    offset_ = draw(0);
  }

  // One period passes.
  void advance(std::uint64_t index) {
    if (deviation_ == Vec3{}) return;
    offset_ = memory_ * offset_ + std::sqrt(1 - memory_ * memory_) * draw(index);
  }
  const Vec3& offset() const { return offset_; }

 private:
  Vec3 draw(std::uint64_t index) const {
    if (deviation_ == Vec3{}) return {};
    const Noise::Samples samples = noise_.measurement(index);
    return {deviation_.x * samples.normal(first_sample_),
            deviation_.y * samples.normal(first_sample_ + 1),
            deviation_.z * samples.normal(first_sample_ + 2)};
  }

  Vec3 deviation_;
  double memory_;  // share of the offset that is still there after a period
  Noise noise_;
  std::uint64_t first_sample_;
  Vec3 offset_;
};

}  // namespace tandem
