// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/time.h"
#include "messages/diagnostic_msgs.h"
#include "mixing/partner_history.h"

namespace tandem {

// What comes out where a real and a virtual sensor are mixed.
enum class MixState {
  idle,             // nobody wants it
  virtual_only,     // there is no real robot, so there is nothing to mix with
  waiting,          // the real sensor was never heard
  mixed,            // all is well
  virtual_missing,  // the real measurements alone: the virtual ones are too old, or there are none
  real_silent,      // the real ones are too old
};
std::string_view name_of(MixState state);

// Knows how the mixing of one sensor goes. Times are simulated.
class MixWatch {
 public:
  MixWatch(Duration stale_after, bool has_real_partner)
      : stale_after_(stale_after), has_real_partner_(has_real_partner) {}

  void note_real(SimTime now) {
    last_real_ = now;
    ++real_;
    why_unusable_.clear();
  }
  // Why is for people; it stays until there are others or one is usable.
  void note_unusable(std::string why = {}) {
    ++unusable_;
    why_unusable_ = std::move(why);
  }
  // It was not listened to for a while, so nobody can say whether it was silent.
  void forget_real() { last_real_.reset(); }
  void note_partner(MixPartner partner, Duration apart);

  bool is_real_fresh(SimTime now) const { return last_real_ && now - *last_real_ <= stale_after_; }
  MixState judge(SimTime now, bool is_wanted) const;

  // For diagnostics; `who` is "r1/lidar".
  diagnostic_msgs::msg::DiagnosticStatus status(const std::string& who, MixState state) const;

  void set_clock(Duration offset, Duration latency) {
    clock_offset_ = offset;
    latency_ = latency;
  }

 private:
  Duration stale_after_;
  bool has_real_partner_;
  std::optional<SimTime> last_real_;
  std::optional<MixPartner> last_partner_;
  Duration apart_{};
  Duration clock_offset_{}, latency_{};
  std::uint64_t real_ = 0;
  std::uint64_t mixed_ = 0;
  std::uint64_t alone_ = 0;     // real ones without a virtual partner
  std::uint64_t unusable_ = 0;  // real ones that make no sense; look at them with topic echo
  std::string why_unusable_;
};

// As a sentence for people: "r1/lidar: the real sensor is silent on /r1/hardware/scan".
std::string mix_sentence(const std::string& who, MixState state, const std::string& real_topic);

}  // namespace tandem
